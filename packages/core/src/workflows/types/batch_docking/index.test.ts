import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { emptyPdb } from '../../../chemistry/pdb/empty-pdb.ts';
import { SmilesInspection } from '../../../entities/conversion.ts';
import { MethodReport } from '../../../entities/method-report.ts';
import { validatePublic } from '../../../testing/public-schema.ts';
import { finishedItem, noInputs } from '../../../testing/workflow-items.ts';
import { citationsOf } from '../../citations/citations.ts';
import batchDocking from './index.ts';

const initial_smiles_list = ['CCO', 'c1ccccc1', 'CC(=O)O', 'CN', 'CCCC', 'O', 'CCl'];
const data = {
  initial_smiles_list,
  target: '67698003-fdeb-5e09-bef5-5dab9cc06e03',
  pocket: [
    [0, 0, 0],
    [20, 20, 20],
  ],
};
const report = z.parse(MethodReport, { workers: 1, capabilities: ['batch_docking', 'vina', 'rdkit'], methods: {} });
const problems = (more: object, inspections: object[] = []) =>
  batchDocking.problems({ ...data, ...more }, { ...noInputs, inspections: inspected(inspections) }, report);
const inspected = (list: object[]) =>
  new Map(list.map((each) => z.parse(SmilesInspection, each)).map((inspection) => [inspection.smiles, inspection]));

describe('submission', () => {
  test('defaults, and prepared data as the public schema has them', () => {
    expect(batchDocking.defaults()).toEqual({
      initial_smiles_list: [],
      target: null,
      pocket: null,
      docking_settings: {
        max_poses: 4,
        executable: 'vina',
        scoring_function: 'vinardo',
        exhaustiveness: 8,
        extend_search: true,
      },
    });
    const prepared = batchDocking.prepare(data, noInputs);
    expect(validatePublic('batch_docking', prepared)).toEqual([]);
    expect(batchDocking.prepare(prepared, noInputs)).toEqual(prepared);
    expect(batchDocking.capabilities(prepared)).toEqual(['batch_docking', 'rdkit', 'vina']);
    expect(problems({})).toEqual([]);
  });

  test('compounds, protein and pocket are needed; the protein may be in the data', () => {
    const missing = problems({ initial_smiles_list: [], target: null, pocket: null });
    expect(missing.map(({ field, detail }) => [field, detail])).toEqual([
      ['initial_smiles_list', 'Compounds: nothing is given, and it is needed.'],
      ['target', 'Protein: nothing is given, and it is needed.'],
      ['pocket', 'Pocket: nothing is given, and it is needed.'],
    ]);
    expect(problems({ target: emptyPdb() })).toEqual([]);
    expect(problems({ docking_settings: { executable: 'qvina2' } })[0]).toMatchObject({
      field: 'docking_settings.scoring_function',
    });
  });

  test('the entry that cannot be read or docked is named', () => {
    const found = problems({ initial_smiles_list: ['CCO', 'CX', ' ', '[Fe]', '[CH3]'] }, [
      { smiles: 'CCO', elements: [1, 6, 8] },
      { smiles: 'CX', error: { detail: 'X is no element.', position: 2 } },
      { smiles: '[Fe]', elements: [26] },
      { smiles: '[CH3]', elements: [1, 6], multiplicity: 2 },
    ]);
    expect(found).toEqual([
      {
        field: 'initial_smiles_list.1',
        detail: 'Compound 2 (CX): the SMILES cannot be read: X is no element.',
      },
      { field: 'initial_smiles_list.2', detail: 'Compound 3: the SMILES is empty.' },
      { field: 'initial_smiles_list.3', detail: 'Compound 4 ([Fe]): Docking does not support Fe.' },
      {
        field: 'initial_smiles_list.4',
        detail: 'Compound 5 ([CH3]): Docking takes closed-shell structures only; this one has multiplicity 2.',
      },
    ]);
  });

  test('one open stereocentre is warned of, more are refused, several molecules are named', () => {
    const centre = (atom: string) => ({ atom, index: 1, kind: 'tetrahedral' });
    const one = { smiles: 'CC(F)Cl', canonical: 'CC(F)Cl', undefined_stereocentres: [centre('C2')] };
    const two = {
      smiles: 'CC(F)C(Br)Cl',
      canonical: 'CC(F)C(Br)Cl',
      undefined_stereocentres: [centre('C2'), centre('C3')],
      stereoisomers: ['a', 'b'],
    };
    const salt = { smiles: 'CN.Cl', fragments: 2 };
    const list = { initial_smiles_list: ['CC(F)Cl', 'CC(F)C(Br)Cl', 'CN.Cl'] };
    const found = problems(list, [one, two, salt]);
    expect(found.map(({ field }) => field)).toEqual(['initial_smiles_list.1']);
    expect(found[0]?.detail).toContain('2 stereocentres are undefined (C2, C3)');
    const notices = batchDocking.notices(
      { ...data, ...list },
      { ...noInputs, inspections: inspected([one, two, salt]) },
      null,
    );
    expect(notices.map(({ title }) => title)).toEqual([
      'Some compounds have an undefined stereocentre',
      'Some compounds are several molecules',
    ]);
    expect(notices[0]?.body).toContain('compound 1.');
    expect(notices[1]?.body).toContain('compound 3.');
  });

  test('a resubmission keeps everything', () => {
    expect(batchDocking.resubmit({ ...data, best_scores: [-5] }, null)).toMatchObject({ value: data, changes: [] });
    expect(batchDocking.resubmit({ ...data, best_scores: [-5] }, null).value).not.toHaveProperty('best_scores');
  });
});

describe('results', () => {
  const item = (best_scores: (number | null)[], status = 2) =>
    finishedItem('batch_docking', { ...data, best_scores }, { object_status: status });

  test('tabs, and the compounds as structures in the order of the list', () => {
    expect(batchDocking.tabs(item([]), new Map()).map(({ title }) => title)).toEqual(['batch_docking', 'info']);
    const structures = batchDocking.structures(item([]));
    expect(structures.map(({ name }) => name).slice(0, 2)).toEqual(['Structure 1', 'Structure 2']);
    expect(structures[2]).toMatchObject({ id: 'compound-3', source: { kind: 'smiles', smiles: 'CC(=O)O' } });
    expect(batchDocking.active(item([]))).toBe('compound-1');
  });

  test('a docked compound is shown in its best pose inside the protein, the best one first; a failure says why', () => {
    const pose = '00000001-0000-4000-8000-000000000000';
    const more = { best_poses: [null, pose], failures: ['it consists of several molecules', null] };
    const docked = finishedItem('batch_docking', { ...data, best_scores: [null, -7.1], ...more });
    expect(batchDocking.structures(docked).slice(0, 2)).toEqual([
      { id: 'compound-1', name: 'Structure 1', source: { kind: 'smiles', smiles: 'CCO' } },
      {
        ...{ id: 'compound-2', name: 'Structure 2', within: { uuid: data.target } },
        source: { kind: 'calculation', uuid: pose, frame: 'last' },
      },
    ]);
    expect(batchDocking.active(docked)).toBe('compound-2');
    const [table] = batchDocking.tables(docked, new Map());
    expect(table?.columns.at(-1)).toMatchObject({ title: 'Reason' });
    expect(table?.columns.at(-1)?.values.slice(0, 2)).toEqual([null, 'it consists of several molecules']);
  });

  test('ranked by the lowest score; failed and unfinished compounds stay in sight', () => {
    const values = (status: number) => {
      const [table] = batchDocking.tables(item([-5.2, -7.1, null, -5.2], status), new Map());
      expect(table?.length).toBe(7);
      return table?.columns.map(({ values }) => [...values]);
    };
    expect(values(1)).toEqual([
      [1, 2, 3, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      ['Structure 2', 'Structure 1', 'Structure 4', 'Structure 3', 'Structure 5', 'Structure 6', 'Structure 7'],
      ['c1ccccc1', 'CCO', 'CN', 'CC(=O)O', 'CCCC', 'O', 'CCl'],
      [-7.1, -5.2, -5.2, Number.NaN, Number.NaN, Number.NaN, Number.NaN],
      ['docked', 'docked', 'docked', 'failed', 'waiting', 'waiting', 'waiting'],
    ]);
    expect(values(2)?.[4]?.slice(3)).toEqual(['failed', 'not docked', 'not docked', 'not docked']);
    const [table] = batchDocking.tables(item([-5.2, -7.1]), new Map());
    expect(table?.structures[0]).toBe('compound-2');
    expect(table?.columns[3]).toMatchObject({ title: 'Best score', unit: 'kcal/mol', precision: 2 });
  });

  test('a compound whose searches do not agree says so in its row of both tables', () => {
    const sure = { searches: 2, found: 2, exhaustiveness: 4, sure: true };
    const given = item([-5.2, -7.1, null]);
    const docked = {
      ...given,
      object_data: { ...given.object_data, search_agreements: [{ ...sure, found: 1, sure: false }, sure, null] },
    };
    expect(batchDocking.caveats(docked, new Map())).toEqual(
      ['batch_docking', 'top_compounds'].map((table) =>
        expect.objectContaining({
          severity: 'changes_number',
          table,
          rows: [1],
          text: expect.stringContaining('Only 1 of 2 independent searches'),
        }),
      ),
    );
    const [table] = batchDocking.tables(docked, new Map());
    expect(table?.columns.find(({ id }) => id === 'found_by')?.values.slice(0, 3)).toEqual(['2 of 2', '1 of 2', null]);
  });

  test('the five compounds of lowest finite score are the best ones', () => {
    const [, top] = batchDocking.tables(item([-1, -2, null, -4, -5, -6, -7]), new Map());
    expect(top?.columns[1]?.values).toEqual([
      'Structure 7',
      'Structure 6',
      'Structure 5',
      'Structure 4',
      'Structure 2',
    ]);
    const [, none] = batchDocking.tables(item([null]), new Map());
    expect(none).toMatchObject({ length: 0, empty: 'No compound has a score yet.' });
  });

  test('a filled item fits the public schema; program and scoring function are cited', () => {
    const filled = { ...batchDocking.prepare(data, noInputs), best_scores: [-5.2, null] };
    expect(validatePublic('batch_docking', filled)).toEqual([]);
    expect(batchDocking.misfits(filled)).toEqual([]);
    const must = citationsOf(batchDocking, data).filter(({ level }) => level === 'must');
    expect(must.map(({ id }) => id)).toEqual(expect.arrayContaining(['vina', 'vina_1_2', 'vinardo']));
  });
});
