import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { measuredQuantities } from '../../entities/applied-calibration.ts';
import { WorkflowItem } from '../../entities/index.ts';
import { inEnglish } from '../../entities/phrases.ts';
import { loadResults } from '../index.ts';
import { headlineOf } from '../items/headline-of.ts';
import { appliedOf, computedOf, fitSet, type SetRow } from './fit-set.ts';
import { quantityFacts } from './quantity-facts.ts';
import { readMeasured, unitProblem } from './read-measured.ts';

const acids = Array.from({ length: 34 }, (_, place) => `C${'C'.repeat(place % 9)}(=O)O`);

describe('tables of measured values', () => {
  test.each([
    ['log_s', 'mg/mL', 'molar mass'],
    ['log_s', 'µM', 'log10 of the solubility'],
    ['reduction_potential', 'mV', 'Divide the values by 1000'],
    ['oxidation_potential', 'V vs. SCE', 'standard hydrogen electrode'],
    ['ccs', 'nm²', '1 nm² is 100 Å²'],
    ['shift_c', 'Hz', 'frequency of the spectrometer'],
    ['pka_acid', 'kcal/mol', 'not a free energy'],
  ] as const)('%s in %s is refused and says what to do', (quantity, unit, advice) => {
    expect(unitProblem(quantityFacts[quantity], unit)).toContain(advice);
  });

  test('the own unit of each quantity is taken, in the heading, in a column, or with the table', () => {
    for (const quantity of measuredQuantities) {
      const { unit } = quantityFacts[quantity];
      expect(unitProblem(quantityFacts[quantity], unit)).toBeNull();
    }
    const rows = acids.map((smiles, place) => `${smiles};-${place % 7},5;0,1`).join('\n');
    const read = readMeasured(`SMILES;log S (log10 of mol/L);±\n${rows}`, 'log_s');
    expect(read).toMatchObject({
      rows: expect.arrayContaining([expect.objectContaining({ measured: -3.5, measuredError: 0.1 })]),
    });
    expect(readMeasured(`SMILES;log S (mg/L);±\n${rows}`, 'log_s')).toMatchObject({
      problems: [expect.stringContaining('mg/L')],
    });
  });

  test('shifts need the atom of each value; a table without molecules or values says which heading is missing', () => {
    expect(readMeasured('smiles,value\nC,1', 'shift_c')).toMatchObject({
      problems: [expect.stringContaining('"atom"')],
    });
    expect(readMeasured('compound,value\na,1', 'log_p')).toMatchObject({
      problems: [expect.stringContaining('"smiles"')],
    });
    expect(readMeasured('smiles,remark\nC,good', 'log_p')).toMatchObject({
      problems: [expect.stringContaining('"value"')],
    });
  });
});

/** Rows of a set whose measured values follow 1.5 + 0.7 · computed, from molecules of carbon, hydrogen and oxygen. */
const setOf = (change: (value: number, place: number) => number = (value) => value): SetRow[] =>
  Array.from({ length: 40 }, (_, place) => {
    const computed = 2 + place / 5;
    const measured = change(1.5 + 0.7 * computed + 0.1 * Math.cos(5 * place), place);
    const subject = {
      elements: [1, 6, 8],
      charge: 0,
      heavyAtoms: 4 + (place % 8),
      class: place % 2 ? 'COOH' : 'phenol',
    };
    return { line: place + 2, measured, leftOut: null, found: { computed, method: 'gfn2_alpb_linear', subject } };
  });

describe('the line through a set', () => {
  test('a reversed sign, no relation and another scale are refused; what does not help is told', () => {
    const problem = (change: (value: number, place: number) => number) =>
      fitSet('pka_acid', setOf(change), 'least_squares', 0).problem;
    expect(problem((value) => -value)).toContain('Check their sign');
    expect(problem((_, place) => Math.sin(3 * place))).toContain('do not follow');
    expect(problem((value) => value * 100)).toContain('another scale');
    expect(problem((value) => value)).toBeNull();
    const far = fitSet(
      'pka_acid',
      setOf((value, place) => (place === 3 ? value + 9 : value)),
      'robust',
      0,
    );
    expect(far.warnings[0]).toContain('One value lies far off');
    const useless = setOf().map((row) => ({ ...row, measured: (row.found?.computed ?? 0) + Math.cos(5 * row.line) }));
    expect(fitSet('pka_acid', useless, 'least_squares', 0).warnings[0]).toContain('does not lower the error');
  });

  test('a prediction is calibrated inside of range, class, elements and method, and says why where it is not', async () => {
    const definition = await loadResults('pka');
    if (!definition) throw new Error('pka is missing');
    const fitted = fitSet('pka_acid', setOf(), 'least_squares', 0);
    const uuid = '11111111-1111-4111-8111-111111111111';
    const applied = appliedOf({ uuid, name: 'Titrations', quantity: 'pka_acid' }, fitted, '2026-11-01T00:00:00Z');
    const item = (pka: number, more: { smiles?: string; group?: string; method?: string } = {}) =>
      z.parse(WorkflowItem, {
        uuid,
        name: 'n',
        created_at: '2026-11-02T00:00:00Z',
        completed_at: '2026-11-02T00:00:00Z',
        object_status: 2,
        object_type: 'pka',
        parent_uuid: uuid,
        object_data: {
          initial_smiles: more.smiles ?? 'CCCC(=O)O',
          microscopic_pka_method: more.method ?? 'gfn2_alpb_linear',
          conjugate_bases: [{ atom_index: 6, pka }],
          strongest_acid: pka,
        },
        provenance: {
          site_classes: { conjugate_bases: [more.group ?? 'COOH'] },
          measured_calibrations: [applied],
        },
      });
    const inside = item(5);
    const value = definition.values(inside, new Map()).find(({ path }) => path === 'strongest_acid_calibrated');
    expect(value?.value).toBeCloseTo(1.5 + 0.7 * 5, 1);
    expect(value?.uncertainty).toBe(applied?.line.rmse);
    const [first] = headlineOf(definition, inside).values;
    expect(first).toMatchObject({ path: 'strongest_acid_calibrated', value: value?.value });
    expect(inEnglish(first?.remark ?? '')).toMatch(
      /^Calibrated on 40 of your values \(Titrations\); 90 % interval .* 5 before\.$/,
    );
    const strongest = definition.tables(inside, new Map()).find(({ id }) => id === 'strongest_sites');
    expect(strongest?.columns.map(({ id }) => id)).toContain('strongest_acid_calibrated');
    expect(computedOf(definition, inside, 'pka_acid', null)).toMatchObject({ computed: 5, method: 'gfn2_alpb_linear' });
    for (const [outside, reason] of [
      [item(14), 'computed value outside'],
      [item(5, { smiles: 'CSCC(=O)O' }), 'contains S'],
      [item(5, { group: 'SH' }), 'class SH'],
      [item(5, { method: 'aimnet2_wagen2024' }), 'computed by another method'],
    ] as const) {
      expect(definition.values(outside, new Map()).map(({ path }) => path)).not.toContain('strongest_acid_calibrated');
      const told = definition.caveats(outside, new Map()).filter(({ severity }) => severity === 'limits_use');
      expect(told.map(({ text }) => text).join(' ')).toContain(reason);
    }
  });
});
