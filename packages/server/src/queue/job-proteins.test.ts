import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { row, rows } from '../store/database/database.ts';
import { listProteins, readProtein } from '../store/proteins.ts';
import { firstAccount } from '../store/users.ts';
import { insertWorkflow } from '../store/workflows/insert-workflows.ts';
import { plainItem } from '../testing/add-items.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { probeReport, roomy } from '../testing/probe-report.ts';
import { startTestServer } from '../testing/test-server.ts';
import { claim } from './claim.ts';
import { takeEvents } from './report.ts';
import { registerWorker } from './workers.ts';

onOneDatabase('proteins of jobs', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
  });
  afterAll(() => server.stop());

  /** A stored protein of a project; what its data hold is not looked at on the way to a worker. */
  async function protein(project: string, data: object): Promise<string> {
    const made = await row<{ uuid: string }>(
      server.services.db.drizzle,
      sql`INSERT INTO protein (project_uuid, name, data, created_by)
        SELECT ${project}::uuid, 'p', ${JSON.stringify(data)}::json, m.user_id FROM membership m LIMIT 1 RETURNING uuid`,
    );
    return made?.uuid ?? '';
  }

  test('a job brings the proteins that its data name, where the person who runs it may see them', async () => {
    const { db } = server.services;
    const account = await firstAccount(db.drizzle);
    const owner = account?.id ?? '';
    const own = await row<{ project_uuid: string }>(
      db.drizzle,
      sql`SELECT project_uuid FROM folder WHERE uuid = ${account?.root_folder_uuid}::uuid`,
    );
    const stranger = await row<{ uuid: string }>(
      db.drizzle,
      sql`INSERT INTO project (name, owner_id) VALUES ('of others', ${owner}) RETURNING uuid`,
    );
    const mine = await protein(own?.project_uuid ?? '', { models: [1] });
    // It was prepared, and lost its ligand by that.
    const prepared = await protein(own?.project_uuid ?? '', { models: [{}] });
    const original = JSON.stringify({ models: [{ polymer: {}, non_polymer: { 'B.1': { name: 'STI' } } }] });
    await rows(db.drizzle, sql`UPDATE protein SET original = ${original}::json WHERE uuid = ${prepared}::uuid`);
    const theirs = await protein(stranger?.uuid ?? '', { models: [2] });
    const deleted = randomUUID();
    const item = plainItem(account?.root_folder_uuid ?? '', {
      data: { target_uuid: mine, inputs: [{ protein: theirs }, { protein: prepared }], gone: deleted },
    });
    await insertWorkflow(db.drizzle, owner, item);
    const worker = await registerWorker(db, {
      name: 'w',
      host: 'h',
      memoryMb: 1000,
      serverId: null,
      report: { ...probeReport, capabilities: ['xtb'] },
    });
    const found = await claim(db, { worker, ...roomy });
    expect(found?.job.proteins).toEqual({ [mine]: { models: [1] }, [prepared]: { models: [{}] } });
    expect(found?.job.uploaded_heterogens).toEqual({
      [prepared]: { non_polymer: { 'B.1': { name: 'STI' } }, branched: null },
    });
    await rows(db.drizzle, sql`DELETE FROM workflow`);
    await rows(db.drizzle, sql`DELETE FROM protein WHERE uuid = ${prepared}::uuid`);
  });

  test('a structure that a job made is a protein of the project, and stays as it is when it is sent again', async () => {
    const { db, files } = server.services;
    const account = await firstAccount(db.drizzle);
    const item = plainItem(account?.root_folder_uuid ?? '', { data: {} });
    await insertWorkflow(db.drizzle, account?.id ?? '', item);
    const worker = await registerWorker(db, {
      name: 'w',
      host: 'h',
      memoryMb: 1000,
      serverId: null,
      report: { ...probeReport, capabilities: ['xtb'] },
    });
    const found = await claim(db, { worker, ...roomy });
    if (!found) throw new Error('Nothing was claimed.');
    const made = randomUUID();
    const structure = { description: {}, experiment: {}, geometry: {}, models: [] };
    const pocket = [
      [1, 2, 3],
      [10, 11, 12],
    ];
    const send = (name: string, uuid: string = made) =>
      takeEvents(db, files, found, [
        { event: 'protein', uuid, name, structure, pocket },
        { event: 'partial', data: { minimized_protein_uuid: uuid } },
      ]);
    await send('Minimized complex');
    await send('Another name');
    const reader = { kind: 'user', id: account?.id ?? '' } as const;
    const stored = await readProtein(db.drizzle, reader, made);
    expect(stored).toMatchObject({ name: 'Minimized complex', used_in_workflow: true, pocket });
    expect(stored?.data?.models).toEqual([]);

    // The list shows it apart from uploaded proteins.
    const listed = async (computed?: boolean) => {
      const { proteins } = await listProteins(db.drizzle, reader, { page: 0, size: 20, computed });
      return proteins.map(({ name }) => name).sort();
    };
    expect([await listed(), await listed(true), await listed(false)]).toEqual([
      ['Minimized complex', 'p'],
      ['Minimized complex'],
      ['p'],
    ]);
    await expect(send('n', 'not-a-uuid')).rejects.toThrow('is not a protein uuid');
    await rows(db.drizzle, sql`DELETE FROM workflow`);
  });
});
