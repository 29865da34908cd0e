export * from './csv.ts';
export * from './number-format.ts';
export * from './sort-filter.ts';
export * from './table.ts';
