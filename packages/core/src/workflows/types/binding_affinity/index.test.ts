import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import affinity from './index.ts';

const protein = '20cb6204-7d1d-4dd2-a05c-85edaf373ccc';
const inputs = { molecule: null, smiles: null };
const report = (...more: string[]) =>
  z.parse(MethodReport, { workers: 1, capabilities: ['binding_affinity', 'openmm', 'xtb', ...more], methods: {} });

const level = (model: string) => ({
  ...{ method: 'pm6_d3h4x', engine: 'mopac', mode: 'rapid', tasks: ['energy', 'charge', 'dipole'] },
  solvent_settings: { solvent: 'water', model },
});
/** What client 3.2.3 sends. */
const sent = {
  protein,
  ligand_residue_name: 'LIG',
  ligand_smiles: ['NC=O'],
  ligand_structures: [],
  protein_sequences: [],
  binding_affinity_settings: {
    settings_type: 'single_point_energy',
    truncation_radius: 6,
    multistage_opt_settings: {
      optimization_settings: [level('cosmo')],
      singlepoint_settings: level('cosmo2'),
      frequencies: false,
    },
  },
};
const details = (data: object, here = report()) =>
  affinity
    .problems({ ...substituted(affinity, sent, here).data, ...data }, inputs, here)
    .map(({ field, detail }) => `${field}: ${detail}`);

test('the default of the public client runs by GFN2-xTB where MOPAC is not, and both replacements are told', () => {
  const { data, replacements } = substituted(affinity, sent, report());
  expect(replacements.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Pockets are not optimized by a semiempirical method here: .* used instead: the relaxation/),
    'PM6-D3H4X is not installed here; computed with GFN2-xTB',
  ]);
  expect(details({})).toEqual([]);
  const prepared = affinity.prepare(data, inputs);
  expect(affinity.capabilities(prepared)).toEqual(['binding_affinity', 'openmm', 'xtb']);
  expect(prepared).toMatchObject({
    binding_affinity_settings: {
      multistage_opt_settings: { singlepoint_settings: { method: 'gfn2_xtb', solvent_settings: { model: 'alpb' } } },
    },
  });
  const withMopac = substituted(affinity, sent, report('mopac'));
  expect(withMopac.replacements).toHaveLength(1);
  expect(affinity.capabilities(affinity.prepare(withMopac.data, inputs))).toEqual([
    'binding_affinity',
    'mopac',
    'openmm',
  ]);
});

test.each([
  [{ ligand_smiles: [] }, /^ligand_smiles: Give one SMILES of the residue LIG/],
  [{ ligand_residue_name: null, ligand_smiles: [] }, /^ligand_residue_name: Say which residue/],
  [{ protein_sequences: ['MKT'] }, /^protein_sequences: /],
  [{ binding_affinity_settings: { settings_type: 'gnina' } }, /needs GNINA on a worker/],
  [{ binding_affinity_settings: { settings_type: 'nesso' } }, /needs trained model weights \(Nesso-1\)/],
  [
    { binding_affinity_settings: { truncation_radius: null, truncation_residues: [] } },
    /truncation_residues: The pocket/,
  ],
  [
    {
      binding_affinity_settings: {
        truncation_radius: 30,
        multistage_opt_settings: { singlepoint_settings: { method: 'gfn2_xtb' } },
      },
    },
    /^binding_affinity_settings.truncation_radius: .* at most 12/,
  ],
  [
    { binding_affinity_settings: { multistage_opt_settings: { singlepoint_settings: { method: 'b3lyp' } } } },
    /"b3lyp" is not offered for pockets/,
  ],
])('%j is refused', (data, words) => {
  expect(details(data).join()).toMatch(words);
});

test('what is written fits the public schema; the strongest ligand is the value, and a failed one has none', () => {
  const results = [
    { binding_affinity: -12.3, pose: '0f0e0d0c-0b0a-4908-8706-050403020100', complex_pdb: protein },
    null,
    { binding_affinity: -15.1, pose: null, complex_pdb: null },
  ];
  const data = { ...substituted(affinity, sent, report()).data, binding_affinity_results: results };
  const reason = 'The relaxation has a name of its own; under /api/v3 what was requested is in its place.';
  expect(differencesFromPublic('binding_affinity', data, [{ place: 'binding_affinity_settings', reason }])).toEqual({
    unexpected: [],
    unused: [],
  });
  const item = finishedItem('binding_affinity', data);
  const [table] = affinity.tables(item, new Map());
  expect(table?.columns.map(({ values }) => [...values])).toEqual([
    ['Ligand 1', 'Ligand 2', 'Ligand 3'],
    [-12.3, Number.NaN, -15.1],
    ['GFN2-xTB', 'GFN2-xTB', 'GFN2-xTB'],
  ]);
  expect(affinity.values(item, new Map())).toMatchObject([{ value: -15.1, remark: 'no accuracy is known' }]);
  expect(affinity.structures(item)).toMatchObject([{ source: { kind: 'protein', uuid: protein } }]);
  expect(affinity.caveats(item, new Map()).map(({ severity }) => severity)).toEqual(['limits_use']);
  expect(citationsOf(affinity, data).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['gfn2_xtb', 'alpb', 'openmm']),
  );
});
