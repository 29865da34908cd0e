import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { forgivingEnum } from '../../../entities/scalars.ts';
import { defineWorkflow } from '../../define.ts';
import { defineResults } from '../../define-results.ts';
import type { WorkflowInputs } from '../../definition.ts';
import { inputAtomCount } from '../inputs/input-problems.ts';
import { moleculeInput } from '../inputs/input-shapes.ts';
import { optionWithMethod } from './timed-settings.ts';

const settings = z.looseObject({
  ...moleculeInput,
  refinement: z._default(forgivingEnum(['auto', 'none', 'r2scan_3c', 'wb97x_3c']), 'auto'),
});

const shown = defineResults({
  entry: { order: 0, type: 'basic_calculation', path: '/timed', aliases: [], title: 'Timed' },
  settings,
  results: z.looseObject({}),
  structures: () => [],
  tables: () => [],
  headline: () => ({ values: [], sentence: null }),
  tabs: () => [],
  cite: () => [],
});

/** A type whose refinement takes a minute for each atom with r²SCAN-3c, twice that with ωB97X-3c, and refuses helium with the latter. */
const definition = defineWorkflow(shown, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  seconds: ({ refinement }) => (refinement === 'none' ? 5 : 100),
  timed: [
    {
      path: 'refinement',
      options(_data, inputs, report) {
        const atoms = inputAtomCount(inputs) ?? 0;
        return [
          optionWithMethod('wb97x_3c', 'ωB97X-3c single points', 'wb97x_3c', 120 * atoms, report),
          optionWithMethod('r2scan_3c', 'r²SCAN-3c single points', 'r2scan_3c', 60 * atoms, report),
          { value: 'none', title: 'no refinement', seconds: 5 },
        ];
      },
    },
  ],
  rules: [
    ({ refinement }, { molecule }) =>
      refinement === 'wb97x_3c' && molecule?.atoms.some(({ atomic_number }) => atomic_number === 2)
        ? [{ field: 'refinement', detail: 'Helium is not taken.' }]
        : [],
  ],
  fields: [],
});

const method = { available: true, engine: 'pyscf' };
const both = z.parse(MethodReport, {
  workers: 1,
  capabilities: ['basic_calculation'],
  methods: { r2scan_3c: method, wb97x_3c: method },
});
const one = { ...both, methods: { r2scan_3c: both.methods.r2scan_3c as never } };
const atoms = (count: number, atomic_number = 1): WorkflowInputs => ({
  molecule: z.parse(Molecule, {
    charge: 0,
    multiplicity: 1,
    atoms: Array.from({ length: count }, (_, index) => ({ atomic_number, position: [index, 0, 0] })),
  }),
  smiles: null,
});
const chosen = (data: object, inputs: WorkflowInputs, report: MethodReport | null = both) =>
  definition.prepare({ ...data }, inputs, report).refinement;

describe('a setting that nobody chose', () => {
  test('gets its best option that ends within ten minutes; what was chosen stays', () => {
    expect([2, 4, 8, 12].map((count) => chosen({}, atoms(count)))).toEqual([
      'wb97x_3c',
      'wb97x_3c',
      'r2scan_3c',
      'none',
    ]);
    expect(chosen({ refinement: 'auto' }, atoms(8))).toBe('r2scan_3c');
    expect(chosen({ refinement: null }, atoms(8))).toBe('r2scan_3c');
    expect(chosen({ refinement: 'none' }, atoms(2))).toBe('none');
    expect(chosen({ refinement: 'wb97x_3c' }, atoms(12))).toBe('wb97x_3c');
    expect(chosen({}, atoms(2), null)).toBe('none');
  });

  test('gets no option that cannot run: a method that is not here, a rule that refuses it', () => {
    expect(chosen({}, atoms(2), one)).toBe('r2scan_3c');
    expect(chosen({}, atoms(2, 2))).toBe('r2scan_3c');
    expect(definition.problems({}, atoms(2, 2), both)).toEqual([]);
    expect(definition.problems({ refinement: 'wb97x_3c' }, atoms(2, 2), both)).toHaveLength(1);
  });

  test('says what was chosen and why, with the times of the other options', () => {
    expect(definition.choices({}, atoms(8), both)).toEqual([
      {
        path: 'refinement',
        value: 'r2scan_3c',
        title: 'r²SCAN-3c single points',
        seconds: 480,
        reason:
          'Chosen: r²SCAN-3c single points, about 8 minutes on this server. ωB97X-3c single points would take about 16 minutes; methods that take longer than 10 minutes run only on request.',
        others: [
          { value: 'wb97x_3c', title: 'ωB97X-3c single points', seconds: 960 },
          { value: 'none', title: 'no refinement', seconds: 5 },
        ],
      },
    ]);
    const [refused] = definition.choices({}, atoms(2, 2), both);
    expect(refused?.reason).toContain('ωB97X-3c single points cannot be used: Helium is not taken.');
    expect(refused?.others[0]).toMatchObject({ value: 'wb97x_3c', unavailable: 'Helium is not taken.' });
    expect(definition.choices({ refinement: 'none' }, atoms(8), both)).toEqual([]);
  });

  test('counts in the expected time, which is that of what will run', () => {
    expect(definition.resources({}, atoms(8), both).seconds).toBe(100);
    expect(definition.resources({}, atoms(12), both).seconds).toBe(5);
  });
});
