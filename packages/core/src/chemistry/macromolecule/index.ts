export * from './macromolecule.ts';
export * from './residue-facts.ts';
export { assignSecondaryStructure } from './secondary-structure.ts';
