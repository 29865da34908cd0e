import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { impossibleSpinText } from '../../../chemistry/index.ts';
import { ItemProvenance, MethodReport, Molecule, WorkflowItem } from '../../../entities/index.ts';
import { multistageSettings } from '../../../methods/index.ts';
import { formatValue } from '../../../tables/index.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { readOfType } from '../../../testing/read-file.js';
import { written } from '../../../testing/written.ts';
import { citationsOf } from '../../citations/citations.ts';
import { entryOfType } from '../../index.ts';
import { namedValuesOf } from '../../items/named-values.ts';
import definition from './index.ts';

const item = z.parse(WorkflowItem, readOfType('spin_states', 'example-result'));
const stored = item.object_data as Record<string, unknown>;
const methylene = z.parse(Molecule, stored.initial_molecule);
const inputs = { molecule: methylene, smiles: null };
const report = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['spin_states', 'xtb'],
  methods: { gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] } },
});
const manual = { mode: 'manual', multistage_opt_settings: { optimization_settings: [{ method: 'gfn2_xtb' }] } };
const details = (data: object, given = inputs) =>
  definition.problems({ ...data }, given, null).map(({ field, detail }) => [field, detail]);
const methodsOf = (data: object) => definition.methodsUsed(definition.prepare({ ...data }, inputs));
const calculations = ['7e23de42-067a-5664-aac7-f8bd8d306419', 'f12a6f03-fa32-5d36-8b23-cb4c286e605f'];

test('head as in the catalogue', () => {
  const { type, path, aliases, title } = definition;
  expect(entryOfType('spin_states')).toMatchObject({ type, path, aliases, title });
});

test('has its fields', () => {
  expect(Object.keys({ ...definition.settings.shape, ...definition.results.shape })).toEqual(
    expect.arrayContaining(['spin_states', 'states', 'xtb_preopt', 'mode', 'constraints', 'frequencies']),
  );
  expect((stored.spin_states as object[])[0]).toHaveProperty('multiplicity', 1);
  expect(definition.misfits({ spin_states: [{ energy: 0, calculation: [] }] })[0]?.field).toBe(
    'spin_states.0.multiplicity',
  );
});

describe('submission', () => {
  test('defaults: multiplicities 1, 3 and 5, mode rapid', () => {
    expect(definition.defaults()).toMatchObject({ states: [1, 3, 5], mode: 'rapid', xtb_preopt: false, solvent: null });
    expect(details({})).toEqual([]);
  });

  test('the chain of each mode', () => {
    expect(methodsOf({ mode: 'reckless' })).toEqual(['gfn_ff', 'gfn2_xtb']);
    expect(methodsOf({ mode: 'rapid' })).toEqual(['gfn2_xtb', 'r2scan_3c']);
    expect(methodsOf({ mode: 'careful', xtb_preopt: true })).toEqual(['gfn2_xtb', 'r2scan_3c', 'wb97x_3c']);
    expect(methodsOf({ mode: 'meticulous' })).toEqual(['r2scan_3c', 'wb97x_3c', 'wb97m_d3bj']);
  });

  test('the general mode counts, and its copy and chain are stored with it', () => {
    const prepared = definition.prepare({ mode: 'careful', mso_mode: 'rapid' }, inputs);
    expect(prepared).toMatchObject({
      mode: 'careful',
      mso_mode: 'careful',
      multistage_opt_settings: { mode: 'careful' },
    });
    expect(definition.prepare(prepared, inputs)).toEqual(prepared);
    expect(definition.prepare({ mode: 'auto' }, inputs)).toMatchObject({ mode: 'rapid', mso_mode: 'rapid' });
    expect(definition.capabilities(prepared)).toEqual(['dft', 'spin_states']);
  });

  test('prepared data fit the public schema and equal the public defaults', () => {
    const prepared = { ...definition.prepare({}, inputs), initial_molecule: stored.initial_molecule };
    expect(validatePublic('spin_states', prepared)).toEqual([]);
    const { optimization_settings } = multistageSettings('rapid', {
      solvent: null,
      xtbPreoptimization: false,
      frequencies: false,
      transitionState: false,
      constraints: [],
    });
    expect(prepared).toMatchObject({ multistage_opt_settings: { optimization_settings } });
  });

  test('each multiplicity must be possible, once and above 0', () => {
    expect(details({ states: [1, 2] })).toEqual([['states.1', impossibleSpinText]]);
    expect(details({ states: [1, 11] })).toEqual([['states.1', impossibleSpinText]]);
    expect(details({ states: [1, 3, 1] })).toEqual([['states.2', 'The multiplicity 1 occurs twice.']]);
    expect(details({ states: [] })).toEqual([['states', 'Choose at least one multiplicity.']]);
    expect(details({ states: [0] })[0]?.[0]).toBe('states.0');
    const radical = { ...inputs, molecule: { ...methylene, charge: 1, multiplicity: 2 } };
    expect(details({}, radical).map(([, detail]) => detail)).toEqual(Array(3).fill(impossibleSpinText));
    expect(details({ states: [2, 4] }, radical)).toEqual([]);
    expect(definition.notices({}, radical, null)).toEqual([
      {
        kind: 'info',
        title: 'Possible Multiplicities',
        body: 'CH2 with charge 1 has 7 electrons; its lowest possible multiplicities are 2, 4, 6.',
      },
    ]);
  });

  test('a single point by hand runs last, an empty one is none', () => {
    const chain = (method: string) => ({
      mode: 'manual',
      multistage_opt_settings: { optimization_settings: [{ method: 'gfn2_xtb' }], singlepoint_settings: { method } },
    });
    expect(methodsOf(chain('b97_3c'))).toEqual(['gfn2_xtb', 'b97_3c']);
    expect(definition.notices(chain('b97_3c'), inputs, null)).toEqual([]);
    expect(details(chain(''))).toEqual([]);
    expect(methodsOf(chain(''))).toEqual(['gfn2_xtb']);
  });

  test('what the type does not take is refused', () => {
    expect(details({ transition_state: true })).toEqual([
      ['transition_state', 'Spin States does not take transition states.'],
    ]);
    expect(details({ mode: 'manual' })).toEqual([
      ['multistage_opt_settings', 'Manual mode needs at least one optimization or single point.'],
    ]);
    expect(details({ solvent: 'milk' })[0]?.[0]).toBe('solvent');
    expect(details({ constraints: [{ constraint_type: 'bond', atoms: [1] }] })[0]?.[0]).toBe('constraints.0.atoms');
    const closed = {
      mode: 'manual',
      multistage_opt_settings: { optimization_settings: [{ method: 'aimnet2_wb97md3' }] },
    };
    expect(details(closed)).toEqual([
      [
        'multistage_opt_settings.optimization_settings.0.method',
        'AIMNet2 takes closed-shell structures only; this one has multiplicity 3.',
      ],
    ]);
    expect(details({ ...closed, states: [1] })).toEqual([]);
  });

  test('GFN-xTB gets a warning, a density functional none', () => {
    expect(definition.notices({ ...manual }, inputs, report).map(({ kind, title }) => [kind, title])).toEqual([
      ['warning', 'GFN2-xTB Does Not Rank Spin States'],
    ]);
    expect(definition.notices({ mode: 'reckless' }, inputs, report)).toHaveLength(1);
    expect(definition.notices({ mode: 'rapid' }, inputs, report)).toEqual([]);
  });

  test('a server without a density functional offers GFN2-xTB by hand', () => {
    const data = { ...definition.defaults(), solvent: 'water' };
    expect(definition.problems(data, inputs, report)[0]?.field).toBe('mode');
    const [offer] = definition.offers(data, report);
    const accepted = offer?.apply(data) ?? {};
    expect(definition.problems(accepted, inputs, report)).toEqual([]);
    expect(definition.prepare(accepted, inputs)).toMatchObject({
      mode: 'manual',
      mso_mode: 'manual',
      multistage_opt_settings: {
        optimization_settings: [{ method: 'gfn2_xtb', solvent_settings: { solvent: 'water', model: 'alpb' } }],
      },
    });
    expect(definition.capabilities(definition.prepare(accepted, inputs))).toEqual(['spin_states', 'xtb']);
  });

  test('a resubmission takes the four modes only', () => {
    expect(definition.resubmit(stored, null)).toMatchObject({
      value: { mode: 'rapid', states: [1, 3, 5], multistage_opt_settings: null },
      changes: [],
    });
    const { value, changes } = definition.resubmit({ ...manual, transition_state: true }, null);
    expect(value).toMatchObject({ mode: 'rapid', transition_state: false });
    expect(changes.map(({ what, kind }) => [what, kind])).toEqual([
      ['transition_state', 'dropped'],
      ['mode', 'replaced'],
    ]);
    expect(definition.prepare(value, inputs)).toMatchObject({
      mode: 'rapid',
      multistage_opt_settings: { mode: 'rapid' },
    });
  });
});

describe('results', () => {
  const column = (data: object, id: string) => {
    const [table] = definition.tables({ ...item, object_data: { ...data } }, new Map());
    return table?.columns.find((each) => each.id === id);
  };

  test('tabs, structures and calculations', () => {
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual(['spin_states', 'info']);
    expect(definition.structures(item).map(({ id, name }) => [id, name])).toEqual([
      [calculations[0], 'Structure 1'],
      [calculations[1], 'Structure 2'],
      ['6bb29bbd-de94-5718-8835-d9b3a899f326', 'Structure 3'],
    ]);
    expect(definition.calculations(item).slice(0, 2)).toEqual(calculations);
    expect(definition.misfits(stored)).toEqual([]);
  });

  test('energies relative to the lowest in kcal/mol beside the Hartree', () => {
    expect([...(column(stored, 'multiplicity')?.values ?? [])]).toEqual([1, 3, 5]);
    const relative = column(stored, 'relative_energy');
    expect(relative).toMatchObject({ unit: 'kcal/mol', precision: 2, help: 'Above the lowest of these energies.' });
    // (-2.938303 + 2.967481) Hartree
    expect(relative?.values[1]).toBeCloseTo(18.31, 2);
    expect(column(stored, 'energy')).toMatchObject({ unit: 'Hartree', precision: 6 });
    expect(definition.tables(item, new Map())[0]?.structures.slice(0, 2)).toEqual(calculations);
    const [table] = definition.tables(item, new Map());
    expect(definition.values(item, new Map()).map(({ value }) => value)).toEqual([
      ...(table?.columns.find(({ id }) => id === 'relative_energy')?.values ?? []),
    ]);
  });

  test('a multiplicity without a result is a row that failed, once the run has ended', () => {
    const spin_states = (stored.spin_states as { multiplicity: number }[]).filter(
      ({ multiplicity }) => multiplicity !== 3,
    );
    const shown = (object_status: number) => {
      const [table] = definition.tables({ ...item, object_status, object_data: { ...stored, spin_states } }, new Map());
      const relative = table?.columns.find(({ id }) => id === 'relative_energy');
      const text = (row: number) => (relative?.kind === 'number' ? formatValue(relative, row) : '');
      return [[...(table?.columns[0]?.values ?? [])], text((table?.length ?? 0) - 1), table?.structures.at(-1)];
    };
    expect(shown(2)).toEqual([[1, 5, 3], 'Failed', null]);
    expect(shown(1)[0]).toEqual([1, 5]);
  });

  const openShell = (withheld: boolean, multiplicities = [1, 3]) => {
    const spin_projection = { broken_symmetry_energy: -150.3, projected_energy: -150.28, withheld };
    const states = [
      { multiplicity: 1, energy: withheld ? -150.3 : -150.28, calculation: [], spin_squared: 1, spin_projection },
      { multiplicity: 3, energy: -150.32, calculation: [], spin_squared: 2.01 },
    ];
    const data = { ...stored, states: multiplicities, mode: 'rapid', spin_states: states };
    const text = 'The singlet has unpaired electrons.';
    const where = { values: ['relative_energy_1'], table: 'spin_states', rows: [0] };
    const provenance = z.parse(ItemProvenance, { caveats: [{ severity: 'changes_number', text, ...where }] });
    const done = { ...item, object_data: data, provenance };
    const [table] = definition.tables(done, new Map());
    const values = (id: string) => [...(table?.columns.find((each) => each.id === id)?.values ?? [])];
    const relative = table?.columns.find(({ id }) => id === 'relative_energy');
    const shown = relative?.kind === 'number' ? formatValue(relative, 0) : '';
    return { values, shown, named: namedValuesOf(definition, done), misfits: definition.misfits(data) };
  };

  test('an open-shell singlet shows its projected gap with the caveat in its own row', () => {
    const { values, shown, named, misfits } = openShell(false);
    expect(misfits).toEqual([]);
    expect(shown).toBe('25.10');
    expect(values('broken_symmetry_energy')[0]).toBe(-150.3);
    expect(values('spin_contamination')).toEqual(['spin-projected', 'pure']);
    for (const [singlet, triplet] of [values('note'), named.map(({ note }) => note)]) {
      expect(written(singlet)).toMatch(
        /^The singlet has unpaired electrons\. r²SCAN-3c puts singlets .* off by [\d.]+ kcal/,
      );
      expect(triplet).toBe(null);
    }
  });

  test('a withheld gap is no number anywhere', () => {
    const { values, shown, named } = openShell(true);
    expect(shown).toBe('Withheld');
    expect(values('relative_energy')[1]).toBe(0);
    expect(named.map(({ value }) => value)).toEqual([null, 0]);
    expect(written(named[0]?.note)).toContain('The singlet has unpaired electrons.');
    // A quintet that failed beside it is not called withheld.
    expect(openShell(true, [1, 3, 5]).shown).toBe('Withheld or failed');
  });

  test('GFN-xTB energies never name a ground state', () => {
    const data = { ...stored, ...manual };
    const [table] = definition.tables({ ...item, object_data: data }, new Map());
    expect(table?.notes).toEqual(['GFN2-xTB does not rank spin states: this order may be wrong.']);
    for (const { note } of namedValuesOf(definition, { ...item, object_data: data })) {
      expect(written(note)).toContain('does not rank spin states');
    }
    const words = JSON.stringify([
      definition.tables({ ...item, object_data: data }, new Map()),
      definition.notices(data, inputs, report),
    ]);
    expect(words).not.toMatch(/ground state/i);
  });

  test('methods and optimizer are cited', () => {
    const must = citationsOf(definition, stored)
      .filter(({ level }) => level === 'must')
      .map(({ id }) => id);
    expect(must).toEqual(expect.arrayContaining(['gfn2_xtb', 'geometric']));
  });
});
