import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bondDissociationColor,
  bondDissociationRow,
  clampFrameRange,
  ic50,
  pIC50,
  pkaBadgeOpacity,
  totalFrames,
} from './derived-values.ts';
import { activePose, dockingSummary, topCompounds } from './docking-values.ts';
import { mergedPath } from './double-ended-path.ts';
import { savedProperties, savedPropertiesOf } from './saved-properties.ts';

test('IC50 in mol/L and pIC50 from the predicted log10(IC50 in µM)', () => {
  expect(ic50(0)).toBeCloseTo(1e-6, 12);
  expect(pIC50(0)).toBe(6);
  expect(pIC50(-1.5)).toBeCloseTo(-Math.log10(ic50(-1.5)), 12);
});

describe('docking', () => {
  test('the lowest score among poses with strain up to 8 is active, else the lowest, else none', () => {
    const poses = [
      { score: -9, strain: 8.1 },
      { score: -7, strain: 3 },
      { score: -8, strain: 8 },
      { score: null, strain: 0 },
    ];
    expect(activePose(poses)).toBe(2);
    expect(activePose(poses.slice(0, 1))).toBe(0);
    expect(activePose([{ score: -6 }, { score: -7, strain: null }])).toBe(1);
    expect(activePose([{ score: null }, { score: Number.NaN }])).toBeNull();
    expect(activePose([])).toBeNull();
  });
  test('lowest scores with strain under 4 and under 8', () => {
    const poses = [
      { score: -9, strain: 8 },
      { score: -8, strain: 7.9 },
      { score: -7, strain: 3.9 },
      { score: -10, strain: null },
    ];
    expect(dockingSummary(poses)).toEqual({
      poses: 4,
      lowestScore: -10,
      lowestScoreUnder4: -7,
      lowestScoreUnder8: -8,
      posesUnder4: 1,
      posesUnder8: 2,
      posesWithoutStrain: 1,
    });
    expect(dockingSummary([]).lowestScore).toBeNull();
  });
  test('the five lowest finite best scores come first', () => {
    expect(topCompounds([-5, null, -9, Number.NaN, -7, -7, -1, -6])).toEqual([2, 4, 5, 7, 0]);
    expect(topCompounds([-5, -9], 1)).toEqual([1]);
  });
});

test('the path of a double-ended search is merged by distance from the reactant, the optimized guess comes last', () => {
  const data = {
    forward_calculation_uuids: ['f0', 'f1', null],
    forward_string_distances: [0, 0.4, 0.9],
    backward_calculation_uuids: ['b0', 'b1'],
    backward_string_distances: [2, 1.2],
    ts_guess_calculation_uuid: 'ts',
  };
  const names = (more: object) => mergedPath({ ...data, ...more }).map(({ calculationUuid }) => calculationUuid);
  expect(names({ optimize_ts: true })).toEqual(['f0', 'f1', 'b1', 'b0', 'ts']);
  expect(names({ optimize_ts: false })).toEqual(['f0', 'f1', 'b1', 'b0']);
  expect(names({ backward_string_distances: null })).toEqual(['f0', 'f1', 'b0', 'b1']);
  expect(mergedPath({})).toEqual([]);
});

describe('trajectories', () => {
  test('frames derive from time and time step, at most 10 000; a recorded count wins', () => {
    expect(totalFrames(0.01, 2)).toBe(5000);
    expect(totalFrames(10, 2)).toBe(10_000);
    expect(totalFrames(10, 2, 500)).toBe(500);
    expect(totalFrames(10, 0)).toBe(0);
    expect(totalFrames(Number.NaN, 1)).toBe(0);
  });
  test('a range is always inside and 50 to 1000 frames long where there are so many', () => {
    expect(clampFrameRange(10, 20, 5000)).toEqual({ start: 10, end: 60 });
    expect(clampFrameRange(0, 5000, 5000)).toEqual({ start: 0, end: 1000 });
    expect(clampFrameRange(4990, 5000, 5000)).toEqual({ start: 4950, end: 5000 });
    expect(clampFrameRange(0, 10, 30)).toEqual({ start: 0, end: 30 });
    fc.assert(
      fc.property(fc.double(), fc.double(), fc.nat(20_000), (from, to, total) => {
        const { start, end } = clampFrameRange(from, to, total);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(total);
        expect(end - start).toBeGreaterThanOrEqual(Math.min(50, total));
        expect(end - start).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

test('the pKa badge is clamped to 2 to 12 and at most 0.85 opaque', () => {
  expect(pkaBadgeOpacity(-3, 'acid')).toBe(0.85);
  expect(pkaBadgeOpacity(15, 'acid')).toBe(0);
  expect(pkaBadgeOpacity(15, 'base')).toBe(0.85);
  expect(pkaBadgeOpacity(7, 'acid', 0.5)).toBeCloseTo(0.25, 12);
});

test('bond dissociation energies run from green to pale green; a failed one has no colour', () => {
  expect(bondDissociationColor(80, 80, 110)).toBe('rgb(22 128 61)');
  expect(bondDissociationColor(110, 80, 110)).toBe('rgb(220 246 228)');
  expect(bondDissociationColor(90, 90, 90)).toBe('rgb(22 128 61)');
  expect(bondDissociationColor(null, 80, 110)).toBeNull();
});

test('rows of the bond table have opacity 0.65, and 0.9 under the pointer', () => {
  expect(bondDissociationRow).toEqual({ opacity: 0.65, hoverOpacity: 0.9 });
});

describe('saved columns', () => {
  const value = (id: string, data: Record<string, unknown>, molecule: Record<string, unknown> | null = null) =>
    savedProperties.find((property) => property.id === id)?.read({ data, molecule });

  test('hold the whole catalogue', () => {
    expect(savedProperties.map(({ id }) => id)).toEqual([
      'energy',
      'zero_point_energy',
      'thermal_energy_corr',
      'thermal_enthalpy_corr',
      'thermal_free_energy_corr',
      'total_enthalpy',
      'gibbs_free_energy',
      'solvation_energy',
      'bbb_penetrance',
      'ptm',
      'iptm',
      'plddt',
      'confidence_score',
      'affinity_probability',
      'ic50',
      'pic50',
      'oxidation_potential',
      'reduction_potential',
      'collisional_cross_section',
      'strain',
      'posebusters_valid',
      'isoelectric_point',
      'docking_score',
      'best_docking_score',
    ]);
  });
  test('have their units', () => {
    const unit = (id: string) => savedProperties.find((property) => property.id === id)?.unit;
    expect(['energy', 'total_enthalpy', 'gibbs_free_energy'].map(unit)).toEqual(['Hartree', 'Hartree', 'Hartree']);
    expect(['solvation_energy', 'strain'].map(unit)).toEqual(['kcal/mol', 'kcal/mol']);
    expect(['oxidation_potential', 'reduction_potential'].map(unit)).toEqual(['V', 'V']);
  });
  test('read their values, and nothing where there is none', () => {
    const molecule = { energy: -76.4, thermal_free_energy_corr: 0.004 };
    expect(value('gibbs_free_energy', {}, molecule)).toBeCloseTo(-76.396, 12);
    expect(value('total_enthalpy', {}, molecule)).toBeNull();
    expect(value('plddt', { scores: { avg_lddt: 0.8 } })).toBe(0.8);
    expect(value('pic50', { affinity_score: { pred_value: -1 } })).toBe(7);
    expect(value('ic50', { affinity_score: { pred_value: -1 } })).toBeCloseTo(0.1, 12);
    expect(value('docking_score', { scores: [{ score: -7 }, { score: -8 }, { score: null }] })).toBe(-8);
    expect(value('best_docking_score', { best_scores: [null, -5] })).toBe(-5);
    expect(value('posebusters_valid', { posebusters_valid: false })).toBe(false);
  });
  test('never throw on foreign data', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('scores', 'best_scores', 'affinity_score', 'strain'), fc.jsonValue()),
        (data) => {
          for (const { read } of savedProperties) {
            const read1 = read({ data, molecule: null });
            expect(read1 === null || typeof read1 === 'boolean' || Number.isFinite(read1)).toBe(true);
          }
        },
      ),
    );
  });
  test('are offered by type', () => {
    expect(savedPropertiesOf('redox_potential').map(({ id }) => id)).toContain('oxidation_potential');
    expect(savedPropertiesOf('redox_potential').map(({ id }) => id)).not.toContain('ptm');
  });
});
