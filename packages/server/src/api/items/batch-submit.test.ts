import { emptyPdb } from '@cuvette/core/chemistry';
import type { BatchSummary, FolderValues, WorkflowItem } from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { registerWorker } from '../../queue/workers.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { itemBench, manualSearch } from '../../testing/item-bench.ts';
import { probeReport } from '../../testing/probe-report.ts';
import { call } from '../../testing/test-server.ts';

onOneDatabase('many structures in one call', (place) => {
  let bench: Awaited<ReturnType<typeof itemBench>>;
  beforeAll(async () => {
    bench = await itemBench(place());
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await bench.server.stop();
  });
  const submit = (initial_smileses: string[], more: object = {}) =>
    call<WorkflowItem[] & { detail: string; field: string }>(bench.server, 'POST', '/api/workflow/batch_submit', {
      body: { workflow_type: 'conformer_search', workflow_data: manualSearch, initial_smileses, ...more },
    });

  /** Counts what the server asks of database and structure converter from now on. */
  const counted = () => {
    const { convert, db } = bench.server.services;
    const count = { statements: 0, questions: 0 };
    const { execute } = db.drizzle;
    vi.spyOn(db.drizzle, 'execute').mockImplementation((statement) => {
      count.statements += 1;
      return execute.call(db.drizzle, statement);
    });
    const { transaction } = db;
    vi.spyOn(db, 'transaction').mockImplementation(
      (work) =>
        transaction.call(db, (tx) => {
          const counting: typeof tx = {
            execute: (statement) => {
              count.statements += 1;
              return tx.execute(statement);
            },
          };
          return work(counting);
        }) as ReturnType<typeof work>,
    );
    const { run } = convert;
    vi.spyOn(convert, 'run').mockImplementation((...question) => {
      count.questions += 1;
      return run.call(convert, ...question);
    });
    return count;
  };

  test('structures are inspected together, stored together and read together, in their order', async () => {
    const smiles = Array.from(
      { length: 120 },
      (_, index) => `${'C'.repeat(1 + (index % 12))}O${'C'.repeat(1 + Math.floor(index / 12))}`,
    );
    const count = counted();
    const { status, body } = await submit(smiles);
    expect(status, JSON.stringify(body).slice(0, 500)).toBe(201);
    // Each by itself would be a question and a handful of statements for each structure.
    expect(count.questions).toBeGreaterThan(0);
    expect(count.questions).toBeLessThan(10);
    expect(count.statements).toBeLessThan(smiles.length);
    vi.restoreAllMocks();
    expect(body.map(({ name }) => name)).toEqual(smiles.map((_, index) => `Batch Workflow ${index + 1}`));
    expect(body.map(({ object_data }) => object_data?.initial_smiles)).toEqual(smiles);
    expect(body.map(({ object_status }) => object_status)).toEqual(smiles.map((_, index) => (index < 2 ? 0 : 5)));
    // They queue in the order in which they were sent, and each is described as when it is read by itself.
    for (const index of [0, 1, 2, 119]) {
      expect(body[index], String(index)).toEqual(await bench.item(body[index]?.uuid ?? ''));
    }
    expect(body[1]?.waiting).toEqual({ reason: 'One item is ahead of it.', position: 2 });
    expect(body[119]?.waiting?.reason).toContain('117 of yours wait before it');
    await bench.clear();
  });

  test('each stereoisomer is an item, and the first structure at fault is named, with nothing stored', async () => {
    const enumerated = await submit(['CCO', 'CC(F)C(Cl)Br', 'CC(O)C(F)Cl'], { options: { enumerate_stereo: true } });
    expect(enumerated.status, JSON.stringify(enumerated.body).slice(0, 500)).toBe(201);
    const names = [1, 2, 3, 4].map((number) => `(stereoisomer ${number} of 4)`);
    expect(enumerated.body.map(({ name }) => name)).toEqual([
      'Batch Workflow 1',
      ...names.map((isomer) => `Batch Workflow 2 ${isomer}`),
      ...names.map((isomer) => `Batch Workflow 3 ${isomer}`),
    ]);
    expect(new Set(enumerated.body.map(({ smiles }) => smiles)).size).toBe(9);
    await bench.clear();
    const faulty = await submit(['CCO', 'CC(F)C(Cl)Br', 'C1CC', 'not one'], { options: { stereo: 'refuse' } });
    expect(faulty).toMatchObject({ status: 422, body: { field: 'initial_smileses.1' } });
    // All that are at fault are named, not the first alone.
    expect(faulty.body.detail).toMatch(
      /^3 of 4 structures .*\nStructure 2 of 4: .*\nStructure 3 of 4: .*\nStructure 4 of 4: /,
    );
    expect((await call(bench.server, 'GET', '/api/workflow')).body.workflows).toEqual([]);
  });

  test('of open stereo in a list of compounds the first isomer is docked, each, or none', async () => {
    const docking = [...probeReport.capabilities, 'batch_docking', 'vina'];
    const report = { ...probeReport, capabilities: docking };
    await registerWorker(bench.server.services.db, { name: 'd', host: 'h', memoryMb: 1000, serverId: null, report });
    const smiles = ['CCO', 'CC(F)Cl', 'CC(F)C(Cl)Br'];
    const dock = async (options: object) =>
      await call<WorkflowItem & { warnings: string[]; detail: string; field: string }>(
        bench.server,
        'POST',
        '/api/workflow',
        {
          body: {
            workflow_type: 'batch_docking',
            workflow_data: {
              initial_smiles_list: smiles,
              target: emptyPdb(),
              pocket: [
                [0, 0, 0],
                [20, 20, 20],
              ],
            },
            options,
            is_draft: false,
          },
        },
      );
    const isomers = ['C[C@@H](F)Cl', 'C[C@@H](F)[C@@H](Cl)Br'];
    const first = await dock({});
    expect(first.status, JSON.stringify(first.body).slice(0, 500)).toBe(201);
    expect(first.body.object_data?.initial_smiles_list).toEqual(['CCO', ...isomers]);
    const told = `2 compounds leave their stereochemistry open; computed for ${isomers[0]} for CC(F)Cl (2: the first of 2 isomers), ${isomers[1]} for CC(F)C(Cl)Br (3: the first of 4 isomers).`;
    expect(first.body.warnings).toEqual([told]);
    expect(first.body.object_data?.messages).toEqual([
      {
        type: 'info',
        title: 'Stereoisomer',
        body: `${told} options.stereo "each" computes all of them, "refuse" none.`,
      },
    ]);
    const each = await dock({ stereo: 'each' });
    expect(each.body.object_data?.initial_smiles_list).toHaveLength(1 + 2 + 4);
    expect(await dock({ stereo: 'refuse' })).toMatchObject({
      status: 422,
      body: { field: 'initial_smiles_list.2', detail: expect.stringContaining('2 stereocentres are undefined') },
    });
    await bench.clear();
  });

  test('a batch is looked at before it is sent, says shortly what it left out, and its numbers come as they change', async () => {
    const { server } = bench;
    const smileses = ['CCO', '[Na+].CC(=O)[O-]', 'c1cc', 'CC(F)C(O)Cl', 'OCC'];
    const question = { workflow_type: 'solubility', workflow_data: {}, initial_smileses: smileses };
    type Findings = { results: { canonical: string | null; parts: number; isomers: number; problem: string | null }[] };
    const found = await call<Findings>(server, 'POST', '/api/workflow/batch_check', { body: question });
    expect(found.status, JSON.stringify(found.body).slice(0, 500)).toBe(200);
    expect(found.body.results.map(({ canonical, parts, isomers }) => [canonical, parts, isomers])).toEqual([
      ['CCO', 1, 0],
      ['CC(=O)[O-].[Na+]', 2, 0],
      [null, 1, 0],
      [expect.any(String), 1, 4],
      ['CCO', 1, 0],
    ]);
    expect(found.body.results.map(({ problem }) => problem === null)).toEqual([true, false, false, true, true]);
    expect(found.body.results[2]?.problem).toMatch(/^The SMILES /);
    // Of open stereocentres a type that computes a structure runs the first isomer, which is named, unless something else is asked for.
    const structures = { ...question, workflow_type: 'ion_mobility', initial_smileses: ['CC(F)C(O)Cl'] };
    const ask = async (more: object) =>
      (await call<Findings>(server, 'POST', '/api/workflow/batch_check', { body: { ...structures, ...more } })).body;
    expect((await ask({})).results[0]).toMatchObject({ problem: null, runs: 'C[C@@H](F)[C@@H](O)Cl' });
    expect((await ask({ options: { stereo: 'refuse' } })).results[0]?.problem).toMatch(/stereocentres are undefined/);
    for (const every of [{ enumerate_stereo: true }, { options: { stereo: 'each' } }]) {
      expect((await ask(every)).results[0]).toMatchObject({ problem: null, runs: null });
    }
    // So it does one that is too large, without building it; the others go on.
    const sizes = await ask({ initial_smileses: ['CCO', 'C'.repeat(200), 'CCN'] });
    expect(sizes.results.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringMatching(/takes at most 100 heavy atoms; this structure has 200\./),
      null,
    ]);
    // The settings are held against the elements of each line, as the form of one molecule does.
    const settings = { method: 'b3lyp', basis_set: { name: '6-31G(d)' }, tasks: ['energy'] };
    const level = {
      workflow_type: 'basic_calculation',
      workflow_data: { settings },
      initial_smileses: ['O', '[TeH2]'],
    };
    expect((await ask(level)).results.map(({ problem }) => problem)).toEqual([
      null,
      expect.stringMatching(/^The basis set 6-31G\(d\) has no functions for Te\./),
    ]);

    const folder = (await call<{ uuid: string }>(server, 'POST', '/api/folder', { body: { name: 'batch' } })).body.uuid;
    const taken = await call<BatchSummary>(server, 'POST', '/api/workflow/batch_submit', {
      body: {
        workflow_type: 'conformer_search',
        workflow_data: manualSearch,
        initial_smileses: ['CCO', 'C1CC', 'CCN'],
        names: ['ethanol', 'broken', 'ethylamine'],
        folder_uuid: folder,
        skip_invalid: true,
        summary: true,
        columns: {
          headings: ['lot', 'IC50'],
          rows: [
            ['A-1', '12.5'],
            ['A-2', '3'],
            ['A-3', ''],
          ],
        },
      },
    });
    expect(taken.status).toBe(201);
    expect(taken.body.uuids).toHaveLength(2);
    expect(taken.body.skipped).toEqual([{ index: 1, detail: expect.stringMatching(/^The SMILES breaks/) }]);

    const read = async (since = '') => {
      const query = since ? `?changed_since=${encodeURIComponent(since)}` : '';
      return (await call<FolderValues>(server, 'GET', `/api/folder/${folder}/values${query}`)).body;
    };
    const first = await read();
    expect(first.total).toBe(2);
    expect(first.items.map(({ name, values }) => [name, values])).toEqual([
      ['ethanol', []],
      ['ethylamine', []],
    ]);
    // The list’s other columns are kept with each structure, and a row that is missing is refused.
    expect(first.items.map(({ columns }) => columns)).toEqual([
      [
        ['lot', 'A-1'],
        ['IC50', '12.5'],
      ],
      [['lot', 'A-3']],
    ]);
    expect(await submit(['CCO', 'CCN'], { columns: { headings: ['lot'], rows: [['A-1']] } })).toMatchObject({
      status: 422,
      body: { field: 'columns.rows', detail: expect.stringContaining('1 rows for 2 structures') },
    });
    const later = new Date(Date.parse(first.as_of) + 60_000).toISOString();
    expect((await read(later)).items).toEqual([]);
    expect((await read(later)).total).toBe(2);
    expect((await call(server, 'GET', `/api/folder/${folder}/values?changed_since=soon`)).status).toBe(422);
    await bench.clear();
  });
});
