export * from './drawn-file.ts';
export * from './molecule-entry.ts';
export { moleculesOfPdb } from './pdb-molecule.ts';
export * from './read-molecules.ts';
export { smilesProblem } from './smiles.ts';
export * from './write-molecules.ts';
