import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { MethodReport } from '../../../entities/method-report.ts';
import { differencesFromPublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { substituted } from '../../parts/levels/substitution.ts';
import pockets from './index.ts';

const protein = '20cb6204-7d1d-4dd2-a05c-85edaf373ccc';
const inputs = { molecule: null, smiles: null };
const here = z.parse(MethodReport, { workers: 1, capabilities: ['pocket_detection', 'pocketeer'], methods: {} });
const pocket = (score: number) => ({
  sphere_centers: [[1, 2, 3]],
  sphere_radii: [3.5],
  volume: 812.4,
  score,
  pocket_center: [1, 2, -3],
  pocket_sides: [10, 11, 12],
  residue_numbers: [7, 115],
});

test('what the public client sends is taken, and what is written fits its schema', () => {
  const sent = { protein, settings: { settings_type: 'pocketeer', merge_distance: 1.75 }, merge_distance: 1.75 };
  expect(pockets.problems(sent, inputs, here)).toEqual([]);
  const prepared = pockets.prepare(sent, inputs);
  expect(pockets.capabilities(prepared)).toEqual(['pocket_detection', 'pocketeer']);
  expect(differencesFromPublic('pocket_detection', { ...prepared, pockets: [pocket(0.9)] }, [])).toEqual({
    unexpected: [],
    unused: [],
  });
});

describe('rules', () => {
  const details = (data: Record<string, unknown>) =>
    pockets.problems({ protein, ...data }, inputs, here).map(({ field, detail }) => `${field}: ${detail}`);
  test('a protein is needed, and a distance that makes pockets', () => {
    expect(pockets.problems({}, inputs, null).map(({ field }) => field)).toEqual(['protein']);
    expect(details({ settings: { merge_distance: 0 } }).join()).toMatch(/^settings.merge_distance: .* not 0\.$/);
    expect(details({ settings: { merge_distance: 50 } })).toHaveLength(1);
  });
  test('MixMD is replaced by Pocketeer where it is a choice that cannot run', () => {
    const given = { protein, settings: { settings_type: 'mixmd', merge_distance: 2 } };
    expect(details(given).join()).toMatch(/MixMD and a GPU/);
    expect(substituted(pockets, given, here).data).toMatchObject({ settings: { settings_type: 'pocketeer' } });
  });
});

describe('results', () => {
  const item = finishedItem('pocket_detection', { protein, pockets: [pocket(0.9), pocket(0.4)] });
  test('the table has volume, score, box and residues of each pocket', () => {
    const [table] = pockets.tables(item, new Map());
    expect(table?.columns.map(({ title, unit, values }) => [title, unit, values[0]])).toEqual([
      ['Pocket', undefined, 'Pocket 1'],
      ['Score', undefined, 0.9],
      ['Volume', 'Å³', 812.4],
      ['Center', 'Å', '1.0, 2.0, −3.0'],
      ['Box', 'Å', '10.0, 11.0, 12.0'],
      ['Residues', undefined, '7, 115'],
    ]);
  });
  test('the protein is shown with the spheres of each pocket in a group of its own', () => {
    expect(pockets.structures(item)).toMatchObject([{ id: protein, source: { kind: 'protein', uuid: protein } }]);
    const marks = pockets.marks(item, new Map(), protein);
    expect(marks.map(({ group }) => group)).toEqual(['Pocket 1', 'Pocket 2']);
    expect(marks[0]).toMatchObject({ kind: 'sphere', position: [1, 2, 3] });
    expect(pockets.values(item, new Map())).toMatchObject([{ value: 0.9 }, { value: 812.4, unit: 'Å³' }]);
  });
  test('each pocket is a box that docking can search, cut where an edge is too long', () => {
    const long = finishedItem('pocket_detection', {
      protein,
      pockets: [pocket(0.9), { ...pocket(0.4), pocket_sides: [61.26, 9.87, 12] }],
    });
    expect(pockets.pockets(long)).toEqual([
      {
        name: 'Pocket 1',
        protein,
        box: [
          [1, 2, -3],
          [10, 11, 12],
        ],
      },
      {
        name: 'Pocket 2',
        protein,
        box: [
          [1, 2, -3],
          [50, 9.9, 12],
        ],
      },
    ]);
    // A structure that is in the data has no identifier by which a form could name it.
    expect(pockets.pockets(finishedItem('pocket_detection', { protein: null, pockets: [pocket(0.9)] }))).toEqual([]);
  });
  test('works to cite', () => {
    expect(citationsOf(pockets, {}).map(({ id }) => id)).toEqual(['pocketeer', 'fpocket']);
  });
});
