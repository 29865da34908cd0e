import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../entities/method-report.ts';
import enumerations from './fixtures/enumerations.json' with { type: 'json' };
import {
  basisSets,
  changeInWords,
  engines,
  forceOptimization,
  limitsOfReport,
  resolveEngine,
  resolveMode,
  resolveSettings,
  resolveSolvent,
} from './index.ts';

describe('single rules', () => {
  test('an engine that is not allowed is replaced by the first that supports the method', () => {
    expect(resolveEngine('b3lyp', 'pyscf')).toEqual({ value: 'pyscf', changes: [] });
    expect(resolveEngine('b3lyp', 'terachem').value).toBe('psi4');
    expect(resolveEngine('b3lyp', 'psi4', ['xtb', 'gpu4pyscf', 'pyscf'])).toMatchObject({
      value: 'gpu4pyscf',
      changes: [{ what: 'engine', kind: 'replaced', from: 'psi4', to: 'gpu4pyscf' }],
    });
    expect(resolveEngine('b3lyp', 'psi4', ['xtb'])).toMatchObject({ value: null, changes: [{ kind: 'dropped' }] });
    expect(resolveEngine('gfn2_xtb', null)).toEqual({ value: 'xtb', changes: [] });
    expect(resolveEngine('r2scan_3c', 'psi4', ['pyscf']).value).toBe('pyscf');
  });
  test('a mode comes from the list only', () => {
    expect(resolveMode('Careful', ['rapid', 'careful'], 'rapid')).toEqual({ value: 'careful', changes: [] });
    expect(resolveMode('debug', ['rapid', 'careful'], 'rapid').changes[0]).toMatchObject({
      kind: 'replaced',
      to: 'rapid',
    });
  });
  test('a solvent is null or known', () => {
    expect(resolveSolvent(null).changes).toEqual([]);
    expect(resolveSolvent('water').value).toBe('water');
    expect(resolveSolvent('beer')).toMatchObject({ value: null, changes: [{ kind: 'dropped', from: 'beer' }] });
    expect(resolveSolvent('water', ['acetonitrile']).changes[0]?.reason).toContain('Water is not offered');
  });
  test('a conformer search forces the optimization on', () => {
    expect(forceOptimization({ do_csearch: true, do_optimization: false })).toMatchObject({
      value: { do_csearch: true, do_optimization: true },
      changes: [{ what: 'do_optimization', kind: 'forced', from: false, to: true }],
    });
    expect(forceOptimization({ do_csearch: false, do_optimization: false }).changes).toEqual([]);
  });
});

describe('whole settings', () => {
  test('what a server does not have is dropped or replaced, each with a reason', () => {
    const settings = {
      method: 'B3LYP',
      engine: 'psi4',
      mode: 'debug',
      basis_set: { name: '6-31g*', overrides: [] },
      corrections: ['d4', 'gcp'],
      solvent_settings: { solvent: 'decane', model: 'cpcm' },
      opt_settings: { max_steps: 7 },
    };
    const { value, changes } = resolveSettings(settings, { modes: ['rapid', 'careful'] });
    expect(value).toEqual({
      method: 'b3lyp',
      engine: 'psi4',
      mode: 'rapid',
      basis_set: { name: '6-31G(d)', overrides: [] },
      corrections: ['d4'],
      solvent_settings: null,
      opt_settings: { max_steps: 7 },
    });
    expect(changes.map(({ what, kind, from, to }) => [what, kind, from, to])).toEqual([
      ['mode', 'replaced', 'debug', 'rapid'],
      ['basis_set', 'replaced', '6-31g*', '6-31G(d)'],
      ['corrections', 'dropped', 'gcp', null],
      ['solvent_settings', 'dropped', 'cpcm(decane)', null],
    ]);
    expect(changes.map(changeInWords)).toContain(
      'corrections: gcp dropped. The correction gcp is not offered for B3LYP on Psi4.',
    );
  });

  test('another letter case of a basis set is corrected without a change to accept; a composite method forces its own', () => {
    expect(resolveSettings({ method: 'hf', basis_set: { name: 'DEF2-svp' } })).toEqual({
      value: { method: 'hf', basis_set: { name: 'def2-SVP' } },
      changes: [],
    });
    expect(resolveSettings({ method: 'r2scan_3c', basis_set: { name: 'STO-3G' } })).toMatchObject({
      value: { basis_set: { name: 'def2-mTZVPP' } },
      changes: [{ kind: 'forced', from: 'STO-3G', to: 'def2-mTZVPP' }],
    });
    expect(resolveSettings({ method: 'gfn2_xtb', basis_set: { name: 'STO-3G' } }).value.basis_set).toBeNull();
    expect(resolveSettings({ method: 'hf', basis_set: { name: 'LANL2DZ' } }).changes[0]).toMatchObject({
      kind: 'dropped',
    });
  });

  test('a solvent stays only with an engine and a model that have it', () => {
    const solvent = (name: string, model: string, engine: string, models?: readonly string[]) =>
      resolveSettings(
        { method: 'gfn2_xtb', engine, solvent_settings: { solvent: name, model } },
        models ? { solventModels: () => models } : {},
      ).value.solvent_settings;
    expect(solvent('water', 'alpb', 'xtb')).not.toBeNull();
    expect(solvent('octane', 'alpb', 'xtb')).toBeNull();
    expect(solvent('octane', 'cpcmx', 'xtb')).not.toBeNull();
    expect(solvent('water', 'cpcm', 'xtb')).toBeNull();
    expect(solvent('water', 'cpcmx', 'xtb', ['alpb'])).toBeNull();
    expect(solvent('water', 'gbsa', 'tblite')).not.toBeNull();
  });

  test('the probe of the workers is above the tables', () => {
    const report = z.parse(MethodReport, {
      workers: 1,
      capabilities: [],
      methods: {
        gfn2_xtb: { available: true, engine: 'tblite', solvent_models: ['alpb'] },
        r2scan_3c: { available: true, engine: 'new_engine' },
        gfn_ff: { available: false, reason: 'no xtb' },
      },
    });
    const limits = limitsOfReport(report);
    const solvent_settings = { solvent: 'water', model: 'cpcmx' };
    const { value, changes } = resolveSettings({ method: 'gfn2_xtb', engine: 'xtb', solvent_settings }, limits);
    expect(value).toEqual({ method: 'gfn2_xtb', engine: 'tblite', solvent_settings: null });
    expect(changes.map(({ what }) => what)).toEqual(['engine', 'solvent_settings']);
    expect(resolveSettings({ method: 'r2scan_3c', engine: 'psi4' }, limits).value.engine).toBe('new_engine');
    expect(resolveSettings({ method: 'gfn_ff', engine: 'xtb' }, limits).changes).toEqual([]);
  });

  test('resolving twice changes nothing more, and what changed is always reported', () => {
    const level = fc.record({
      method: fc.oneof(fc.constantFrom(...enumerations.Method), fc.string()),
      engine: fc.option(fc.oneof(fc.constantFrom(...engines.keys()), fc.string())),
      mode: fc.option(fc.oneof(fc.constantFrom(...enumerations.Mode), fc.string())),
      basis_set: fc.option(fc.record({ name: fc.oneof(fc.constantFrom(...basisSets.keys(), '6-31+g*'), fc.string()) })),
      corrections: fc.array(fc.oneof(fc.constantFrom(...enumerations.Correction), fc.string())),
      solvent_settings: fc.option(
        fc.record({
          solvent: fc.constantFrom(...enumerations.Solvent, 'x'),
          model: fc.constantFrom('alpb', 'pcm', 'SMD', 'x'),
        }),
      ),
    });
    fc.assert(
      fc.property(level, (settings) => {
        const limits = { modes: ['rapid', 'manual'], engines: ['tblite', 'psi4', 'pyscf'] };
        const first = resolveSettings(settings, limits);
        expect(resolveSettings(first.value, limits)).toEqual({ value: first.value, changes: [] });
        const said = new Set(first.changes.map(({ what }) => what));
        if (settings.engine && first.value.engine !== settings.engine) expect(said).toContain('engine');
        if (settings.basis_set && !first.value.basis_set) expect(said).toContain('basis_set');
        if (settings.solvent_settings && !first.value.solvent_settings) expect(said).toContain('solvent_settings');
        expect(first.value.corrections.length + first.changes.filter(({ what }) => what === 'corrections').length).toBe(
          settings.corrections.length,
        );
      }),
    );
  });
});
