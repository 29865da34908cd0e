export * from './empty-pdb.ts';
export { pdbWithLigand } from './pdb-with-ligand.ts';
export * from './read-mmcif.ts';
export * from './read-mmcif-sequences.ts';
export * from './read-pdb.ts';
export * from './residues.ts';
export * from './schema.ts';
export { writeMmcif } from './write-mmcif.ts';
export { writePdb } from './write-pdb.ts';
