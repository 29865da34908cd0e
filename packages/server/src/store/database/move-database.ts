import { type SQL, sql } from 'drizzle-orm';
import { ConfigProblem } from '../../config.ts';
import { type Database, type Executor, row, rows, textArray } from './database.ts';

/** One table of the move: how many rows it has and what they add up to. */
export interface TableSum {
  table: string;
  count: number;
  sum: string;
}

/** Rows that travel in one statement. */
const batch = 200;

interface Column {
  name: string;
  type: string;
}

const quoted = (name: string): SQL => sql.raw(`"${name.replaceAll('"', '""')}"`);

async function tablesOf(db: Executor): Promise<string[]> {
  const found = await rows<{ name: string }>(
    db,
    sql`SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE n.nspname = 'public' AND c.relkind = 'r' ORDER BY c.relname`,
  );
  return found.map(({ name }) => name);
}

/** Columns that are stored as given; generated ones make themselves. */
async function columnsOf(db: Executor, table: string): Promise<Column[]> {
  return rows<Column>(
    db,
    sql`SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
        WHERE a.attrelid = ('public.' || quote_ident(${table}))::regclass AND a.attnum > 0 AND NOT a.attisdropped
          AND a.attgenerated = '' ORDER BY a.attname`,
  );
}

/** Count and checksum of a table's rows, whatever their order; the same on both databases for the same rows. */
async function sumOf(db: Executor, table: string): Promise<TableSum> {
  const columns = await columnsOf(db, table);
  const whole = sql.join(
    columns.map(({ name }) => sql`coalesce(md5(${quoted(name)}::text), '-')`),
    sql` || `,
  );
  const found = await row<{ count: string; sum: string }>(
    db,
    sql`SELECT count(*)::text AS count, coalesce(sum(('x' || left(h, 15))::bit(60)::bigint), 0)::text || '-' ||
          coalesce(sum(('x' || right(h, 15))::bit(60)::bigint), 0)::text AS sum
        FROM (SELECT md5(${whole}) AS h FROM ${quoted(table)}) hashed`,
  );
  return { table, count: Number(found?.count ?? 0), sum: found?.sum ?? '' };
}

async function sumsOf(db: Executor): Promise<TableSum[]> {
  await rows(db, sql`SET LOCAL TIME ZONE 'UTC'`);
  await rows(db, sql`SET LOCAL datestyle = 'ISO, YMD'`);
  await rows(db, sql`SET LOCAL extra_float_digits = 1`);
  await rows(db, sql`SET LOCAL bytea_output = 'hex'`);
  const sums: TableSum[] = [];
  for (const table of await tablesOf(db)) sums.push(await sumOf(db, table));
  return sums;
}

const same = (a: TableSum[], b: TableSum[]) => JSON.stringify(a) === JSON.stringify(b);

/** Constraints that look at other tables: taken off while rows come in any order, and put back, which checks every row. */
async function foreignKeys(db: Executor): Promise<{ table: string; name: string; definition: string }[]> {
  return rows(
    db,
    sql`SELECT c.relname AS table, k.conname AS name, pg_get_constraintdef(k.oid) AS definition
        FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE k.contype = 'f' AND n.nspname = 'public' ORDER BY c.relname, k.conname`,
  );
}

async function copyTable(source: Executor, target: Executor, table: string): Promise<void> {
  const columns = await columnsOf(source, table);
  const texts = sql.join(
    columns.map(({ name }) => sql`${quoted(name)}::text AS ${quoted(name)}`),
    sql`, `,
  );
  const names = sql.join(
    columns.map(({ name }) => quoted(name)),
    sql`, `,
  );
  const typed = sql.join(
    columns.map(({ name, type }) => sql`r.${quoted(name)}::${sql.raw(type)}`),
    sql`, `,
  );
  await rows(source, sql`DECLARE moving NO SCROLL CURSOR FOR SELECT ${texts} FROM ${quoted(table)}`);
  for (;;) {
    const found = await rows<Record<string, string | null>>(source, sql`FETCH ${sql.raw(String(batch))} FROM moving`);
    if (found.length === 0) break;
    const lists = sql.join(
      columns.map(({ name }) => textArray(found.map((one) => one[name] ?? null) as string[])),
      sql`, `,
    );
    await rows(
      target,
      sql`INSERT INTO ${quoted(table)} (${names}) SELECT ${typed} FROM unnest(${lists}) AS r(${names})`,
    );
  }
  await rows(source, sql`CLOSE moving`);
}

async function copySequences(source: Executor, target: Executor): Promise<void> {
  const found = await rows<{ name: string; last: string | null }>(
    source,
    sql`SELECT sequencename AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`,
  );
  for (const { name, last } of found) {
    if (last !== null)
      await rows(target, sql`SELECT setval(('public.' || quote_ident(${name}))::regclass, ${last}::bigint)`);
  }
}

/**
 * Copies everything from one database into another of the same schema, in one transaction: all of it is there afterwards, or
 * nothing. Counts and checksums of every table are compared before it is made lasting. A target that already holds exactly
 * the same is left as it is. Throws `ConfigProblem` for a target that holds anything else.
 */
export async function moveDatabase(
  source: Database,
  target: Database,
): Promise<{ tables: TableSum[]; alreadyThere: boolean }> {
  return source.transaction(async (from) => {
    const tables = await sumsOf(from);
    return target.transaction(async (to) => {
      const present = await sumsOf(to);
      const [ours, theirs] = [tables, present].map((list) => list.map(({ table }) => table).join(', '));
      if (ours !== theirs) {
        throw new ConfigProblem(
          `The database of DATABASE_URL has other tables (${theirs}). Give the move a database of its own, made empty.`,
        );
      }
      if (same(present, tables)) return { tables, alreadyThere: true };
      const full = present.filter(({ count }) => count > 0);
      if (full.length > 0) {
        const counts = full.map(({ table, count }) => `${count} in ${table}`).join(', ');
        throw new ConfigProblem(
          `The database of DATABASE_URL is not empty: it has rows (${counts}). Nothing was changed. Give the move an empty database.`,
        );
      }
      const keys = await foreignKeys(to);
      for (const { table, name } of keys) {
        await rows(to, sql`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`);
      }
      // Rows that triggers make are copied like all others.
      const triggers = async (what: 'DISABLE' | 'ENABLE') => {
        for (const { table } of tables) {
          await rows(to, sql`ALTER TABLE ${quoted(table)} ${sql.raw(what)} TRIGGER USER`);
        }
      };
      await triggers('DISABLE');
      for (const { table } of tables) await copyTable(from, to, table);
      await triggers('ENABLE');
      for (const { table, name, definition } of keys) {
        await rows(to, sql`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${sql.raw(definition)}`);
      }
      await copySequences(from, to);
      const arrived = await sumsOf(to);
      if (!same(arrived, tables)) {
        const wrong = arrived.filter((one, index) => !same([one], tables.slice(index, index + 1)));
        throw new Error(`These tables did not arrive as they were: ${wrong.map(({ table }) => table).join(', ')}.`);
      }
      return { tables, alreadyThere: false };
    });
  });
}
