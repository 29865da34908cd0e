import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingRule } from '../../queue/waiting.ts';
import { onBothDatabases } from '../../testing/databases.ts';
import { addForeignFolders, rowsRead } from '../../testing/foreign-folders.ts';
import { readContents } from '../contents.ts';
import { type Database, openEmbedded, openPostgres, rows } from '../database/database.ts';
import { listProteins } from '../proteins.ts';
import type { Reader } from '../reader.ts';
import { createAccount } from '../users.ts';
import { readValuedItems } from './folder-values.ts';
import { readFolder } from './folders.ts';

/** Folders of the shared one's own chain, its items, and the folders of other people. */
const depth = 30;
const items = 5;
const foreign = 2500;

/** Rows that a call may read: some walks over its own chain, and its own items with what belongs to them. */
const mostRows = 20 * depth + 20 * items;

onBothDatabases('what a shared folder costs', (place) => {
  let db: Database;
  const chain = Array.from({ length: depth }, () => randomUUID());
  const folder = chain.at(-1) ?? '';
  const readers: Record<string, Reader> = {
    'that is public': { kind: 'public' },
    'that a link opens': { kind: 'public', link: { workflow: null, folder: chain[10] ?? '', protein: null } },
  };

  beforeAll(async () => {
    const { databaseUrl, data } = place();
    db = databaseUrl ? await openPostgres(databaseUrl) : await openEmbedded(data);
    const { id, default_project_uuid: project } = await createAccount(db, 'owner@example.org');
    // The functions of the database are asked before there is much: what they then plan is what a server that runs for weeks goes on with.
    for (let round = 0; round < 12; round += 1) {
      await rows(db.drizzle, sql`SELECT folder_is_public(f.uuid), folder_is_inside(f.uuid, f.uuid) FROM folder f`);
    }
    for (const [index, uuid] of chain.entries()) {
      await rows(
        db.drizzle,
        sql`INSERT INTO folder (uuid, project_uuid, parent_uuid, name, public)
            VALUES (${uuid}::uuid, ${project}::uuid, ${chain[index - 1] ?? null}::uuid, ${`Level ${index}`}, ${index === 20}::boolean)`,
      );
    }
    await rows(
      db.drizzle,
      sql`WITH protein AS (INSERT INTO protein (project_uuid, name, data, created_by) VALUES (${project}::uuid, 'p', '{}', ${id}) RETURNING uuid)
          INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, seed, requirements)
          SELECT gen_random_uuid(), ${project}::uuid, ${folder}::uuid, ${id}, 'Item', 'docking', 2, jsonb_build_object('protein', protein.uuid), 1, '{}'
          FROM protein, generate_series(1, ${items}::int)`,
    );
    await addForeignFolders(db, foreign);
  });
  afterAll(() => db.close());

  // A server without statistics, as the embedded database always is, and one with them plan in different ways.
  test.each([false, true].flatMap((analyzed) => Object.keys(readers).map((title) => ({ title, analyzed }))))(
    'a folder $title costs what lies above and in it, however many folders others have (analyzed: $analyzed)',
    async ({ title, analyzed }) => {
      if (analyzed) await rows(db.drizzle, sql`ANALYZE`);
      const reader = readers[title] ?? { kind: 'public' };
      const costs: Record<string, { explained: number; counted: number }> = {
        folder: await rowsRead(db, async (tx) => {
          const found = await readFolder(tx, reader, folder);
          // Everybody sees the folders of the path that are open to them.
          expect(found?.path.map(({ name }) => name).at(-1)).toBe(`Level ${depth - 1}`);
          expect(found?.path.length).toBe(title === 'that is public' ? depth - 20 : depth - 10);
        }),
        contents: await rowsRead(db, async (tx) => {
          const found = await readContents(tx, reader, folder, { page: 0, size: 20 }, waitingRule([], 1));
          expect(found.items).toHaveLength(items);
        }),
        'contents above': await rowsRead(db, async (tx) => {
          const found = await readContents(tx, reader, chain[25] ?? '', { page: 0, size: 20 }, waitingRule([], 1));
          expect(found.items).toHaveLength(1);
        }),
        values: await rowsRead(db, async (tx) => {
          expect((await readValuedItems(tx, reader, folder, undefined)).total).toBe(items);
        }),
        proteins: await rowsRead(db, async (tx) => {
          const found = await listProteins(tx, reader, { page: 0, size: 20, folder_uuid: chain[25] });
          expect(found.proteins).toHaveLength(1);
        }),
      };
      for (const [call, { explained, counted }] of Object.entries(costs)) {
        expect.soft(explained, `${call}: rows in plans`).toBeLessThan(mostRows);
        expect.soft(counted, `${call}: rows read`).toBeLessThan(mostRows);
        // The counters do count.
        expect.soft(counted, call).toBeGreaterThan(0);
      }
    },
  );
});
