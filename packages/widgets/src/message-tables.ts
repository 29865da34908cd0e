/** The message tables of the widgets, for who writes in the language of a page outside of one: the portal's snippets. */
export { loadWords } from './languages.ts';
export { tabTitle } from './results/tab-title.ts';
export { labelIn as itemLabel } from './ui/item-words.ts';
export { localNumber } from './ui/numbers.ts';
export type { Words } from './words.ts';
