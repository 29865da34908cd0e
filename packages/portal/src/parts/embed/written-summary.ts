/**
 * What the server wrote into the page, in few words: on paper it stands in for a result that is not there yet, as in a frame that nobody scrolled to.
 * Taken before the app draws in its place, so the first script imports this.
 */
export const writtenSummary = document.querySelector('#root > .without-script');
