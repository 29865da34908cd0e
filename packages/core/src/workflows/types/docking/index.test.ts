import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyPdb } from '../../../chemistry/pdb/empty-pdb.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { Molecule } from '../../../entities/molecule.ts';
import { rate } from '../../../tables/ratings.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import { namedValuesOf } from '../../items/named-values.ts';
import docking from './index.ts';

const molecule = z.parse(Molecule, {
  charge: 0,
  multiplicity: 1,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1173] },
    { atomic_number: 1, position: [0, 0.7572, -0.4692] },
    { atomic_number: 1, position: [0, -0.7572, -0.4692] },
  ],
});
const inputs = { molecule, smiles: null };
const target_uuid = '67698003-fdeb-5e09-bef5-5dab9cc06e03';
const pocket = [
  [1, 2, 3],
  [20, 20, 20],
];
const data = { target_uuid, pocket };
const reportOf = (...capabilities: string[]) => z.parse(MethodReport, { workers: 1, capabilities, methods: {} });
const report = reportOf('docking', 'vina', 'rdkit');
const problems = (more: object, given: object = inputs) =>
  docking.problems({ ...data, ...more }, given as typeof inputs, report);

const uuid = (digit: number) => `0000000${digit}-0000-4000-8000-000000000000`;
const scores = [
  { pose: uuid(1), complex_pdb: uuid(5), score: -9.124, strain: 9.2, posebusters_valid: true },
  {
    ...{ pose: uuid(2), complex_pdb: null, score: -8.7, strain: null, posebusters_valid: false },
    posebusters_failed: ['bond lengths', 'minimum distance to protein'],
  },
  { pose: uuid(3), score: -8.2, strain: 8, posebusters_valid: true },
  { pose: null, complex_pdb: uuid(6), score: -7.9, strain: 3.5 },
];
const item = (more: object = { scores }) => finishedItem('docking', { ...data, initial_molecule: molecule, ...more });

describe('submission', () => {
  test('defaults are those of the public models', () => {
    expect(docking.defaults()).toEqual({
      mode: 'auto',
      target: null,
      target_uuid: null,
      pocket: null,
      docking_settings: {
        max_poses: 4,
        executable: 'vina',
        scoring_function: 'vinardo',
        exhaustiveness: 8,
        extend_search: true,
      },
      do_csearch: true,
      conformer_gen_settings: expect.objectContaining({
        settings_type: 'etkdg',
        mode: 'reckless',
        max_confs: 20,
        num_initial_confs: 200,
        num_confs_considered: 50,
        max_mmff_energy: 20,
      }),
      do_optimization: true,
      do_pose_refinement: true,
    });
    expect(problems({})).toEqual([]);
  });

  test('prepared data fit the public schema as they are, and prepare to themselves', () => {
    const prepared = docking.prepare(data, inputs);
    expect(validatePublic('docking', { ...prepared, initial_molecule: molecule })).toEqual([]);
    expect(docking.prepare(prepared, inputs)).toEqual(prepared);
    expect(docking.capabilities(prepared)).toEqual(['docking', 'rdkit', 'vina']);
    expect(docking.capabilities({ ...prepared, docking_settings: { executable: 'QVina-W' } })).toContain('qvina-w');
  });

  test('another mode of the conformer generation has its own numbers', () => {
    const prepared = docking.prepare(
      { ...data, conformer_gen_settings: { settings_type: 'etkdg', mode: 'rapid' } },
      inputs,
    );
    expect(prepared).toMatchObject({ conformer_gen_settings: { num_initial_confs: 300, conf_opt_method: 'gfn0_xtb' } });
  });

  test('one protein and a box are needed, as identifier or inline', () => {
    const nothing = [{ field: 'target_uuid', detail: 'Protein: nothing is given, and it is needed.' }];
    expect(problems({ target_uuid: null })).toEqual(nothing);
    expect(problems({ target_uuid: null, target: emptyPdb() })).toEqual([]);
    expect(problems({ target: emptyPdb() })[0]).toMatchObject({ field: 'target' });
    expect(problems({ target_uuid: null, target: { models: [] } }).map(({ field }) => field)).toContain(
      'target.description',
    );
  });

  test('edges of the box are longer than zero', () => {
    expect(problems({ pocket: null })).toContainEqual({
      field: 'pocket',
      detail: 'Pocket: nothing is given, and it is needed.',
    });
    const flat = [
      [0, 0, 0],
      [20, 0, 20],
    ];
    expect(problems({ pocket: flat })).toEqual([
      { field: 'pocket.1.1', detail: 'pocket.1.1: must be more than 0 (found 0).' },
    ]);
  });

  test('Vinardo needs the executable vina; counts are at least 1', () => {
    const of = (docking_settings: object) =>
      docking.problems({ ...data, docking_settings }, inputs, null).map(({ field }) => field);
    expect(of({ executable: 'qvina2' })).toEqual(['docking_settings.scoring_function']);
    expect(of({ executable: 'qvina2', scoring_function: 'vina' })).toEqual([]);
    expect(of({ max_poses: 0, exhaustiveness: 0 })).toEqual([
      'docking_settings.max_poses',
      'docking_settings.exhaustiveness',
    ]);
    expect(problems({ docking_settings: { executable: 'gold' } })[0]).toMatchObject({
      field: 'docking_settings.executable',
      detail: expect.stringContaining('must be one of vina, qvina2, qvina-w (found "gold")'),
    });
  });

  test('ligands have the atoms 1, 5 to 9, 14 to 17, 33 to 35 and 53, and no open shell', () => {
    expect(docking.limits({}).elements?.allowed).toEqual([1, 5, 6, 7, 8, 9, 14, 15, 16, 17, 33, 34, 35, 53]);
    const iron = { ...molecule, atoms: [...molecule.atoms, { atomic_number: 26, position: [5, 0, 0] }] };
    expect(problems({}, { ...inputs, molecule: iron })[0]?.detail).toBe('Docking does not support Fe.');
    const triplet = { ...molecule, multiplicity: 3 };
    expect(problems({}, { ...inputs, molecule: triplet })[0]?.detail).toContain('closed-shell structures only');
  });

  test('a program that is not here is reported, and the one that is here is offered with a scoring function that it has', () => {
    const others = reportOf('docking', 'qvina2', 'rdkit');
    expect(docking.problems(data, inputs, others)[0]?.detail).toContain('needs AutoDock Vina on a worker');
    const [offer] = docking.offers(data, others);
    expect(offer).toMatchObject({
      field: 'docking_settings.executable',
      action: 'Use QVina2 with the scoring function Vina',
    });
    expect(docking.problems(offer?.apply(data) ?? {}, inputs, others)).toEqual([]);
    expect(docking.offers(data, report)).toEqual([]);
  });

  test('a large box and a missing conformer search are shown before submission', () => {
    const long = { ...data, pocket: [pocket[0], [20, 20, 31]] };
    expect(docking.notices(long, inputs, null)[0]).toMatchObject({
      title: 'The pocket is large',
      body: 'An edge of the pocket is 31 Å long. In a box this large the search may miss the best pose.',
    });
    expect(docking.problems({ ...data, pocket: [pocket[0], [20, 20, 51]] }, inputs, null)).toContainEqual({
      field: 'pocket',
      detail: 'An edge of the pocket is 51 Å long; at most 50 Å can be searched.',
    });
    for (const [broken, words] of [
      [[pocket[0], [20, 20, 1e-300]], 'An edge of the pocket is 1e-300 Å long; it needs 1 Å or more.'],
      [
        [
          [1, -1e308, 2],
          [20, 20, 20],
        ],
        'The centre of the pocket is at -1e+308 Å; at most 10000 Å from the origin are allowed.',
      ],
    ] as const) {
      const found = docking.problems({ ...data, pocket: broken }, inputs, null);
      expect(found).toContainEqual({ field: 'pocket', detail: words });
    }
    const runs = docking.problems({ ...data, docking_settings: { exhaustiveness: 1e9, max_poses: 1e9 } }, inputs, null);
    expect(runs).toContainEqual({
      field: 'docking_settings.exhaustiveness',
      detail: 'The exhaustiveness is at most 1000; this is 1000000000.',
    });
    expect(runs).toContainEqual({
      field: 'docking_settings.max_poses',
      detail: 'At most 1000 poses can be requested; this is 1000000000.',
    });
    const large = { ...data, pocket: [pocket[0], [30, 30, 31]] };
    expect(docking.notices(large, inputs, null)[0]).toMatchObject({ kind: 'warning', title: 'The pocket is large' });
    expect(docking.notices({ ...data, do_csearch: false }, inputs, null)[0]?.title).toBe('Strain will not be computed');
    expect(docking.notices(data, inputs, null)).toEqual([]);
    const lyrebird = { ...data, conformer_gen_settings: { settings_type: 'lyrebird' } };
    expect(docking.notices(lyrebird, inputs, null).map(({ title }) => title)).toEqual([
      'Lyrebird Results May Be Low-Quality',
    ]);
  });

  test('a conformer search forces the optimization, at submission and at resubmission', () => {
    expect(docking.prepare({ ...data, do_optimization: false }, inputs).do_optimization).toBe(true);
    expect(docking.resubmit({ ...data, do_optimization: false }, null)).toMatchObject({
      value: { ...data, do_csearch: true, do_optimization: true },
      changes: [{ what: 'do_optimization', kind: 'forced', from: false, to: true }],
    });
    const without = docking.resubmit({ ...data, do_csearch: false, do_optimization: false }, null);
    expect(without).toMatchObject({ value: { do_optimization: false }, changes: [] });
    const field = docking.fields.find(({ path }) => path === 'do_optimization');
    expect(field?.locked?.({})).toBe('A conformer search needs optimized structures.');
    expect(field?.locked?.({ do_csearch: false })).toBeNull();
  });
});

describe('results', () => {
  test('tabs, and the poses in stored order', () => {
    expect(docking.tabs(item(), new Map()).map(({ title }) => title)).toEqual(['docking', 'info']);
    const structures = docking.structures(item());
    expect(structures.map(({ id, name }) => [id, name])).toEqual([
      [uuid(1), 'Pose 1'],
      [uuid(2), 'Pose 2'],
      [uuid(3), 'Pose 3'],
      [uuid(6), 'Pose 4'],
    ]);
    expect(structures[3]?.source).toEqual({ kind: 'protein', uuid: uuid(6) });
    const { target_uuid } = item().object_data as { target_uuid: string };
    expect(structures.map(({ within }) => within)).toEqual([...Array(3).fill({ uuid: target_uuid }), undefined]);
  });

  test('active first: the lowest score with strain up to 8, else the lowest of all, else the initial structure', () => {
    expect(docking.active(item())).toBe(uuid(3));
    expect(docking.active(item({ scores: scores.slice(0, 2) }))).toBe(uuid(1));
    expect(docking.active(item({ scores: [] }))).toBe('initial');
    expect(docking.structures(item({ scores: [] })).map(({ name }) => name)).toEqual(['Initial Structure']);
  });

  test('scores are called scores, strain is rated, what was not computed is unknown', () => {
    const [poses] = docking.tables(item(), new Map());
    const [name, score, strain, posebusters] = poses?.columns ?? [];
    expect(name?.values).toEqual(['Pose 1', 'Pose 2', 'Pose 3', 'Pose 4']);
    expect(score).toMatchObject({ title: 'Score', unit: 'kcal/mol', precision: 2 });
    expect(score?.help).toContain('not a binding free energy');
    if (strain?.kind !== 'number') throw new Error('no strain');
    expect(strain).toMatchObject({ unit: 'kcal/mol', precision: 2, missing: 'unknown' });
    expect([...strain.values]).toEqual([9.2, Number.NaN, 8, 3.5]);
    expect([...strain.values].map((value) => rate(strain.rating, value)?.word ?? null)).toEqual([
      'bad',
      null,
      'okay',
      'good',
    ]);
    expect(posebusters?.values).toEqual([
      'passes all checks',
      'fails: bond lengths, minimum distance to protein',
      'passes all checks',
      'not checked',
    ]);
    const [older] = docking.tables(item({ scores: [{ ...scores[1], posebusters_failed: null }] }), new Map());
    expect(older?.columns[3]?.values).toEqual(['fails a check']);
    expect(poses?.structures).toEqual([uuid(1), uuid(2), uuid(3), uuid(6)]);
  });

  test('a search that does not agree with itself is reported beside every number, and nothing is called good', () => {
    const agreement = { searches: 4, found: 1, exhaustiveness: 16, sure: false };
    const some = scores.map((score, index) => ({ ...score, found_by: index === 0 ? 1 : 2 }));
    const unsure = item({ scores: some, search_agreement: agreement });
    const [caveat, ...others] = docking.caveats(unsure, new Map());
    expect(others).toEqual([]);
    expect(caveat).toMatchObject({ severity: 'changes_number', values: null, table: null });
    expect(caveat?.text).toContain('Only 1 of 4 independent searches (exhaustiveness 16 each) found the best pose');
    const [poses] = docking.tables(unsure, new Map());
    const column = (id: string) => poses?.columns.find((each) => each.id === id);
    expect(column('found_by')?.values).toEqual(['1 of 4', '2 of 4', '2 of 4', '2 of 4']);
    expect(column('posebusters_valid')?.values).not.toContain('passes all checks');
    expect(column('strain')).not.toHaveProperty('rating');
    const value = namedValuesOf(docking, unsure).find(({ path }) => path === 'docking_score');
    expect(value).toMatchObject({ value: -9.124, note: caveat?.text });

    const sure = item({ scores: some, search_agreement: { ...agreement, found: 3, sure: true } });
    expect(docking.caveats(sure, new Map())).toEqual([]);
    expect(docking.tables(sure, new Map())[0]?.columns.at(-1)?.values).toContain('passes all checks');
    const alone = item({ scores: some, search_agreement: { searches: 1, found: 1, exhaustiveness: 1, sure: false } });
    expect(docking.caveats(alone, new Map())[0]?.text).toContain('nothing shows whether another one finds the same');
    expect(docking.caveats(item(), new Map())).toEqual([]);
  });

  test('the lowest scores overall, with strain under 4 and under 8 kcal/mol', () => {
    const [, summary] = docking.tables(item(), new Map());
    expect(summary?.columns.map(({ values }) => [...values])).toEqual([
      ['All poses', 'Strain under 4 kcal/mol', 'Strain under 8 kcal/mol', 'Strain unknown'],
      [4, 1, 1, 1],
      [-9.124, -7.9, -7.9, Number.NaN],
    ]);
    expect(docking.tables(item({}), new Map()).map(({ length, empty }) => [length, empty])).toEqual([
      [0, 'No poses yet.'],
      [0, 'No poses yet.'],
    ]);
  });

  test('a filled item fits the public schema', () => {
    const filled = { ...docking.prepare(data, inputs), initial_molecule: molecule, scores: [scores[0], scores[1]] };
    expect(validatePublic('docking', filled)).toEqual([]);
    expect(docking.misfits(filled)).toEqual([]);
  });

  test('program, scoring function, conformers and PoseBusters are cited', () => {
    const must = (settings: object) =>
      citationsOf(docking, { ...data, ...settings }).flatMap(({ id, level }) => (level === 'must' ? [id] : []));
    expect(must({})).toEqual(expect.arrayContaining(['vina', 'vina_1_2', 'vinardo', 'etkdg', 'mmff94', 'posebusters']));
    const other = must({ do_csearch: false, docking_settings: { executable: 'qvina-w', scoring_function: 'vina' } });
    expect(other).toEqual(expect.arrayContaining(['qvina_w', 'vina', 'posebusters']));
    expect(other).not.toContain('etkdg');
    expect(other).not.toContain('vinardo');
  });
});
