export * from './macromolecule.ts';
export * from './molecular-surface.ts';
export * from './residue-facts.ts';
export { assignSecondaryStructure } from './secondary-structure.ts';
export { withLigand } from './with-ligand.ts';
