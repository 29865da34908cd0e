export * from './ligand-contacts.ts';
export * from './macromolecule.ts';
export * from './molecular-surface.ts';
export * from './pocket.ts';
export * from './pocket-box.ts';
export * from './residue-names.ts';
export { assignSecondaryStructure } from './secondary-structure.ts';
export * from './sequence-chains.ts';
export { withLigand } from './with-ligand.ts';
