export * from './calculation-tables.ts';
export { capabilityReason } from './capabilities.ts';
export * from './catalogue.ts';
export * from './compare.ts';
export * from './data-path.ts';
export * from './definition.ts';
export { onlyMirrorImages } from './input-problems.ts';
export * from './method-availability.ts';
export * from './schema-problems.ts';
