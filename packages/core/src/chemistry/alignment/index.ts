export * from './align-molecules.ts';
export * from './atom-order.ts';
export * from './common-substructure.ts';
export * from './superpose.ts';
