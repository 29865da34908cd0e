import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Executor, row, rows } from '../store/database/database.ts';
import { createAccount } from '../store/users.ts';

/** Folders that are nested into each other in each tree of `addForeignFolders`. */
const foreignDepth = 100;

/**
 * Adds `count` folders of another person, in trees of `foreignDepth` nested folders. Every second tree is in the trash. Each folder of the other
 * trees holds one item, which names a protein.
 */
export async function addForeignFolders(db: Database, count: number): Promise<void> {
  const { id } = await createAccount(db, `${randomUUID()}@example.org`);
  const [project, root, deletion] = [randomUUID(), randomUUID(), randomUUID()];
  const uuidOf = (kind: string, number: SQL) => sql`md5(${project} || ${kind} || (${number}))::uuid`;
  const inTrash = sql`(n / ${foreignDepth}::int) % 2 = 1`;
  const numbers = sql`generate_series(0, ${count - 1}::int) n`;
  const all = [
    sql`INSERT INTO project (uuid, name, owner_id, root_folder_uuid) VALUES (${project}::uuid, 'Other', ${id}, ${root}::uuid)`,
    sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${project}::uuid, ${id}, 'owner')`,
    sql`INSERT INTO folder (uuid, project_uuid, name) VALUES (${root}::uuid, ${project}::uuid, 'Home')`,
    sql`INSERT INTO deletion (uuid, project_uuid, kind, object_uuid, name) VALUES (${deletion}::uuid, ${project}::uuid, 'folder', ${root}::uuid, 'f')`,
    sql`INSERT INTO folder (uuid, project_uuid, parent_uuid, name, deletion_uuid)
        SELECT ${uuidOf('f', sql`n`)}, ${project}::uuid,
          CASE WHEN n % ${foreignDepth}::int = 0 THEN ${root}::uuid ELSE ${uuidOf('f', sql`n - 1`)} END, 'Folder ' || n,
          CASE WHEN ${inTrash} THEN ${deletion}::uuid END
        FROM ${numbers}`,
    sql`INSERT INTO protein (uuid, project_uuid, name, data, created_by)
        SELECT ${uuidOf('p', sql`n`)}, ${project}::uuid, 'p', '{}', ${id} FROM ${numbers} WHERE NOT ${inTrash}`,
    sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, seed, requirements)
        SELECT ${uuidOf('w', sql`n`)}, ${project}::uuid, ${uuidOf('f', sql`n`)}, ${id}, 'Item', 'docking', 2,
          jsonb_build_object('protein', ${uuidOf('p', sql`n`)}), 1, '{}'
        FROM ${numbers} WHERE NOT ${inTrash}`,
  ];
  await db.transaction(async (tx) => {
    for (const statement of all) await rows(tx, statement);
  });
}

interface Node {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** Rows of tables that a plan has read, whether it kept them or not. */
function rowsOf(node: Node): number {
  const read =
    node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = node['Relation Name'] === undefined ? 0 : read * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own);
}

/**
 * How many rows of tables some work reads: by the plans of its statements (EXPLAIN ANALYZE), and by the counters of the database, which also know what
 * functions read inside these statements.
 */
export async function rowsRead(
  db: Database,
  work: (db: Executor) => Promise<unknown>,
): Promise<{ explained: number; counted: number }> {
  return db.transaction(async (tx) => {
    const counters = sql`SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 AS read FROM pg_stat_xact_user_tables`;
    const count = async () => (await row<{ read: number }>(tx, counters))?.read ?? 0;
    let [explained, counted] = [0, 0];
    const execute = async (statement: SQL) => {
      const before = await count();
      const plan = sql`EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`;
      const [{ Plan }] = (await row<{ 'QUERY PLAN': [{ Plan: Node }] }>(tx, plan))?.['QUERY PLAN'] ?? [{ Plan: null }];
      if (!Plan) throw new Error('The statement has no plan.');
      counted += (await count()) - before;
      explained += rowsOf(Plan);
      return tx.execute(statement);
    };
    await work({ execute });
    return { explained, counted };
  });
}
