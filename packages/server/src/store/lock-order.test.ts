import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emptyPdb } from '@cuvette/core/chemistry';
import { PreparationOptions } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { admitAwaiting } from '../queue/admission.ts';
import type { RunningServer } from '../serve.ts';
import { plainItem } from '../testing/add-items.ts';
import { fullRun } from '../testing/load.ts';
import { findPostgres, type TestPostgres } from '../testing/postgres.ts';
import { sharedPostgres } from '../testing/shared-postgres.ts';
import { startTestServer } from '../testing/test-server.ts';
import { row, rows } from './database/database.ts';
import {
  deleteFolder,
  deleteProject,
  deleteProtein,
  deleteStructure,
  deleteWorkflow,
  restoreDeletion,
} from './deletions.ts';
import { changeFolder, insertFolder } from './folders/folders.ts';
import { moveFolders, moveWorkflows } from './folders/moves.ts';
import { insertProject } from './projects.ts';
import { requestPreparation, requeuePreparation, stopPreparation, takePreparation } from './protein-preparations.ts';
import { insertProtein } from './proteins.ts';
import type { Member } from './reader.ts';
import { changeStructure, insertStructure } from './structures.ts';
import { firstAccount } from './users.ts';
import { changeWorkflow } from './workflows/change-workflow.ts';
import { insertWorkflow } from './workflows/insert-workflows.ts';

const present = (await findPostgres()) !== null;

/** PGlite runs one transaction at a time, so two can meet on PostgreSQL only. */
describe.skipIf(!present && process.env.CI !== 'true')('the order of locks, on PostgreSQL', () => {
  let data = '';
  let postgres: TestPostgres | null = null;
  let server: RunningServer;
  let member: Member;
  /** Acts of any kind that are done at once, nine at a time. */
  const most = fullRun ? 2000 : 300;

  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-locks-'));
    postgres = sharedPostgres();
    server = await startTestServer({ data, databaseUrl: await postgres.createDatabase() });
    member = { kind: 'user', id: (await firstAccount(server.services.db.drizzle))?.id ?? '' };
  });
  afterAll(async () => {
    await server?.stop();
    await postgres?.stop();
    await rm(data, { recursive: true, force: true });
  });

  const submit = async (parent: string): Promise<string> => {
    const item = plainItem(parent, { status: 5 });
    const made = await server.services.db.transaction(async (tx) => {
      const stored = await insertWorkflow(tx, member.id, item);
      await admitAwaiting(tx, 1000);
      return stored;
    });
    return made ? item.uuid : '';
  };

  test('moving, deleting, restoring and submitting in the same folders at once never lock each other out, and nothing is left between two places', async () => {
    const { db } = server.services;
    const projects = await Promise.all(['one', 'two'].map((name) => insertProject(db, member, name)));
    const roots = await Promise.all(
      projects.map(async (uuid) => {
        const found = await row<{ root: string }>(
          db.drizzle,
          sql`SELECT root_folder_uuid AS root FROM project WHERE uuid = ${uuid}::uuid`,
        );
        return found?.root ?? '';
      }),
    );
    const folders: string[] = [];
    for (const root of roots) {
      for (let index = 0; index < 2; index += 1) {
        const outer = (await insertFolder(db, member, root, { name: 'outer' })) ?? '';
        folders.push(outer, (await insertFolder(db, member, outer, { name: 'inner' })) ?? '');
      }
    }
    const items: string[] = [];
    for (const folder of folders) for (let index = 0; index < 3; index += 1) items.push(await submit(folder));

    const [proteins, structures]: [string[], string[]] = [[], []];
    for (const project of projects) {
      const protein = { name: 'p', data: emptyPdb(), project, ancestor: null };
      proteins.push(await insertProtein(db.drizzle, member, protein));
      const structure = { name: 's', smiles: 'C', molecule: null };
      structures.push((await insertStructure(db.drizzle, member, project, structure)) ?? '');
    }

    const any = (list: readonly string[]): string => list[Math.floor(Math.random() * list.length)] ?? '';
    const some = (list: readonly string[]): string[] => Array.from({ length: 4 }, () => any(list));
    const acts: Record<string, () => Promise<unknown>> = {
      moveItems: () => db.transaction((tx) => moveWorkflows(tx, member, some(items), any([...folders, ...roots]))),
      changeItem: () => changeWorkflow(db, member, any(items), { name: 'moved', parent_uuid: any(folders) }),
      moveFolder: () =>
        db.transaction((tx) => moveFolders(tx, member, [any(folders)], any([...folders, ...roots]), false)),
      changeFolder: () => changeFolder(db, member, any(folders), { name: 'moved', parent_uuid: any(folders) }),
      deleteFolder: () => deleteFolder(db, member, any(folders)),
      deleteProtein: () => deleteProtein(db, member, any(proteins)),
      prepareProtein: () => requestPreparation(db, member, any(proteins), z.parse(PreparationOptions, {})),
      beginPreparation: () =>
        db.transaction(async (tx) => {
          const taken = await takePreparation(tx);
          if (taken) await requeuePreparation(tx, taken.protein, 0);
        }),
      stopPreparation: () => stopPreparation(db, member, any(proteins)),
      deleteStructure: () => deleteStructure(db, member, any(structures)),
      changeStructure: () => changeStructure(db.drizzle, member, any(structures), { name: 'renamed' }),
      deleteItem: () => deleteWorkflow(db, member, any(items)),
      deleteProject: () => deleteProject(db, member, projects[1] ?? ''),
      restore: async () => {
        for (const { uuid } of await rows<{ uuid: string }>(db.drizzle, sql`SELECT uuid FROM deletion`)) {
          await restoreDeletion(db, member, uuid).catch(refusal);
        }
      },
      submit: () => submit(any([...folders, ...roots])),
      addFolder: () => insertFolder(db, member, any([...folders, ...roots]), { name: 'new' }),
      admit: () => db.transaction((tx) => admitAwaiting(tx, 1000)),
      await: () =>
        rows(
          db.drizzle,
          sql`UPDATE workflow SET object_status = 5 WHERE uuid = (SELECT uuid FROM workflow WHERE object_status IN (0, 4) ORDER BY random() LIMIT 1)`,
        ),
    };
    const counts: Record<string, number> = {};
    const troubles: string[] = [];
    function refusal(error: unknown): void {
      if (error instanceof HttpProblem) return;
      const { cause, message } = error as Error;
      troubles.push(String((cause as Error | undefined)?.message ?? message));
    }
    const names = Object.keys(acts);
    const act = async (name: string): Promise<void> => {
      await acts[name]?.().then(() => {
        counts[name] = (counts[name] ?? 0) + 1;
      }, refusal);
    };
    // Each alone until it was done: later, when most things are deleted, many are refused.
    for (const name of names.filter((one) => one !== 'restore')) while (!counts[name]) await act(name);
    await act('restore');
    let left = most;
    const several = async (): Promise<void> => {
      while (left > 0 && troubles.length === 0) {
        left -= 1;
        await act(any(names));
      }
    };
    await Promise.all(Array.from({ length: 9 }, several));
    expect(troubles).toEqual([]);
    // The project of each thing is that of the folder it lies in; nothing lives in what was deleted.
    const torn = await rows(
      db.drizzle,
      sql`SELECT 'item' AS what, x.uuid FROM workflow x JOIN folder f ON f.uuid = x.parent_uuid
          WHERE x.project_uuid <> f.project_uuid OR (x.deletion_uuid IS NULL AND f.deletion_uuid IS NOT NULL)
          UNION ALL SELECT 'folder', x.uuid FROM folder x JOIN folder f ON f.uuid = x.parent_uuid
          WHERE x.project_uuid <> f.project_uuid OR (x.deletion_uuid IS NULL AND f.deletion_uuid IS NOT NULL)`,
    );
    expect(torn).toEqual([]);
  });

  test('a project that two people delete at once is deleted once, and restoring it brings all of it back', async () => {
    const { db } = server.services;
    const project = await insertProject(db, member, 'twice');
    const ended = await db.transaction(async (tx) => {
      await rows(tx, sql`SELECT 1 FROM project WHERE uuid = ${project}::uuid FOR NO KEY UPDATE`);
      const both = Promise.allSettled([deleteProject(db, member, project), deleteProject(db, member, project)]);
      // Both have begun, and so have seen the project alive, before either may go on.
      const waiting = sql`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM project%'`;
      await vi.waitFor(async () => expect(await row(db.drizzle, waiting)).toEqual({ count: 2 }), { timeout: 150_000 });
      return [both] as const;
    });
    const answers = await ended[0];
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const answer of answers) if (answer.status === 'fulfilled') await restoreDeletion(db, member, answer.value);
    const left = sql`SELECT 1 FROM folder WHERE project_uuid = ${project}::uuid AND deletion_uuid IS NOT NULL
      UNION ALL SELECT 1 FROM deletion WHERE object_uuid = ${project}::uuid`;
    expect(await rows(db.drizzle, left)).toEqual([]);
  });

  test('of two projects that are all that a person has, two deletions at once leave one', async () => {
    const { db } = server.services;
    // Somebody whose default is a project of another: only the rule of the last project keeps theirs.
    const home = await row<{ project: string }>(
      db.drizzle,
      sql`SELECT default_project_uuid AS project FROM "user" WHERE id = ${member.id}`,
    );
    const guest: Member = { kind: 'user', id: 'a-guest-of-two-projects' };
    await rows(
      db.drizzle,
      sql`INSERT INTO "user" (id, name, email, username, default_project_uuid)
          VALUES (${guest.id}, 'Guest', 'guest@example.org', 'guest-of-two', ${home?.project ?? null}::uuid)`,
    );
    await rows(
      db.drizzle,
      sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${home?.project ?? null}::uuid, ${guest.id}, 'member')`,
    );
    const [first = '', second = ''] = await Promise.all(
      ['first', 'second'].map((name) => insertProject(db, guest, name)),
    );
    const ended = await db.transaction(async (tx) => {
      await rows(tx, sql`SELECT 1 FROM project WHERE owner_id = ${guest.id} FOR NO KEY UPDATE`);
      const both = Promise.allSettled([deleteProject(db, guest, first), deleteProject(db, guest, second)]);
      const waiting = sql`SELECT count(*)::int AS count FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM project%'`;
      await vi.waitFor(async () => expect(await row(db.drizzle, waiting)).toEqual({ count: 2 }), { timeout: 150_000 });
      return [both] as const;
    });
    const answers = await ended[0];
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    for (const answer of answers)
      if (answer.status === 'rejected')
        expect(answer.reason).toMatchObject({ message: 'This is your only project; it cannot be deleted.' });
  });
});
