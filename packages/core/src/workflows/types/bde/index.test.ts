import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { ItemProvenance } from '../../../entities/provenance.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { formatValue } from '../../../tables/index.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { entryOfType } from '../../index.ts';
import { BondDissociationResults, bondDissociationRows } from './bond-dissociation-rows.ts';
import definition from './index.ts';

const publicDefaults = readOfType('bde', 'example-settings') as Record<string, unknown>;

/** Chloromethanol, CH2ClOH: C1, O2, Cl3, H4 and H5 on carbon, H6 on oxygen. */
const molecule = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 6, position: [0, 0, 0] },
    { atomic_number: 8, position: [1.4, 0, 0] },
    { atomic_number: 17, position: [-0.6, 1.67, 0] },
    { atomic_number: 1, position: [-0.36, -0.51, 0.89] },
    { atomic_number: 1, position: [-0.36, -0.51, -0.89] },
    { atomic_number: 1, position: [1.72, 0.91, 0] },
  ],
});
const inputs = { molecule, smiles: null };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['bde', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const details = (data: object, given = inputs) =>
  definition.problems({ ...data }, given, null).map(({ field, detail }) => [field, detail]);
const modeOptions = (data: object, given: MethodReport | null) => {
  const [field] = definition.fields;
  return field?.kind === 'select' ? field.options({ ...data }, given) : [];
};
const uuids = [
  '126cfd8c-ebc7-581f-b131-4d076eb7e0f4',
  '20157413-59aa-535d-8eeb-76b7ccc46398',
  '411ce851-81de-5df7-87ab-ee3639f095ad',
  '58101dba-c77c-5b31-8987-f619695faff4',
] as const;
const done = {
  initial_molecule: molecule,
  mode: 'OMOL25_CONSERVING_S',
  all_CH: true,
  optimization_calculation_uuids: [null, uuids[0]],
  optimization_energy: -10,
  bdes: [
    {
      fragment_idxs: [4],
      energy: 0.16,
      fragment_energies: [-0.5, -9.33],
      calculation_uuids: [[uuids[1]], [null, uuids[2]]],
    },
    { fragment_idxs: [2, 6], energy: null, fragment_energies: [null, -9], calculation_uuids: [[null], [uuids[3]]] },
  ],
};
const provenanceWith = (bond_classes: (string | null)[]) => z.parse(ItemProvenance, { bond_classes });
const item = (object_data: object, object_status = 2) =>
  z.parse(WorkflowItem, {
    uuid: uuids[0],
    name: 'bonds',
    created_at: '',
    object_status,
    object_type: 'bde',
    parent_uuid: '',
    object_data,
  });

test('head as in the catalogue', () => {
  const { type, path, aliases, title } = definition;
  expect(entryOfType('bde')).toMatchObject({ type, path, aliases, title });
});

test('has its fields', () => {
  expect(Object.keys({ ...definition.settings.shape, ...definition.results.shape })).toEqual(
    expect.arrayContaining([
      'mode',
      'all_CH',
      'all_CX',
      'fragment_indices',
      'atoms',
      'bdes',
      'optimization_calculation_uuids',
      'multistage_opt_settings',
    ]),
  );
});

describe('submission', () => {
  test('default mode and the titles of the modes, our own beside them', () => {
    expect(definition.defaults()).toMatchObject({
      mode: 'OMOL25_CONSERVING_S',
      atoms: [],
      fragment_indices: [],
      all_CH: false,
      all_CX: false,
    });
    expect(modeOptions({}, null).map(({ value, title }) => [value, title])).toEqual([
      ['OMOL25_CONSERVING_S', 'Rapid NNP'],
      ['G_XTB//GFN2_XTB', 'Rapid Semiempirical'],
      ['R2SCAN3C//GFN2_XTB', 'Careful DFT'],
      ['r2scan3c_gfn2_by_class', 'r²SCAN-3c//GFN2-xTB, by bond class'],
      ['gfn2_bond_type', 'GFN2-xTB, by bond class'],
      ['b3lyp_631gd_gfn2_linear', 'B3LYP/6-31G(d)//GFN2-xTB, calibrated'],
    ]);
    expect(modeOptions({ mode: 'careful' }, null).map(({ value }) => value)).toContain('careful');
  });

  test('methods of each mode in running order; the value is read in any letter case', () => {
    const methods = (mode: string) => definition.methodsUsed({ mode });
    expect(methods('omol25_conserving_s')).toEqual(['omol25_conserving_s']);
    expect(methods('G_XTB//GFN2_XTB')).toEqual(['gfn2_xtb', 'g_xtb']);
    expect(methods('r2scan3c//gfn2_xtb')).toEqual(['gfn2_xtb', 'r2scan_3c']);
    expect(methods('careful')).toEqual(['r2scan_3c', 'wb97x_3c']);
    expect(methods('gfn2_bond_type')).toEqual(['gfn2_xtb']);
    expect(methods('r2scan3c_gfn2_by_class')).toEqual(['gfn2_xtb', 'r2scan_3c']);
    expect(methods('b3lyp_631gd_gfn2_linear')).toEqual(['gfn2_xtb', 'b3lyp']);
    expect(details({ mode: 'r2scan3c//gfn2_xtb', all_CH: true })).toEqual([]);
    expect(details({ mode: 'sloppy', all_CH: true })[0]).toEqual([
      'mode',
      expect.stringContaining('OMOL25_CONSERVING_S'),
    ]);
  });

  test('what is stored fits the public schema and equals the public chain', () => {
    const data = { atoms: [6], fragment_indices: [[6, 2]] };
    const prepared = { ...definition.prepare(data, inputs), initial_molecule: publicDefaults.initial_molecule };
    expect(differencesFromPublic('bde', prepared)).toEqual({ unexpected: [], unused: [] });
    const { multistage_opt_settings, mso_mode, optimize_fragments, optimization_calculation_uuids } = publicDefaults;
    expect(prepared).toMatchObject({
      multistage_opt_settings,
      mso_mode,
      optimize_fragments,
      optimization_calculation_uuids,
      bdes: [],
    });
    expect(definition.prepare(prepared, inputs)).toMatchObject(definition.prepare(data, inputs));
    expect(definition.prepare({ mode: 'reckless', ...data }, inputs)).toMatchObject({
      mso_mode: 'reckless',
      optimize_fragments: false,
    });
    expect(definition.prepare({ mode: 'auto' }, inputs).mode).toBe('OMOL25_CONSERVING_S');
  });

  test('flags add their atoms, and every atom is a fragment: sorted, each once', () => {
    const chosen = (data: object) => {
      const { atoms, fragment_indices } = definition.prepare({ ...data }, inputs);
      return { atoms, fragment_indices };
    };
    expect(chosen({ all_CH: true, atoms: [6, 4] })).toEqual({ atoms: [4, 5, 6], fragment_indices: [[4], [5], [6]] });
    expect(chosen({ all_CX: true, fragment_indices: [[6, 2], [], [2, 6]] })).toEqual({
      atoms: [3],
      fragment_indices: [[2, 6], [3]],
    });
  });

  test('what cannot be broken is refused', () => {
    expect(details({})).toEqual([
      ['atoms', 'Choose at least one bond: atoms or a fragment to break off, all C–H bonds or all C–halogen bonds.'],
    ]);
    expect(details({ atoms: [7] })).toEqual([['atoms', 'There is no atom 7: the molecule has 6 atoms.']]);
    expect(details({ fragment_indices: [[1, 2, 3, 4, 5, 6]] })).toEqual([
      ['fragment_indices', 'A fragment must leave a part of the molecule behind.'],
    ]);
    // What hangs on several bonds, or on one of a ring, has no energy of one bond.
    expect(details({ atoms: [2] })).toEqual([
      ['atoms', 'To break this fragment off, C1–O2, H6–O2 would have to break together; choose one bond.'],
    ]);
    const ring = [
      [0.87, 0, 0],
      [-0.435, 0.753, 0],
      [-0.435, -0.753, 0],
    ].map((position) => ({ atomic_number: 6, position }));
    const cyclic = { ...inputs, molecule: z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: ring }) };
    expect(details({ fragment_indices: [[1]] }, cyclic)).toEqual([
      [
        'fragment_indices',
        expect.stringMatching(/C2–C1, C3–C1 would .* Breaking a ring bond does not divide the molecule\./),
      ],
    ]);
    expect(details({ atoms: [0] })[0]?.[0]).toBe('atoms.0');
    expect(details({ all_CH: true, solvent: 'water' })).toEqual([
      ['solvent', 'Bond-Dissociation Energy does not take a solvent.'],
    ]);
  });

  test('open shell, charge and batches are disabled', () => {
    const given = (charge: number, multiplicity: number) => ({
      ...inputs,
      molecule: { ...molecule, charge, multiplicity },
    });
    expect(details({ all_CH: true }, given(0, 3))[0]?.[1]).toBe(
      'Bond-Dissociation Energy takes closed-shell structures only; this one has multiplicity 3.',
    );
    expect(details({ all_CH: true }, given(2, 1))[0]?.[1]).toBe(
      'Bond-Dissociation Energy takes neutral structures only; this one has charge +2.',
    );
    expect(definition.limits({})).toMatchObject({ openShell: false, charged: false, batch: false });
  });

  test('a server without the default offers our own mode by name; bonds outside its calibration are refused', () => {
    const data = { ...definition.defaults(), all_CH: true };
    expect(definition.problems(data, inputs, report)[0]?.field).toBe('mode');
    const [offer] = definition.offers(data, report);
    expect(offer?.action).toBe('Use GFN2-xTB, by bond class');
    const accepted = offer?.apply(data) ?? {};
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    const prepared = definition.prepare(accepted, inputs);
    expect(prepared).toMatchObject({ mode: 'gfn2_bond_type', mso_mode: 'manual' });
    expect(definition.capabilities(prepared)).toEqual(['bde', 'xtb']);
    expect(details({ ...accepted, fragment_indices: [[2, 6]] })).toEqual([
      [
        'fragment_indices',
        expect.stringMatching(
          /^GFN2-xTB, by bond class gives no energy for C1–O2: it is calibrated for (?!.*C–O).*C–H.* bonds only\. Leave it out/,
        ),
      ],
    ]);
    expect(details({ mode: 'b3lyp_631gd_gfn2_linear', fragment_indices: [[2, 6]] })).toEqual([]);
    const greyed = modeOptions({}, report).filter(({ unavailable }) => unavailable);
    expect(greyed).toHaveLength(5);
  });

  test('a mode that nobody chose is the best that ends within ten minutes: r²SCAN-3c for phenol, GFN2-xTB for what is large', () => {
    const timed = z.parse(MethodReport, {
      workers: 1,
      capabilities: ['bde', 'xtb', 'pyscf'],
      methods: {
        gfn2_xtb: { available: true, engine: 'tblite', seconds_per_gradient: 0.02, atoms: 24, exponent: 2 },
        r2scan_3c: { available: true, engine: 'pyscf', seconds_per_gradient: 25, atoms: 13, exponent: 2 },
      },
    });
    const data = { ...definition.defaults(), atoms: [6] };
    const [offer] = definition.offers(data, timed);
    expect(offer?.action).toBe('Use the best mode that ends within ten minutes');
    const open = offer?.apply(data) ?? {};
    expect(definition.offers(open, timed)).toEqual([]);
    expect(definition.problems(open, inputs, timed)).toEqual([]);
    const prepared = definition.prepare(open, inputs, timed);
    expect(prepared).toMatchObject({
      mode: 'r2scan3c_gfn2_by_class',
      multistage_opt_settings: {
        optimization_settings: [{ method: 'gfn2_xtb', tasks: ['optimize', 'frequencies'] }],
        singlepoint_settings: { method: 'r2scan_3c', tasks: ['energy'] },
      },
    });
    const row = Array.from({ length: 40 }, (_, index) => ({ atomic_number: 6, position: [1.5 * index, 0, 0] }));
    const hydrogens = row.map(({ position: [x = 0] }) => ({ atomic_number: 1, position: [x, 1.1, 0] }));
    const large = {
      molecule: z.parse(Molecule, { charge: 0, multiplicity: 1, atoms: [...row, ...hydrogens] }),
      smiles: null,
    };
    const [choice] = definition.choices({ ...open, atoms: [], all_CH: true }, large, timed);
    expect(choice).toMatchObject({ path: 'mode', value: 'gfn2_bond_type' });
    expect(choice?.reason).toContain('run only on request');
    expect(definition.choices({ ...open, mode: 'gfn2_bond_type' }, inputs, timed)).toEqual([]);
  });

  test('notices: what our own mode is', () => {
    const [own] = definition.notices({ mode: 'gfn2_bond_type', all_CH: true }, inputs, report);
    expect(own).toMatchObject({ kind: 'info', title: 'GFN2-xTB, by bond class' });
    expect(own?.body).toMatch(/Error: ± \d\.\d+ \(RMSE, n = \d+\)\./);
    expect(definition.notices({ mode: 'OMOL25_CONSERVING_S', all_CH: true }, inputs, report)).toEqual([]);
  });

  test('a resubmission drops the bonds that a flag chooses, and keeps the others', () => {
    const stored = {
      initial_molecule: molecule,
      mode: 'OMOL25_CONSERVING_S',
      all_CH: true,
      all_CX: true,
      atoms: [3, 4, 5, 6],
      fragment_indices: [[2, 6], [3], [4], [5], [6]],
    };
    const { value, changes } = definition.resubmit(stored, null);
    expect(value).toMatchObject({ all_CH: true, all_CX: true, atoms: [6], fragment_indices: [[2, 6]] });
    expect(changes).toEqual([expect.objectContaining({ what: 'atoms', kind: 'dropped', from: [3, 4, 5], to: [6] })]);
    expect(definition.prepare(value, inputs)).toMatchObject({ fragment_indices: stored.fragment_indices });
    expect(definition.resubmit({ ...stored, all_CH: false, all_CX: false }, null)).toMatchObject({
      value: { atoms: [3, 4, 5, 6], fragment_indices: [[2, 6]] },
      changes: [],
    });
    expect(definition.resubmit({ ...stored, mode: 'sloppy' }, null).value.mode).toBe('OMOL25_CONSERVING_S');
  });
});

describe('results', () => {
  test('tabs, structures of the molecule and of both fragments, calculations', () => {
    expect(definition.tabs(item(done), new Map()).map(({ title }) => title)).toEqual(['bde', 'info']);
    expect(definition.structures(item(done)).map(({ id, name }) => [id, name])).toEqual([
      [uuids[0], 'Optimized Structure'],
      [uuids[1], 'C1–H4: Fragment 1'],
      [uuids[2], 'C1–H4: Fragment 2'],
      [uuids[3], 'C1–O2: Fragment 2'],
    ]);
    expect(definition.structures(item({ ...done, bdes: [] })).map(({ name }) => name)).toEqual(['Optimized Structure']);
    expect(definition.calculations(item(done))).toEqual(uuids);
    expect(definition.misfits(done)).toEqual([]);
  });

  test('energies in kcal/mol beside the Hartree; a failed bond says so', () => {
    const [table] = definition.tables(item(done), new Map());
    const column = (id: string) => table?.columns.find((each) => each.id === id);
    expect(column('bond')?.values).toEqual(['C1–H4', 'C1–O2']);
    const bde = column('bde');
    expect(bde).toMatchObject({ unit: 'kcal/mol', precision: 2 });
    expect(bde?.kind === 'number' ? [0, 1].map((row) => formatValue(bde, row)) : []).toEqual(['100.40', 'Failed']);
    expect(column('energy')).toMatchObject({ unit: 'Hartree', precision: 6 });
    expect(column('difference')?.values[0]).toBeCloseTo(0.17 * 627.509474, 6);
    expect(column('error')?.values).toEqual(['± 3.56 kcal/mol (RMSE, ExpBDE54)', null]);
    expect(table?.structures).toEqual([uuids[0], uuids[0]]);
  });

  test('the links of a row lead to the last calculations of both fragments and of the molecule', () => {
    const parsed = { ...z.parse(BondDissociationResults, done), mode: done.mode };
    const [row] = bondDissociationRows(parsed, molecule);
    expect(row).toMatchObject({ fragment1: uuids[1], fragment2: uuids[2], underlying: uuids[0], atoms: [4] });
    expect(bondDissociationRows(parsed, null)[1]?.bond).toBe('atoms 2, 6');
  });

  test('error by mode and kind of bond', () => {
    const error = (mode: string, fragment: number[]) => {
      const bdes = [{ ...done.bdes[0], fragment_idxs: fragment }];
      const [table] = definition.tables(item({ ...done, mode, bdes }), new Map());
      return table?.columns.find(({ id }) => id === 'error')?.values[0];
    };
    expect(error('g_xtb//gfn2_xtb', [4])).toBe('± 4.66 kcal/mol (RMSE, ExpBDE54)');
    const weakest = (mode: string) => definition.values(item({ ...done, mode }), new Map())[0];
    expect(written(weakest('g_xtb//gfn2_xtb'))).toMatchObject({
      uncertainty: 4.66,
      remark: expect.stringContaining('ExpBDE54'),
    });
    expect(written(weakest('rapid'))).toMatchObject({
      uncertainty: null,
      remark: expect.stringContaining('not calibrated'),
    });
    expect(error('rapid', [4])).toBe('not calibrated');
    // The kind alone is known where a run recorded no class: its class with the largest error counts.
    expect(error('gfn2_bond_type', [4])).toMatch(/^± \d\.\d+ \(leave-one-out RMSE, n = \d+\)$/);
    expect(error('gfn2_bond_type', [2, 6])).toBe('outside calibration');
  });

  test('a bond has the class that the run recorded, with the error of that class beside it', () => {
    const recorded = {
      ...item({ ...done, mode: 'r2scan3c_gfn2_by_class' }),
      provenance: provenanceWith(['alpha C–H', null]),
    };
    const [table] = definition.tables(recorded, new Map());
    const column = (id: string) => table?.columns.find((each) => each.id === id)?.values;
    expect(column('class')).toEqual(['alpha C–H', null]);
    const { 'alpha C–H': alpha } = accuracy['bde/r2scan3c_gfn2_by_class'].classes;
    expect(column('error')?.[0]).toBe(`± ${alpha.leaveOneOut} (leave-one-out RMSE, n = ${alpha.size})`);
    const [value] = definition.values(recorded, new Map());
    expect(value).toMatchObject({
      uncertainty: alpha.leaveOneOut,
      remark: `C1–H4, ±: leave-one-out RMSE of ${alpha.size} values, alpha C–H`,
    });
  });

  test('B3LYP says beside an O–H bond, and beside the weakest bond where it is one, that it comes out too weak', () => {
    const bdes = [
      { ...done.bdes[0], fragment_idxs: [4], energy: 0.16 },
      { ...done.bdes[0], fragment_idxs: [6], energy: 0.15 },
    ];
    const noted = (mode: string) => {
      const [table] = definition.tables(item({ ...done, mode, bdes }), new Map());
      return table?.columns.find(({ id }) => id === 'note')?.values;
    };
    expect(noted('b3lyp_631gd_gfn2_linear')).toEqual([null, expect.stringContaining('5 kcal/mol too weak')]);
    expect(noted('r2scan3c_gfn2_by_class')).toBeUndefined();
    const [value] = definition.values(item({ ...done, mode: 'b3lyp_631gd_gfn2_linear', bdes }), new Map());
    expect(value?.note).toContain('too weak');
  });

  test('the weakest bond is a value to compare items by', () => {
    const bdes = [
      { ...done.bdes[0], fragment_idxs: [4], energy: 0.17 },
      { ...done.bdes[0], fragment_idxs: [5], energy: 0.16 },
      { ...done.bdes[0], fragment_idxs: [6], energy: null },
    ];
    const [weakest] = definition.values(item({ ...done, bdes }), new Map());
    expect(weakest).toMatchObject({ path: 'weakest_bond', unit: 'kcal/mol', value: expect.closeTo(100.4015, 4) });
    expect(written(weakest?.remark)).toContain('5');
    expect(definition.values(item({ ...done, bdes: [] }), new Map())[0]).toMatchObject({ value: null, remark: null });
  });

  test('without entries: the exact text once completed', () => {
    const empty = (status: number) => definition.tables(item({ ...done, bdes: [] }, status), new Map())[0]?.empty;
    expect(empty(2)).toBe('No BDEs found for this structure.');
    expect(empty(1)).toBe('No BDEs yet.');
  });

  test('works: methods, and what our own modes were fitted on', () => {
    const ids = (mode: string) => citationsOf(definition, { mode }).map(({ id }) => id);
    expect(ids('R2SCAN3C//GFN2_XTB')).toEqual(expect.arrayContaining(['gfn2_xtb', 'r2scan_3c', 'geometric']));
    expect(ids('gfn2_bond_type')).toEqual(expect.arrayContaining(['gfn2_xtb', 'ruscic2004']));
  });
});
