import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport, Molecule, SmilesInspection } from '../../../entities/index.ts';
import { mmff94Elements, methods as platformMethods } from '../../../methods/methods.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import definition from './index.ts';

const water = [
  { atomic_number: 8, position: [0, 0, 0.1173] },
  { atomic_number: 1, position: [0, 0.7572, -0.4692] },
  { atomic_number: 1, position: [0, -0.7572, -0.4692] },
];
const moleculeOf = (atoms: object[], more: object = {}) => ({
  molecule: z.parse(Molecule, { charge: 0, multiplicity: 1, atoms, ...more }),
  smiles: null,
});
const dimer = [
  ...water,
  ...water.map(({ atomic_number, position }) => ({ atomic_number, position: [...position.slice(0, 2), 4] })),
];
const written = (smiles: string, inspection: object = {}) => ({
  molecule: null,
  smiles,
  inspection: z.parse(SmilesInspection, { smiles, elements: [1, 6, 8], ...inspection }),
});
const fieldsOf = (data: object, inputs: object = written('CCO')) =>
  definition.problems({ ...data }, inputs as never, null).map(({ field }) => field);
const detailsOf = (data: object, inputs: object) =>
  definition.problems({ ...data }, inputs as never, null).map(({ detail }) => detail);
const allowed = (conf_gen_mode: string) => definition.limits({ conf_gen_mode }).elements?.allowed;
const quick = ['reckless', 'rapid'];
const thorough = ['careful', 'meticulous'];

describe('modes of the generation', () => {
  test('reckless, rapid, careful, meticulous and manual; auto becomes rapid', () => {
    expect([...(definition.modes.conf_gen_mode ?? [])].sort()).toEqual([
      'careful',
      'manual',
      'meticulous',
      'rapid',
      'reckless',
    ]);
    expect(definition.prepare({ conf_gen_mode: 'auto' }, written('CCO'))).toMatchObject({ conf_gen_mode: 'rapid' });
    expect(fieldsOf({ conf_gen_mode: 'debug' })).toContain('conf_gen_mode');
  });

  test('reckless and rapid take no open shell and no constraints, careful and meticulous take both', () => {
    const radical = moleculeOf(water, { charge: 1, multiplicity: 2 });
    const constraints = [{ constraint_type: 'bond', atoms: [1, 2] }];
    for (const conf_gen_mode of quick) {
      expect(definition.limits({ conf_gen_mode })).toMatchObject({ openShell: false, constraints: false });
      expect(detailsOf({ conf_gen_mode }, radical)[0]).toContain('closed-shell structures only');
      expect(fieldsOf({ conf_gen_mode, constraints })).toEqual(['constraints']);
    }
    for (const conf_gen_mode of thorough) {
      expect(definition.limits({ conf_gen_mode })).toMatchObject({ openShell: true, constraints: true });
      expect(detailsOf({ conf_gen_mode }, radical)).toEqual([]);
      expect(fieldsOf({ conf_gen_mode, constraints })).toEqual([]);
    }
  });

  test('only reckless takes no transition states', () => {
    const refused = [...quick, ...thorough].filter((conf_gen_mode) =>
      fieldsOf({ conf_gen_mode, transition_state: true }).includes('transition_state'),
    );
    expect(refused).toEqual(['reckless']);
    expect(definition.limits({ conf_gen_mode: 'reckless' }).transitionState).toBe(false);
    expect(definition.limits({ conf_gen_mode: 'rapid' }).transitionState).toBe(true);
  });

  test('elements: those of MMFF94 for reckless and rapid, of GFN-FF for careful, of GFN2-xTB for meticulous', () => {
    expect(allowed('reckless')).toEqual(mmff94Elements);
    expect(allowed('rapid')).toEqual(mmff94Elements);
    expect(mmff94Elements).toEqual(expect.arrayContaining([1, 6, 7, 8, 9, 14, 15, 16, 17, 35, 53]));
    expect(mmff94Elements).not.toContain(5);
    expect(allowed('careful')).toEqual(platformMethods.get('gfn_ff')?.elements);
    expect(allowed('meticulous')).toEqual(platformMethods.get('gfn2_xtb')?.elements);
    const borane = written('B', { elements: [1, 5] });
    for (const conf_gen_mode of quick) expect(detailsOf({ conf_gen_mode }, borane)[0]).toContain('MMFF94');
    for (const conf_gen_mode of thorough) expect(detailsOf({ conf_gen_mode }, borane)).toEqual([]);
    expect(detailsOf({ conf_gen_mode: 'careful' }, written('[Rf]', { elements: [104] }))[0]).toContain('GFN-FF');
    expect(detailsOf({ conf_gen_mode: 'meticulous' }, written('[Fr]', { elements: [87] }))[0]).toContain('GFN2-xTB');
  });

  test('several separate molecules, in a SMILES or by their coordinates, need careful or meticulous mode with NCI mode', () => {
    for (const inputs of [written('CC.O', { fragments: 2 }), moleculeOf(dimer)]) {
      for (const conf_gen_mode of quick) {
        expect(detailsOf({ conf_gen_mode, nci: true }, inputs)[0]).toContain('2 separate molecules');
      }
      for (const conf_gen_mode of thorough) {
        expect(detailsOf({ conf_gen_mode, nci: false }, inputs)[0]).toContain('with NCI mode');
        expect(detailsOf({ conf_gen_mode, nci: true }, inputs)).toEqual([]);
      }
    }
    // Where CREST is not installed, our own generator is named; it takes them.
    const report = { workers: 1, capabilities: ['rdkit', 'monte_carlo'], methods: {} } as never;
    const own = /needs manual conformer generation with Monte Carlo multiple minimum and NCI mode\. .* no worker has/;
    const [told] = definition.problems({ conf_gen_mode: 'rapid' }, moleculeOf(dimer), report);
    expect(told?.detail).toMatch(own);
    const manual = { conf_gen_mode: 'manual', conf_gen_settings: { settings_type: 'monte_carlo_multiple_minimum' } };
    expect(detailsOf({ ...manual, nci: true }, moleculeOf(dimer))).toEqual([]);
    expect(detailsOf({ conf_gen_mode: 'rapid' }, moleculeOf(water))).toEqual([]);
    // The parts of a transition state are joined by bonds that are too long to be seen.
    expect(detailsOf({ conf_gen_mode: 'rapid', transition_state: true }, moleculeOf(dimer))).toEqual([]);
  });

  test('NCI mode is asked for in careful and meticulous mode', () => {
    const field = definition.fields.find(({ path }) => path === 'nci');
    expect(quick.map((conf_gen_mode) => field?.shown?.({ conf_gen_mode }))).toEqual([false, false]);
    expect(thorough.map((conf_gen_mode) => field?.shown?.({ conf_gen_mode }))).toEqual([true, true]);
  });
});

describe('final methods and generators', () => {
  test('the final method is chosen by hand or by the rapid chain, beside the other chains', () => {
    const field = definition.fields.find(({ path }) => path === 'mso_mode');
    const report = z.parse(MethodReport, { workers: 1, capabilities: [], methods: {} });
    const options = field?.kind === 'select' ? field.options({}, report) : [];
    expect(options.map(({ value }) => value)).toEqual(['rapid', 'reckless', 'careful', 'meticulous', 'manual']);
    const own = definition.fields.find(({ path }) => path.endsWith('.method'));
    expect(own?.shown?.({ mso_mode: 'manual' })).toBe(true);
    expect(own?.shown?.({ mso_mode: 'rapid' })).toBe(false);
    expect(definition.defaults()).toMatchObject({ conf_gen_mode: 'rapid' });
  });

  test('without CREST a search by Monte Carlo is offered by name, and takes complexes', () => {
    const report = z.parse(MethodReport, { workers: 1, capabilities: ['rdkit', 'monte_carlo'], methods: {} });
    const [problem] = definition
      .problems({ conf_gen_mode: 'careful' }, written('CCO'), report)
      .filter(({ field }) => field === 'conf_gen_mode');
    expect(problem?.detail).toContain('manual (with monte_carlo_multiple_minimum)');
    const conf_gen_settings = { settings_type: 'monte_carlo_multiple_minimum' };
    const own = { conf_gen_mode: 'manual', conf_gen_settings };
    const details = (data: Record<string, unknown>) =>
      definition
        .problems(data, written('O.O', { fragments: 2 }), report)
        .map(({ detail }) => detail)
        .filter((detail) => /separate molecules|Monte Carlo/.test(detail));
    expect(details({ ...own, nci: true })).toEqual([]);
    expect(details(own)).toHaveLength(1);
  });

  test('Lyrebird warns by its exact title: a research preview, to be verified', () => {
    const [notice, ...others] = definition.notices(
      { conf_gen_mode: 'manual', conf_gen_settings: { settings_type: 'lyrebird' } },
      written('CCO'),
      null,
    );
    expect(notice).toMatchObject({ kind: 'warning', title: 'Lyrebird Results May Be Low-Quality' });
    expect(notice?.body).toMatch(/research preview.*Verify its output/i);
    expect(others).toEqual([]);
    expect(definition.notices({}, written('CCO'), null)).toEqual([]);
  });
});

describe('items', () => {
  const [first, second] = ['6649665a-0b0b-5a60-a984-df1b26ba0614', 'c3453888-d2dd-505d-b29c-6b6a7d32dae3'] as const;

  test('an older item lists its conformers as the older type does, and names its method; nothing of it is written', () => {
    const data = {
      settings: { final_method: 'aimnet2_wb97md3' },
      conformers: [
        { energy: -1, weight: 0.8, uuid: first },
        { energy: -0.9, weight: 0.2, uuid: 'oops' },
      ],
    };
    const item = finishedItem('conformer_search', data);
    expect(definition.misfits(data)).toEqual([]);
    expect(definition.structures(item).map(({ id, name }) => [id, name])).toEqual([[first, 'Conformer 1']]);
    const [table] = definition.tables(item, new Map());
    const values = (id: string) => [...(table?.columns.find((column) => column.id === id)?.values ?? [])];
    expect([values('energy'), values('weight'), table?.structures]).toEqual([
      [-1, -0.9],
      [80, 20],
      [first, null],
    ]);
    const prepared = { ...definition.prepare({}, written('CCO')), initial_smiles: 'CCO' };
    expect(Object.keys(prepared)).not.toEqual(expect.arrayContaining(['conformers']));
    expect(differencesFromPublic('conformer_search', prepared)).toEqual({ unexpected: [], unused: [] });
    const newer = finishedItem('conformer_search', { ...data, energies: [-2], conformer_uuids: [[null, second]] });
    expect(definition.structures(newer).map(({ id }) => id)).toEqual([second]);
  });

  test('a way of making conformers that is not here is refused with those that are', () => {
    const data = { conf_gen_settings: { settings_type: 'confab' } };
    expect(definition.problems(data, written('CCO'), null)).toContainEqual({
      field: 'conf_gen_settings.settings_type',
      detail:
        'conf_gen_settings.settings_type: is not a known conformer generator; choose etkdg (ETKDG), imtd (CREST), lyrebird (Lyrebird), monte_carlo_multiple_minimum (Monte Carlo) or openconf (found "confab").',
    });
  });

  test('given conformers need no generator, whatever is missing, and are one molecule', () => {
    const inputs = moleculeOf(water);
    const { molecule } = inputs;
    const chain = { mso_mode: 'manual', multistage_opt_settings: { optimization_settings: [{ method: 'gfn2_xtb' }] } };
    const given = (...initial_conformers: object[]) => ({ ...chain, conf_gen_mode: 'careful', initial_conformers });
    const withoutCrest = z.parse(MethodReport, {
      workers: 1,
      capabilities: ['conformer_search', 'rdkit', 'xtb'],
      methods: { gfn2_xtb: { available: true } },
    });
    const problems = (data: object) => definition.problems({ ...data }, inputs as never, withoutCrest);
    expect(problems(given()).map(({ field }) => field)).toEqual(['conf_gen_mode']);
    expect(problems(given(molecule, molecule))).toEqual([]);
    // Turned, a ring lists the bonds of its last atom the other way round.
    const ring = (turn: number) => ({
      charge: 0,
      multiplicity: 1,
      atoms: Array.from({ length: 6 }, (_, place) => {
        const angle = (place * Math.PI) / 3 + turn;
        return { atomic_number: 6, position: [1.39 * Math.cos(angle), 1.39 * Math.sin(angle), 0] as const };
      }),
    });
    const benzene = { ...inputs, molecule: ring(0) } as never;
    expect(definition.problems(given(ring(0) as never, ring(Math.PI) as never), benzene, withoutCrest)).toEqual([]);
    expect(definition.prepare(given(molecule), inputs as never)).toMatchObject({ conf_gen_settings: null });
    expect(definition.capabilities(given(molecule))).not.toContain('crest');
    const others = [
      { ...molecule, charge: 2 },
      { ...molecule, atoms: [...water].reverse() },
      moleculeOf(dimer).molecule,
    ];
    for (const other of others) {
      expect(problems(given(molecule, other))).toEqual([
        {
          field: 'initial_conformers.1',
          detail: expect.stringMatching(/^Conformer 2 is another molecule than the first one: /),
        },
      ]);
    }
  });

  test('tabs', () => {
    const item = finishedItem('conformer_search', {});
    expect(definition.tabs(item, new Map()).map(({ title }) => title)).toEqual(['Conformer Search', 'info']);
  });
});
