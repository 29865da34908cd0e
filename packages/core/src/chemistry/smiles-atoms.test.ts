import { expect, test } from 'vitest';
import { chargeOfSmiles, elementsOfSmiles, heavyAtomsOfSmiles } from './smiles-atoms.ts';

// Counted on paper; RDKit counts the same.
test.each([
  ['CC(=O)Oc1ccccc1C(=O)O', 13],
  ['[2H]C([2H])([2H])Cl.BrI', 4],
  ['[H][H]', 0],
  ['[H+].[OH-]', 1],
  ['N[C@@H](C)C(=O)N[Pt+2]', 7],
  ['F/C=C\\F', 4],
  ['C%12CCCCC%12[Hg]', 7],
  ['[se]1cccc1', 5],
  [' CCO\n', 3],
  ['*C', 1],
])('%s has %i atoms besides hydrogen', (smiles, count) => {
  expect(heavyAtomsOfSmiles(smiles)).toBe(count);
});

test.each([
  ['CC(=O)[O-].[Na+]', [6, 8, 11], 0],
  ['[Fe+2]', [26], 2],
  ['[Fe++]', [26], 2],
  ['c1cc[nH]c1', [6, 7], 0],
  ['[13CH3][NH3+:1]', [6, 7], 1],
  ['[se]1cccc1', [34, 6], 0],
  ['N->[Pt](Cl)Cl', [7, 78, 17], 0],
] as const)('%s is made of %j with charge %i', (smiles, elements, charge) => {
  expect(elementsOfSmiles(smiles)).toEqual(elements);
  expect(chargeOfSmiles(smiles)).toBe(charge);
});

test.each(['acetylsalicylic acid', 'CCO ethanol', 'C[C', 'Xx'])('%s is no SMILES, and nothing is counted', (text) => {
  expect(heavyAtomsOfSmiles(text)).toBe(null);
});
