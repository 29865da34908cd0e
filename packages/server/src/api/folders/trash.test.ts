import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DeletionList, Folder, Project } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../../serve.ts';
import { migrationsFolder, row, rows } from '../../store/database/database.ts';
import { purgeOldDeletions } from '../../store/deletions.ts';
import { sweepFiles } from '../../store/sweep.ts';
import { onOneDatabase } from '../../testing/databases.ts';
import { finishedItem } from '../../testing/finished-item.ts';
import { call, startTestServer } from '../../testing/test-server.ts';

/** One molecule of its own each time: equal ones would share a file. */
let made = 0;
const helium = () => {
  made += 1;
  return { charge: 0, multiplicity: 1, atoms: [{ atomic_number: 2, position: [0, 0, made] }] };
};

onOneDatabase('trash', (place) => {
  let server: RunningServer;
  let project: Project;
  const ask = (method: string, to: string, body?: unknown) =>
    call(server, method, to, body === undefined ? {} : { body });
  const status = async (to: string, method = 'GET') => (await ask(method, to)).status;
  const folder = async (name: string, parent_uuid = project.root_folder_uuid) =>
    z.parse(Folder, (await ask('POST', '/api/folder', { name, parent_uuid })).body).uuid;
  const newProject = async (name: string) => z.parse(Project, (await ask('POST', '/api/project', { name })).body);

  /** A finished item with a calculation, whose molecules lie in a file. */
  const finished = async (parent_uuid: string) => {
    const calculation = randomUUID();
    const molecules = [helium()];
    const calculations = { [calculation]: { molecules, status: 2 } as never };
    const uuid = await finishedItem(server, { type: 'basic_calculation', data: {}, calculations });
    const moved = await ask('POST', '/api/workflow/move_workflows', { uuids: [uuid], parent_uuid });
    expect(moved.status).toBe(200);
    const stored = await row<{ file: string }>(
      server.services.db.drizzle,
      sql`SELECT molecules_file AS file FROM calculation WHERE uuid = ${calculation}::uuid`,
    );
    return { uuid, calculation, molecules, file: stored?.file ?? '' };
  };
  const inTrash = async () =>
    z
      .parse(DeletionList, (await ask('GET', `/api/trash?size=100&project_uuid=${project.uuid}`)).body)
      .deletions.map(({ object_uuid }) => object_uuid)
      .sort();
  const age = (object: string, days: number) =>
    rows(
      server.services.db.drizzle,
      sql`UPDATE deletion SET deleted_at = now() - make_interval(days => ${days}) WHERE object_uuid = ${object}::uuid`,
    );
  const remove = async (...paths: string[]) => {
    for (const to of paths) expect(await status(`/api/${to}`, 'DELETE'), to).toBe(200);
  };

  beforeAll(async () => {
    server = await startTestServer(place());
  });
  beforeEach(async () => {
    project = await newProject('Trash');
  });
  afterAll(() => server.stop());

  test.each(['removed by hand', 'its 30 days are over'])(
    'a folder is gone for good (%s): what was deleted in it before stays restorable, with its files; the rest goes with its files',
    async (how) => {
      const { db, files } = server.services;
      const outer = await folder('outer');
      const inner = await folder('inner', outer);
      const deeper = await folder('deeper', inner);
      const [before, nested, lost] = [await finished(outer), await finished(deeper), await finished(outer)];
      await remove(`workflow/${before.uuid}`, `folder/${inner}`, `folder/${outer}`);
      expect(await inTrash()).toEqual([before.uuid, inner, outer].sort());
      if (how === 'removed by hand') await remove(`trash/${outer}`);
      else {
        await age(outer, 31);
        await purgeOldDeletions(db.drizzle);
      }
      expect(await inTrash()).toEqual([before.uuid, inner].sort());
      await sweepFiles(db.drizzle, files, -1000);
      const kept = async (key: string) => (await files.size(key)) > 0;
      expect([await kept(before.file), await kept(nested.file), await kept(lost.file)]).toEqual([true, true, false]);
      for (const uuid of [before.uuid, inner]) expect(await status(`/api/trash/${uuid}/restore`, 'POST')).toBe(200);
      const root = { parent_uuid: project.root_folder_uuid };
      expect((await ask('GET', `/api/workflow/${before.uuid}`)).body).toMatchObject(root);
      expect((await ask('GET', `/api/folder/${inner}`)).body).toMatchObject(root);
      expect((await ask('GET', `/api/workflow/${nested.uuid}`)).body).toMatchObject({ parent_uuid: deeper });
      for (const { calculation, molecules } of [before, nested]) {
        expect((await ask('GET', `/api/calculation/${calculation}/molecules`)).body).toMatchObject(molecules);
      }
      expect([await status(`/api/workflow/${lost.uuid}`), await status(`/api/folder/${outer}`)]).toEqual([404, 404]);
      expect(await inTrash()).toEqual([]);
    },
  );

  test('a folder whose 30 days end in a deleted project: what was deleted in it before comes back with the project', async () => {
    const { db } = server.services;
    const other = await newProject('Other');
    const outer = await folder('outer', other.root_folder_uuid);
    const item = await finished(outer);
    await remove(`workflow/${item.uuid}`, `folder/${outer}`, `project/${other.uuid}`);
    await age(outer, 31);
    await purgeOldDeletions(db.drizzle);
    for (const uuid of [other.uuid, item.uuid]) expect(await status(`/api/trash/${uuid}/restore`, 'POST')).toBe(200);
    expect((await ask('GET', `/api/workflow/${item.uuid}`)).body).toMatchObject({
      parent_uuid: other.root_folder_uuid,
    });
  });

  test('a project that is removed for good takes everything with it, also what was deleted before it', async () => {
    const { db } = server.services;
    const other = await newProject('Whole');
    const outer = await folder('outer', other.root_folder_uuid);
    const item = await finished(outer);
    await remove(`workflow/${item.uuid}`, `folder/${outer}`, `project/${other.uuid}`, `trash/${other.uuid}`);
    const left = await row<Record<string, number>>(
      db.drizzle,
      sql`SELECT (SELECT count(*)::int FROM workflow WHERE project_uuid = ${other.uuid}::uuid) AS items,
            (SELECT count(*)::int FROM folder WHERE project_uuid = ${other.uuid}::uuid) AS folders,
            (SELECT count(*)::int FROM deletion WHERE project_uuid = ${other.uuid}::uuid) AS deletions`,
    );
    expect(left).toEqual({ items: 0, folders: 0, deletions: 0 });
  });

  test('what is not there any more is not reported as restored, and is in the trash no longer after an update', async () => {
    const { drizzle } = server.services.db;
    const [ghost, kept] = [await finished(project.root_folder_uuid ?? ''), await folder('kept')];
    await remove(`workflow/${ghost.uuid}`, `folder/${kept}`);
    // As an earlier version left it.
    await rows(drizzle, sql`DELETE FROM workflow WHERE uuid = ${ghost.uuid}::uuid`);
    expect(await ask('POST', `/api/trash/${ghost.uuid}/restore`)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('removed for good') },
    });
    expect(await inTrash()).toEqual([ghost.uuid, kept].sort());
    const migration = readFileSync(path.join(migrationsFolder, '0020_trash_without_ghosts.sql'), 'utf8');
    for (const statement of migration.split('--> statement-breakpoint')) await rows(drizzle, sql.raw(statement));
    expect(await inTrash()).toEqual([kept]);
  });
});
