export * from './calculation-tables.ts';
export * from './catalogue.ts';
export * from './data-path.ts';
export * from './define.ts';
export { onlyMirrorImages } from './input-problems.ts';
export * from './method-availability.ts';
export * from './schema-problems.ts';
