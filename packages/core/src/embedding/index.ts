/** Results in other people's pages: how a frame and the page around it talk, and an item in a few words for where no widget can be. */
export * from './badge.ts';
export * from './card.ts';
export * from './document.ts';
export * from './drawing-svg.ts';
export * from './fallback.ts';
export * from './frame-side.ts';
export * from './messages.ts';
export * from './page-head.ts';
export * from './record.ts';
export * from './refusal.ts';
export * from './state.ts';
export * from './structure-svg.ts';
export * from './summary.ts';
export { escapedXml, shortenedText } from './svg-text.ts';
