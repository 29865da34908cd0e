import { sql } from 'drizzle-orm';
import { type Executor, row, rows } from './database/database.ts';

/** Notes that a new owner is to be welcomed, and to find examples. */
export async function welcomeOwner(tx: Executor, user: string): Promise<void> {
  await rows(tx, sql`INSERT INTO first_start (user_id) VALUES (${user}) ON CONFLICT DO NOTHING`);
}

/** The page of welcome of a person: null for everybody but a new owner, and once it was closed. */
export async function welcomeOf(db: Executor, user: string): Promise<{ examples_folder_uuid: string | null } | null> {
  return row<{ examples_folder_uuid: string | null }>(
    db,
    sql`SELECT f.uuid AS examples_folder_uuid FROM first_start s
        LEFT JOIN folder f ON f.uuid = s.examples_folder AND f.deletion_uuid IS NULL
        WHERE s.user_id = ${user} AND NOT s.welcome_closed`,
  );
}

/** The page of welcome was closed: it stays closed. */
export async function closeWelcome(db: Executor, user: string): Promise<void> {
  await rows(db, sql`UPDATE first_start SET welcome_closed = true WHERE user_id = ${user}`);
}

/** The owner to bring examples to. */
export interface ExamplesTurn {
  user_id: string;
  /** The folder that an earlier start made and did not fill to its end. */
  examples_folder: string | null;
}

/**
 * The owner whose examples this server brings in; null where there is none, where that is done, or where another server began it. A server that was
 * stopped in the middle goes on when it starts again.
 */
export async function takeExamplesTurn(db: Executor, server: string): Promise<ExamplesTurn | null> {
  return row<ExamplesTurn>(
    db,
    sql`UPDATE first_start SET examples_server = ${server}
        WHERE NOT examples_done AND (examples_server IS NULL OR examples_server = ${server})
        RETURNING user_id, examples_folder`,
  );
}

/** Remembers the folder that the examples come into. */
export async function keepExamplesFolder(db: Executor, user: string, folder: string): Promise<void> {
  await rows(db, sql`UPDATE first_start SET examples_folder = ${folder}::uuid WHERE user_id = ${user}`);
}

/** The examples are there, or can never be: nothing brings them again. */
export async function endExamples(db: Executor, user: string): Promise<void> {
  await rows(db, sql`UPDATE first_start SET examples_done = true WHERE user_id = ${user}`);
}

/** Returns what the items of a folder are called. */
export async function itemNamesIn(db: Executor, folder: string): Promise<Set<string>> {
  const found = await rows<{ name: string }>(db, sql`SELECT name FROM workflow WHERE parent_uuid = ${folder}::uuid`);
  return new Set(found.map(({ name }) => name));
}
