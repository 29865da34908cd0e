export * from './decode-text.ts';
export * from './largest-part.ts';
export * from './left-out.ts';
export * from './listed.ts';
export type { OwnTexts } from './own-texts.ts';
export * from './read-list.ts';
export * from './read-table.ts';
export * from './split-sdf.ts';
