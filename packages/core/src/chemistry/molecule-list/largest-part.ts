import { heavyAtomsOfSmiles } from '../smiles-atoms.ts';

/** The part of a SMILES with most atoms besides hydrogen, the first of those that are as large: what a salt or a solvate is about. */
export function largestPart(smiles: string): string {
  const parts = smiles.split('.');
  const sizes = parts.map((part) => heavyAtomsOfSmiles(part) ?? 0);
  return parts[sizes.indexOf(Math.max(...sizes))] ?? smiles;
}
