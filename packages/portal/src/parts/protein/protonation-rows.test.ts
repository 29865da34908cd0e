import { Pdb } from '@cuvette/core/chemistry';
import { expect, test } from 'vitest';
import { protonationRows } from './protonation-rows.ts';

const names = { 'A.1': 'HIS', 'A.2': 'ASP', 'A.3': 'GLU', 'A.4': 'LYS', 'A.5': 'GLY', 'A.6': 'ASP' };
const residues = Object.fromEntries(
  Object.entries(names).map(([key, name], index) => [key, { name, full_name: null, atoms: {}, number: index + 1 }]),
);
const pdb = Pdb.parse({
  description: {},
  experiment: {},
  geometry: {},
  quality: {},
  models: [{ polymer: { A: { internal_id: 'A', residues, sequence: null, helices: [], strands: [] } } }],
});
const titrated = (residue: string, name: string, pka: number, state: string) => ({
  residue,
  name,
  pka,
  state,
  chosen: 'pka' as const,
});

test('histidines can be chosen before the first preparation, their pKa is not known', () => {
  expect(protonationRows(pdb, [], {}, 7)).toEqual([
    { residue: 'A.1', name: 'HIS', pka: null, state: null, states: ['HID', 'HIE', 'HIP'] },
  ]);
});

test('beside them are unusual states, values near the pH and what was chosen by hand', () => {
  const titration = [
    titrated('A.1', 'HIS', 6.4, 'HIE'),
    titrated('A.2', 'ASP', 5.9, 'ASP'),
    titrated('A.3', 'GLU', 9.1, 'GLH'),
    titrated('A.4', 'LYS', 10.5, 'LYS'),
    titrated('A.6', 'ASP', 3.1, 'ASP'),
  ];
  const shown = (chosen: Record<string, 'ASH'>) => protonationRows(pdb, titration, chosen, 7).map((row) => row.residue);
  expect(shown({})).toEqual(['A.1', 'A.2', 'A.3']);
  expect(shown({ 'A.6': 'ASH' })).toEqual(['A.1', 'A.2', 'A.3', 'A.6']);
  expect(protonationRows(pdb, titration, {}, 7)[0]).toMatchObject({ pka: 6.4, state: 'HIE' });
});
