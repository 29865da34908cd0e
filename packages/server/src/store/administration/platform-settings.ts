import { sql } from 'drizzle-orm';
import { type Executor, json, rows } from '../database/database.ts';

/** Settings that administrators changed, by the key of the option, each as the text that the environment would have. */
export async function readChangedSettings(db: Executor): Promise<ReadonlyMap<string, string>> {
  const found = await rows<{ name: string; value: unknown }>(db, sql`SELECT name, value FROM platform_setting`);
  return new Map(found.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value] as const] : [])));
}

/** Stores a changed setting; null goes back to the default. */
export async function storeChangedSetting(
  db: Executor,
  name: string,
  value: string | null,
  by: string | null,
): Promise<void> {
  if (value === null) {
    await rows(db, sql`DELETE FROM platform_setting WHERE name = ${name}`);
    return;
  }
  await rows(
    db,
    sql`INSERT INTO platform_setting (name, value, changed_by) VALUES (${name}, ${json(value)}, ${by})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, changed_at = now(), changed_by = excluded.changed_by`,
  );
}
