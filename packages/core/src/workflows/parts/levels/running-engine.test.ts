import { expect, test } from 'vitest';
import type { MethodReport } from '../../../entities/method-report.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import definition from '../../types/basic_calculation/index.ts';
import { withLevelParts } from './level-fields.ts';
import { runningEngine } from './running-engine.ts';

const water = {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0] },
    { atomic_number: 1, position: [0.96, 0, 0] },
    { atomic_number: 1, position: [-0.24, 0.93, 0] },
  ],
} as unknown as Molecule;
const pyscf = { available: true, engine: 'pyscf', version: '2.14.0', reason: null, solvent_models: ['cpcm', 'SMD'] };
const orca = { ...pyscf, engine: 'orca', version: '6.1.0' };
const psi4 = { ...pyscf, engine: 'psi4', version: '1.3.2', solvent_models: [] };
const failing = { ...psi4, available: false, reason: 'It failed on a test molecule.' };
const report = {
  workers: 2,
  capabilities: ['basic_calculation', 'dft', 'orca', 'psi4', 'mopac'],
  methods: {
    b3lyp: { ...pyscf, engines: { pyscf, orca, psi4 } },
    r2scan: { ...pyscf, engines: { pyscf, psi4: failing } },
    dsd_blyp_d3bj: orca,
    pm7: { ...orca, engine: 'mopac', version: '22.0.6', solvent_models: ['cosmo'] },
  },
} as unknown as MethodReport;
const dataOf = (settings: Record<string, unknown>) => ({
  settings: { method: 'b3lyp', basis_set: { name: 'def2-SVP' }, tasks: ['energy'], ...settings },
});
const inputs = { molecule: water, smiles: null, inspection: null };
const problems = (settings: Record<string, unknown>) =>
  definition.problems(dataOf(settings), inputs, report).map(({ field, detail }) => `${field}: ${detail}`);
const needs = (settings: Record<string, unknown>) =>
  definition.capabilities(definition.prepare(dataOf(settings), inputs, report), report);

test('a job waits for the program that it names, and without a name for the engine that comes with Cuvette', () => {
  expect(needs({})).toEqual(['basic_calculation', 'dft']);
  expect(needs({ engine: 'orca' })).toEqual(['basic_calculation', 'orca']);
  expect(needs({ engine: 'psi4' })).toEqual(['basic_calculation', 'psi4']);
  // What only a program has goes to it unnamed.
  expect(needs({ method: 'dsd_blyp_d3bj' })).toEqual(['basic_calculation', 'orca']);
  expect(needs({ method: 'pm7', basis_set: null })).toEqual(['basic_calculation', 'mopac']);
  // Psi4 is the public client's name for every functional: where it cannot do the job, another engine does, as before.
  expect(needs({ method: 'r2scan', engine: 'psi4' })).toEqual(['basic_calculation', 'dft']);
  const solvent_settings = { solvent: 'water', model: 'cpcm' as const };
  expect(needs({ engine: 'psi4', solvent_settings })).toEqual(['basic_calculation', 'dft']);
  expect(needs({ engine: 'orca', excited_state_settings: { num_excitations: 3 } })).toEqual([
    'basic_calculation',
    'dft',
  ]);
  expect(runningEngine(report, { method: 'b3lyp', engine: 'orca', solvent_settings })?.engine).toBe('orca');
});

test('a program that no worker has for a method is refused with those that do', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ engine: 'orca' })).toEqual([]);
  expect(problems({ method: 'r2scan', engine: 'orca' })).toEqual([
    'settings.engine: No worker of this server has ORCA for r²SCAN. Leave the engine out, or choose one of Psi4, PySCF, GPU4PySCF.',
  ]);
  expect(problems({ method: 'dsd_blyp_d3bj', basis_set: null })).toEqual([
    'settings.basis_set.name: DSD-BLYP-D3BJ needs a basis set; choose one, for instance def2-SVP.',
  ]);
  expect(problems({ method: 'pm7', basis_set: null, tasks: ['frequencies'] })[0]).toContain('PM7 does not offer');
});

test('the form offers a program where there are several, with versions, and what failed greyed with its reason', () => {
  const field = withLevelParts(definition.fields, report).find(({ path }) => path === 'settings.engine');
  if (field?.kind !== 'select') throw new Error('There is no choice of a program.');
  expect(field.shown?.(dataOf({}))).toBe(true);
  expect(field.shown?.(dataOf({ method: 'pm7' }))).toBe(false);
  expect(field.options(dataOf({}), report).map(({ title }) => title)).toEqual([
    'Automatic (PySCF 2.14.0)',
    'PySCF 2.14.0',
    'ORCA 6.1.0',
    'Psi4 1.3.2',
  ]);
  expect(field.options(dataOf({ method: 'r2scan' }), report)[2]).toMatchObject({
    value: 'psi4',
    unavailable: 'It failed on a test molecule.',
  });
  // Without workers that have several, no form has the field.
  const plain = { ...report, methods: { b3lyp: pyscf } } as unknown as MethodReport;
  const there = withLevelParts(definition.fields, plain).find(({ path }) => path === 'settings.engine');
  expect(there?.shown?.(dataOf({}))).toBe(false);
});
