import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import decomposition from './index.ts';

const waters = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0] },
    { atomic_number: 1, position: [0.96, 0, 0] },
    { atomic_number: 1, position: [-0.24, 0.93, 0] },
    { atomic_number: 8, position: [0, 0, 3] },
    { atomic_number: 1, position: [0.96, 0, 3] },
    { atomic_number: 1, position: [-0.24, 0.93, 3] },
  ],
});
const inputs = { molecule: waters, smiles: null };
const here = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['interaction_energy_decomposition', 'psi4'],
  methods: {},
});
/** What client 3.2.3 sends. */
const sent = {
  messages: [],
  mode: 'auto',
  fragment1_indices: [1, 2, 3],
  energy_decomposition_settings: {
    method: 'sapt0',
    basis_set: { name: 'jun-cc-pVDZ', overrides: [], cutoff_threshold: 1e-10 },
  },
};

test('what the public client sends is taken, and refused in one sentence where psi4 is not', () => {
  expect(decomposition.problems(sent, inputs, here)).toEqual([]);
  expect(decomposition.capabilities(decomposition.prepare(sent, inputs))).toEqual([
    'interaction_energy_decomposition',
    'psi4',
  ]);
  const without = { ...here, capabilities: ['interaction_energy_decomposition'] };
  const details = decomposition.problems(sent, inputs, without).map(({ detail }) => detail);
  expect(details.join()).toMatch(/ is not available on this server: it needs the psi4 program on a worker\.$/);
  expect(details).toHaveLength(1);
});

test.each([
  [{ fragment1_indices: [] }, /^fragment1_indices: Choose the atoms/],
  [{ fragment1_indices: [1, 2, 3, 4, 5, 6] }, /^fragment1_indices: Choose the atoms/],
  [{ fragment1_indices: [1, 2, 3, 7] }, /^fragment1_indices: .* no atom 7/],
  [{ fragment1_indices: [1, 2] }, /^fragment1_indices: O1 and H3 are bonded/],
  [
    { energy_decomposition_settings: { basis_set: { name: 'sto-3g' } } },
    /^energy_decomposition_settings.basis_set.name: The basis set sto-3g/,
  ],
])('%j is refused', (data, words) => {
  const found = decomposition.problems({ ...sent, ...data }, inputs, here);
  expect(found.map(({ field, detail }) => `${field}: ${detail}`).join()).toMatch(words);
});

test('what is written fits the public schema; terms in a table, the strongest attraction in the headline', () => {
  const result = {
    ...{ total_interaction_energy: -5.08, electrostatic_interaction_energy: -8.83, result_type: 'sapt0' },
    ...{ exchange_interaction_energy: 7.15, induction_interaction_energy: -2.12, dispersion_interaction_energy: -1.27 },
  };
  const data = { ...sent, initial_molecule: waters, energy_decomposition_result: result };
  expect(differencesFromPublic('interaction_energy_decomposition', data, [])).toEqual({ unexpected: [], unused: [] });
  const item = finishedItem('interaction_energy_decomposition', data);
  const [table] = decomposition.tables(item, new Map());
  expect(table?.columns.map(({ values }) => [...values])).toEqual([
    ['Electrostatics', 'Exchange', 'Induction', 'Dispersion', 'Interaction energy'],
    [-8.83, 7.15, -2.12, -1.27, -5.08],
  ]);
  const { sentence } = decomposition.headline(item, new Map(), () => null);
  expect(sentence).toEqual('Electrostatics attracts most.');
  // What SAPT0 leaves out is beside its number, and of its size nothing is claimed.
  const total = decomposition.values(item, new Map()).find(({ path }) => path === 'total_interaction_energy');
  expect([total?.uncertainty, total?.remark]).toEqual([
    undefined,
    'SAPT0 leaves out the correlation within each molecule; no ± is known',
  ]);
  expect(decomposition.caveats(item, new Map()).map(({ severity }) => severity)).toEqual(['limits_use']);
  expect(decomposition.structures(item)).toMatchObject([{ source: { kind: 'molecule' } }]);
  expect(citationsOf(decomposition, {}).map(({ id }) => id)).toEqual(['psi4', 'sapt0']);
});
