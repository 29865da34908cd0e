import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saturatedRings } from './saturated-rings.ts';

/** Geometries of RDKit (ETKDG, MMFF94) as [atomic number, x, y, z] of each atom. */
const structures: Record<string, [number, number, number, number][]> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixtures/rings.json'), 'utf8'),
);

test.each([
  ['menthol', [6]],
  ['proline', [5]],
  ['decalin', [6, 6]],
  // Rigid: the rings of a cage, an aromatic ring, one with a double bond.
  ['norbornane', []],
  ['ibuprofen', []],
  ['cyclohexene', []],
])('%s has saturated rings of these sizes: %j', (name, sizes) => {
  const atoms = (structures[name] ?? []).map(([atomic_number, ...position]) => ({ atomic_number, position }));
  expect(atoms.length).toBeGreaterThan(10);
  expect(saturatedRings(atoms)).toEqual(sizes);
});
