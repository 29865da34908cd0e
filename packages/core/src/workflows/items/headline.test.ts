import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summaryOf } from '../../embedding/summary.ts';
import type { Bundle } from '../../entities/bundle.ts';
import { caveatOf } from '../../entities/caveat.ts';
import { status } from '../../entities/item-status.ts';
import { definitionOf, finishedItem } from '../../testing/workflow-items.ts';
import { written } from '../../testing/written.ts';
import { mostHeadlineValues } from '../headline.ts';
import { headlineOf, orderOf } from './headline-of.ts';
import { headlineText } from './headline-text.ts';
import { calculationsOfValues } from './item-values.ts';
import { namedValuesOf } from './named-values.ts';

const folder = join(import.meta.dirname, '../../../../../examples/results');
const examples = readdirSync(folder).filter((name) => name.endsWith('.cuvette.json'));

async function example(name: string) {
  const bundle = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Bundle;
  const [item] = bundle.items;
  if (!item) throw new Error(`${name} has no item.`);
  const definition = await definitionOf(item.object_type);
  const needed = calculationsOfValues(definition, item);
  const molecules = new Map(needed.map((uuid) => [uuid, bundle.calculations[uuid]?.molecules ?? []]));
  return { item, definition, molecules, headline: headlineOf(definition, item, molecules) };
}

describe('the headline of each stored example', () => {
  test.each(examples)('%s', async (name) => {
    const { item, definition, molecules, headline } = await example(name);
    expect(headline.soFar).toBe(false);
    expect(headline.values.length).toBeGreaterThanOrEqual(1);
    expect(headline.values.length).toBeLessThanOrEqual(mostHeadlineValues);
    expect(written(headline.sentence)).toMatch(/^[\p{Lu}\d¹f].*\.$/u);
    const [main] = headline.values;
    expect(main?.minor).toBe(false);
    // A number is shown once: the headline quotes the named value itself.
    const named = new Map(namedValuesOf(definition, item, molecules).map((value) => [value.path, value]));
    for (const { path, value, uncertainty, note } of headline.values) {
      if (path === null) continue;
      expect(named.get(path)).toMatchObject({ value, note });
      expect(named.get(path)?.uncertainty ?? null).toBe(uncertainty);
    }
    // An error is a number beside its value, never one in words.
    for (const { remark } of headline.values) expect(written(remark ?? '')).not.toMatch(/± ?\d/);
    const text = headlineText(headline);
    expect(text).toMatch(/\S/);
    expect(summaryOf(item, definition, molecules).headline).toBe(text);
    expect(orderOf(headline).number === null || Number.isFinite(orderOf(headline).number)).toBe(true);
  });

  test('is what a chemist reads first', async () => {
    const texts: Record<string, string | null> = {};
    for (const name of examples)
      texts[name.replace('.cuvette.json', '')] = headlineText((await example(name)).headline);
    expect(texts).toMatchObject({
      docking: expect.stringMatching(/^−\d+\.\d\d kcal\/mol$/),
      pka: expect.stringMatching(/^pKa \d\.\d\d ± 0\.\d\d, \d\.\d\d ± 0\.\d\d$/),
      macropka: expect.stringMatching(/^pKa \d\.\d\d, \d\.\d\d, each ± \d\.\d\d$/),
      bde: expect.stringMatching(/^8\d\.\d ± \d\.\d kcal\/mol$/),
      hydrogen_bond_basicity: expect.stringMatching(/^pKBHX \d\.\d\d ± 0\.\d\d$/),
      logp: expect.stringMatching(/^logP \d\.\d\d ± 0\.42$/),
      solubility: expect.stringMatching(/± 1\.0/),
      conformer_search: expect.stringMatching(/^\d+ conformers$/),
      redox_potential: expect.stringMatching(/^−0\.\d\d ± 0\.\d\d V vs\. SHE$/),
      admet: expect.stringMatching(/^\d+ good, \d+ okay, \d+ bad$/),
      nmr: '¹H 3 signals, ¹³C 2 signals',
      fukui: 'f⁺ C1, f⁻ O4',
      spin_states: expect.stringMatching(/^triplet, 2\d\.\d\d kcal\/mol$/),
      msa: expect.stringMatching(/^\d+ sequences$/),
      scan: expect.stringMatching(/^5\.0 ± 1\.6 kcal\/mol$/),
    });
  });
});

describe('what a headline says where there is no plain number', () => {
  const acid = { atom_index: 3, pka: 4.48 };
  const data = { microscopic_pka_method: 'gfn2_alpb_linear', conjugate_bases: [acid], strongest_acid: 4.48 };

  test('what changes every number of an item is beside words and numbers without a name as well', async () => {
    const caveats = [caveatOf('changes_number', 'Two conformers are missing.')];
    const { item, definition } = await example('nmr.cuvette.json');
    const doubted = { ...item, provenance: { ...item.provenance, caveats } as never };
    const notes = headlineOf(definition, doubted).values.map(({ note }) => note);
    expect(notes).toEqual(['Two conformers are missing.', 'Two conformers are missing.']);
  });

  test('of a running item, what is known so far; before that, nothing', async () => {
    const definition = await definitionOf('pka');
    const running = finishedItem('pka', data, { object_status: status.running });
    expect(headlineOf(definition, running)).toMatchObject({ soFar: true, values: [{ value: 4.48 }] });
    expect(headlineText(headlineOf(definition, running))).toBe('pKa 4.48 (incomplete)');
    const waiting = finishedItem('pka', {}, { object_status: status.queued });
    expect(headlineOf(definition, waiting)).toEqual({ values: [], sentence: null, applicability: null, soFar: true });
    expect(headlineText(headlineOf(definition, waiting))).toBeNull();
  });

  test('of a result without a site, that none was found', async () => {
    const none = finishedItem('pka', { ...data, conjugate_bases: [], strongest_acid: null, conjugate_acids: [] });
    const headline = headlineOf(await definitionOf('pka'), none);
    expect(headline).toMatchObject({ values: [{ text: 'none found' }], sentence: expect.stringContaining('pKa') });
    expect(headlineText(headline)).toBe('pKa none found');
  });

  test('of a number that is not finite, that it is none', async () => {
    const definition = await definitionOf('ion_mobility');
    const infinite = definition.values(finishedItem('ion_mobility', {}), new Map());
    const broken = {
      ...definition,
      values: () => infinite.map((value) => ({ ...value, value: Number.POSITIVE_INFINITY })),
    };
    const headline = headlineOf(broken, finishedItem('ion_mobility', { conformers: ['a'], average_ccs: 3 }));
    expect(headline.values).toMatchObject([{ value: null, error: 'The result is not a finite number.' }]);
    expect(headlineText(headline)).toBeNull();
  });

  test('of a scan with failed points, how many; of a potential that was asked for, the reason', async () => {
    const { item, definition, molecules } = await example('scan.cuvette.json');
    const points = item.object_data?.scan_points as string[];
    const failed = { ...item, object_data: { ...item.object_data, scan_points: [...points.slice(0, -2), null, null] } };
    expect(written(headlineOf(definition, failed, molecules).sentence)).toContain('2 of 25 points failed.');
    expect(headlineOf(definition, item).values).toEqual([]);
  });

  test('of a molecule outside calibration, that and the reason', async () => {
    const { item, definition } = await example('pka.cuvette.json');
    const iron = { ...item, object_data: { ...item.object_data, initial_molecule: ferrous(item.object_data) } };
    expect(written(headlineOf(definition, iron).applicability)).toBe('outside calibration: contains Fe');
    expect(headlineOf(definition, iron).values[0]?.uncertainty).toBeNull();
  });

  test('of a type that this version does not know, nothing; of data that do not fit, nothing', async () => {
    const item = finishedItem('crystal_gazing', { future: true });
    expect(headlineOf(null, item).values).toEqual([]);
    const broken = finishedItem('docking', { scores: 'many' });
    expect(headlineOf(await definitionOf('docking'), broken)).toMatchObject({ values: [], sentence: null });
  });
});

/** The molecule of some data with iron in place of its first atom. */
function ferrous(data: Record<string, unknown> | null) {
  const molecule = data?.initial_molecule as { atoms: { atomic_number: number }[] };
  return {
    ...molecule,
    atoms: molecule.atoms.map((atom, place) => (place === 0 ? { ...atom, atomic_number: 26 } : atom)),
  };
}
