import { expect, test } from 'vitest';
import { Molecule } from '../../entities/molecule.ts';
import { WorkflowItem } from '../../entities/workflow-item.ts';
import { accuracy } from '../../methods/accuracy.ts';
import { written } from '../../testing/written.ts';
import { catalogue, loadWorkflow } from '../catalogue.ts';
import type { NamedValue, WorkflowDefinition } from '../definition.ts';
import { namedValuesOf } from './named-values.ts';
import { methodOfValue } from './value-method.ts';

const itemOf = (type: string, data: Record<string, unknown> | null, change: Record<string, unknown> = {}) =>
  WorkflowItem.parse({
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'sample',
    created_at: '2026-01-02T03:04:05Z',
    updated_at: '2026-01-02T03:04:05Z',
    object_status: 2,
    object_type: type,
    parent_uuid: '00000000-0000-4000-8000-000000000002',
    object_data: data,
    ...change,
  });

async function read(type: string, data: Record<string, unknown> | null, change: Record<string, unknown> = {}) {
  const definition = (await loadWorkflow(type)) as WorkflowDefinition;
  const item = itemOf(type, data, change);
  const values = namedValuesOf(definition, item);
  return { definition, item, values, at: (path: string) => values.find((one) => one.path === path) as NamedValue };
}

const acid = { atom_index: 3, pka: 4.4812, smiles: 'CC(=O)[O-]' };

test('every type names its values before anything is computed, each once, with null for what is not there', async () => {
  let named = 0;
  for (const { type } of catalogue) {
    const { values } = await read(type, null, { object_status: 0 });
    expect(new Set(values.map(({ path }) => path)).size, type).toBe(values.length);
    expect(
      values.filter(({ value }) => value !== null),
      type,
    ).toEqual([]);
    for (const { title, precision } of values) expect(title && Number.isInteger(precision), type).toBe(true);
    if (values.length > 0) named += 1;
  }
  expect(named).toBeGreaterThanOrEqual(10);
});

test('a pKa has the ± of its site, else that of its class of sites, else none and the reason', async () => {
  const data = { microscopic_pka_method: 'gfn2_alpb_linear', conjugate_bases: [acid], strongest_acid: 4.4812 };
  const provenance = (site: string | null) => ({
    provenance: { site_classes: { conjugate_bases: [site], conjugate_acids: [] } },
  });

  const classed = await read('pka', data, provenance('COOH'));
  expect(classed.at('strongest_acid')).toMatchObject({ value: 4.4812, unit: null, precision: 2, uncertainty: 0.49 });
  expect(written(classed.at('strongest_acid').remark)).toContain('leave-one-out RMSE of 52 values, COOH');
  expect(classed.at('strongest_base').value).toBe(null);

  const outside = await read('pka', data, provenance(null));
  expect(outside.at('strongest_acid')).toMatchObject({ uncertainty: null, remark: 'outside calibration' });

  const own = await read('pka', { ...data, conjugate_bases: [{ ...acid, uncertainty: 0.3 }] }, provenance('COOH'));
  expect(own.at('strongest_acid').uncertainty).toBe(0.3);

  const unrecorded = await read('pka', { ...data, microscopic_pka_method: 'aimnet2_wagen2024' });
  expect(unrecorded.at('strongest_acid')).toMatchObject({ uncertainty: null, remark: null });
});

test('a potential says its electrode and its ±, whose reference values were seen', async () => {
  const own = await read(
    'redox_potential',
    { redox_method: 'gfn2_alpb_absolute', oxidation_potential: 1.234 },
    { provenance: { redox: { classes: { oxidation: 'donor' } } } },
  );
  expect(own.at('oxidation_potential')).toMatchObject({
    value: 1.234,
    unit: 'V vs. SHE',
    uncertainty: 0.19,
    remark: '±: RMSE of 4 values, donor',
  });
  const older = await read('redox_potential', { redox_type: 'reduction', redox_potential: -0.51 });
  expect(older.at('reduction_potential')).toMatchObject({ value: -0.51, unit: 'V' });
  expect(older.values.filter(({ path }) => path === 'reduction_potential')).toHaveLength(1);
});

test('a cross section has the error of its sampling and its gas', async () => {
  const { at } = await read('ion_mobility', { average_ccs: 152.264, average_ccs_stdev: 1.2 });
  expect(at('average_ccs')).toMatchObject({ value: 152.264, uncertainty: 1.2, unit: 'Å²' });
  expect(written(at('average_ccs').remark)).toContain('Gas: ');
  expect(at('collisional_cross_section').value).toBe(152.264);
  // In nitrogen the error of the model is known, which is larger; of an ion unlike those that were measured nothing is.
  const { rmse, size } = accuracy['ion_mobility/trajectory_n2_inelastic'];
  const ion = (charge: number, more: object = {}) => ({
    average_ccs: 152.264,
    average_ccs_stdev: 1.2,
    ccs_method: 'trajectory_n2_inelastic',
    initial_molecule: {
      charge,
      multiplicity: 1,
      atoms: Array.from({ length: 10 }, () => ({ atomic_number: 7, position: [0, 0, 0] })),
    },
    ...more,
  });
  const ofModel = { uncertainty: Math.hypot(rmse, 1.2), remark: expect.stringContaining(`RMSE of ${size} ions`) };
  expect(written((await read('ion_mobility', ion(1))).at('average_ccs'))).toMatchObject(ofModel);
  expect(written((await read('ion_mobility', ion(0, { protonate: true }))).at('average_ccs'))).toMatchObject(ofModel);
  const twice = { uncertainty: null, remark: expect.stringContaining('charge +2') };
  expect(written((await read('ion_mobility', ion(2))).at('average_ccs'))).toMatchObject(twice);
  const helium = { uncertainty: 1.2, remark: expect.stringContaining('sampling alone') };
  expect(
    written((await read('ion_mobility', ion(1, { ccs_method: 'trajectory_he_siu' }))).at('average_ccs')),
  ).toMatchObject(helium);
});

test('energies of a calculation are read from its last molecule, and are not there until that was read', async () => {
  const uuid = '00000000-0000-4000-8000-00000000000a';
  const { definition, item, at } = await read('basic_calculation', { calculation_uuid: uuid });
  expect(at('energy')).toMatchObject({ value: null, calculation: uuid, unit: 'Hartree', precision: 6 });
  const molecule = {
    charge: 0,
    multiplicity: 1,
    atoms: [],
    energy: -5.07,
    dipole: [0, 3, 4],
    thermal_free_energy_corr: 0.01,
  };
  const molecules = new Map([[uuid, [Molecule.parse(molecule)]]]);
  const values = namedValuesOf(definition, item, molecules);
  const value = (path: string) => values.find((one) => one.path === path)?.value;
  expect(value('energy')).toBe(-5.07);
  expect(value('gibbs_free_energy')).toBeCloseTo(-5.06, 9);
  expect(value('dipole')).toBe(5);
  expect(value('total_enthalpy')).toBe(null);
});

test.each([
  [
    'descriptors',
    'SLogP',
    'Mordred (mordred 2.0.7)',
    [
      ['mordred', 'mordred', '2.0.7'],
      ['gfn1_xtb', 'tblite', '0.8.0'],
    ],
  ],
  [
    'protein_preparation',
    'added_hydrogens',
    'PDBFixer (pdbfixer 1.12.0)',
    [
      ['pdbfixer', 'pdbfixer', '1.12.0'],
      ['propka', 'propka', '3.5.1'],
    ],
  ],
  [
    'analogue_docking',
    'core_rmsd',
    'AutoDock Vina (vina 1.2.7)',
    [
      ['vina', 'vina', '1.2.7'],
      ['posebusters', 'posebusters', '0.6.5'],
    ],
  ],
] as const)('a value of %s has the method that made it, not that of the last stage', async (type, path, text, ran) => {
  const stages = ran.map(([method, engine, engine_version]) => ({ name: engine, method, engine, engine_version }));
  const { at, item, definition } = await read(type, {}, { provenance: { stages } });
  expect(methodOfValue(at(path), item, definition)?.text).toBe(text);
});

test('of a calculation that goes on, failed or was stopped no step is quoted as its energy', async () => {
  const uuid = '00000000-0000-4000-8000-00000000000a';
  const step = Molecule.parse({ charge: 0, multiplicity: 1, atoms: [], energy: -4.9 });
  for (const [code, energy] of [
    [0, null],
    [1, null],
    [2, -4.9],
    [3, null],
    [4, null],
  ] as const) {
    const change = { object_status: code };
    const { definition, item } = await read('basic_calculation', { calculation_uuid: uuid }, change);
    const values = namedValuesOf(definition, item, new Map([[uuid, [step]]]));
    const found = values.find(({ path }) => path === 'energy');
    expect(found, String(code)).toMatchObject({ value: energy, calculation: uuid });
  }
});

test('the method is what ran; what was only asked for is reported as that', async () => {
  const stages = [
    { name: 'embedding', method: 'etkdg', engine: 'rdkit', engine_version: '2026.09.1' },
    { name: 'optimization', method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0' },
  ];
  const ran = await read(
    'pka',
    { microscopic_pka_method: 'gfn2_alpb_linear', strongest_acid: 4 },
    { provenance: { stages } },
  );
  expect(methodOfValue(ran.at('strongest_acid'), ran.item, ran.definition)).toEqual({
    text: 'GFN2-xTB/ALPB, calibrated, tblite 0.8.0',
    ran: true,
  });
  const asked = await read('basic_calculation', { settings: { method: 'gfn2_xtb' } });
  expect(methodOfValue(asked.at('energy'), asked.item, asked.definition)).toEqual({ text: 'GFN2-xTB', ran: false });
});

test('an ensemble says how many members it has, its lowest energy, and its largest weight', async () => {
  // Two conformers 1 kcal/mol apart: 84.4 % and 15.6 % at 298.15 K, by exp(−ΔE/RT) with RT = 0.59248 kcal/mol.
  const energies = [-13.66, -13.66 + 1 / 627.5094740631];
  const { at } = await read('conformer_search', { energies, conformer_uuids: [] });
  expect(at('number_of_conformers')).toMatchObject({ value: 2, unit: null });
  expect(at('lowest_energy')).toMatchObject({ value: -13.66, unit: 'Hartree' });
  expect(at('largest_weight').value).toBeCloseTo(100 / (1 + Math.exp(-1 / 0.59248)), 2);
  const tautomers = [{ energy: -10, weight: 0.75, structures: [] }];
  expect((await read('tautomers', { tautomers })).at('largest_weight')).toMatchObject({ value: 75, unit: '%' });
});

test('a number names the stage that computed it, not the last one of the run', async () => {
  const { definition, item, at } = await read(
    'docking',
    { scores: [{ score: -7.1 }] },
    {
      provenance: {
        stages: [
          { name: 'AutoDock Vina docking', method: 'vina', engine: 'vina', engine_version: '1.2.7' },
          { name: 'GFN2-xTB optimization', method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0' },
        ],
      },
    },
  );
  expect(methodOfValue(at('docking_score'), item, definition)).toEqual({
    text: 'AutoDock Vina (vina 1.2.7)',
    ran: true,
  });
  const macro = await read(
    'macropka',
    { macropka_method: 'gfn2_alpb_linear', isoelectric_point: 5.9 },
    {
      provenance: {
        stages: [
          { name: 'GFN2-xTB optimization', method: 'gfn2_xtb', engine: 'tblite', engine_version: '0.8.0' },
          { name: 'logP from atom environments', method: 'environment_ridge_physprop', engine: 'rdkit' },
        ],
      },
    },
  );
  const named = methodOfValue(macro.at('isoelectric_point'), macro.item, macro.definition);
  expect(written(named?.text)).toBe('GFN2-xTB, tblite 0.8.0');
});
