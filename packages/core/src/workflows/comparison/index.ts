export * from './compare-items.ts';
export * from './compared-plots.ts';
export * from './compared-spectra.ts';
export { type ComparedItem, finalStructure, shownStructure } from './energy-differences.ts';
export * from './in-energy-unit.ts';
