import { isDeepStrictEqual } from 'node:util';
import type { JobProtein, Protein } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { clean, type Executor, iso, json, row, rows, uuidArray } from './database/database.ts';
import type { StructureMatches } from './known-matches.ts';
import { hasMolecule } from './molecules.ts';
import { readPreparation } from './protein-preparations.ts';
import {
  editable,
  editorOf,
  type Member,
  memberOf,
  personReadsProtein,
  projectVisible,
  proteinVisible,
  type Reader,
  structureVisible,
  workflowVisible,
} from './reader.ts';

/** A structure as a bound parameter, its keys in their order. */
function ordered(data: object): SQL {
  return sql`${JSON.stringify(data)}::json`;
}

/** The items of its project, deleted ones aside, that name a protein `p`. */
const users = sql`FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid
  WHERE n.protein_uuid = p.uuid AND w.project_uuid = p.project_uuid AND w.deletion_uuid IS NULL`;

/** Returns what an answer has of a protein besides its data; its project, and whether items name it, are for the people of that project. */
function plain(reader: Reader): SQL {
  const inside = reader.kind === 'user' ? memberOf(reader, 'p.project_uuid') : sql`false`;
  return sql`p.uuid, p.name, p.created_at, p.updated_at, CASE WHEN ${inside} THEN p.project_uuid END AS project_uuid, p.sanitized, p.public, p.pocket, p.computed,
    CASE WHEN ${inside} THEN EXISTS (SELECT 1 ${users}) END AS used_in_workflow,
    (SELECT a.uuid FROM protein a WHERE a.uuid = p.ancestor_uuid AND a.deletion_uuid IS NULL AND ${proteinVisible(reader, 'a')}) AS ancestor_uuid`;
}

function toProtein(found: Protein & { updated_at: string }): Protein {
  return { ...found, created_at: iso(found.created_at), updated_at: iso(found.updated_at) };
}

/** One protein with its data (null where they are not asked for) and the state of its preparation, or null when the reader may not see it. */
export async function readProtein(
  db: Executor,
  reader: Reader,
  uuid: string,
  withData = true,
): Promise<Protein | null> {
  const found = await row<Protein & { updated_at: string }>(
    db,
    sql`SELECT ${plain(reader)}, ${withData ? sql`p.data` : sql`NULL::json AS data`} FROM protein p WHERE p.uuid = ${uuid}::uuid AND ${proteinVisible(reader, 'p')}`,
  );
  return found ? { ...toProtein(found), preparation: await readPreparation(db, uuid) } : null;
}

/** Which of these texts, all of them uuids, are proteins: at most 100, whoever may see them. */
export async function existingProteins(db: Executor, uuids: readonly string[]): Promise<string[]> {
  const found = await rows<{ uuid: string }>(
    db,
    sql`SELECT uuid FROM protein WHERE uuid = ANY(${uuidArray(uuids)}) ORDER BY uuid LIMIT 100`,
  );
  return found.map(({ uuid }) => uuid);
}

/** Which of these proteins (uuids in lower case) a job of this person gets: those that they may see, and those that are shared. */
export async function usableProteins(
  db: Executor,
  member: Member,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await rows<{ uuid: string }>(
    db,
    sql`SELECT p.uuid FROM protein p WHERE p.uuid = ANY(${uuidArray(uuids)})
        AND (${proteinVisible(member, 'p')} OR ${structureVisible({ kind: 'public' }, 'p')})`,
  );
  return new Set(found.map(({ uuid }) => uuid));
}

/** The structure of a protein before all preparation; the present one where there was none. Null when the reader may not see it. */
export async function readOriginal(
  db: Executor,
  reader: Reader,
  uuid: string,
): Promise<{ name: string; data: NonNullable<Protein['data']> } | null> {
  return row(
    db,
    sql`SELECT p.name, coalesce(p.original, p.data) AS data FROM protein p WHERE p.uuid = ${uuid}::uuid AND ${proteinVisible(reader, 'p')}`,
  );
}

/** What may be asked of the list of proteins. Pages count from 0. */
export interface ProteinQuery {
  page: number;
  size: number;
  name_contains?: string | undefined;
  ancestor_uuid?: string | undefined;
  project_uuid?: string | undefined;
  /** Only those that jobs made, or only the others. */
  computed?: boolean | undefined;
  /** Only those that visible items under this folder name. */
  folder_uuid?: string | undefined;
  /** Only those with a ligand among these molecules. */
  matched?: StructureMatches | undefined;
}

/**
 * The proteins that items below a folder name, visible to the reader, as the table `p`. From the folder down: what lies elsewhere on the server is not
 * looked at. OFFSET 0 and LIMIT have each step taken by an index, which a join of whole tables would not.
 */
function namedUnder(reader: Reader, folder: string): SQL {
  return sql`(
    WITH RECURSIVE tree AS (
      SELECT ${folder}::uuid AS uuid
      UNION
      SELECT f.uuid FROM tree t CROSS JOIN LATERAL (SELECT i.uuid FROM folder i WHERE i.parent_uuid = t.uuid OFFSET 0) f
    )
    SELECT p.* FROM (
      SELECT n.protein_uuid, w.project_uuid, bool_or(n.hands_on) AS handed_on FROM tree t
        CROSS JOIN LATERAL (SELECT i.* FROM workflow i WHERE i.parent_uuid = t.uuid OFFSET 0) w
        CROSS JOIN LATERAL (SELECT i.protein_uuid, i.hands_on FROM workflow_protein i WHERE i.workflow_uuid = w.uuid OFFSET 0) n
        WHERE ${workflowVisible(reader, 'w')} GROUP BY n.protein_uuid, w.project_uuid
    ) named CROSS JOIN LATERAL (SELECT i.* FROM protein i WHERE i.uuid = named.protein_uuid LIMIT 1) p
    WHERE p.project_uuid = named.project_uuid OR named.handed_on)`;
}

/** One page of the proteins that a reader sees, without their data, newest first, and how many pages there are. */
export async function listProteins(
  db: Executor,
  reader: Reader,
  query: ProteinQuery,
): Promise<{ proteins: Protein[]; num_pages: number }> {
  // What a visible item of its own project names is visible, what one hands on is, and nothing else is named below the folder: that is not asked again of all items.
  const parts = [query.folder_uuid ? sql`p.deletion_uuid IS NULL` : proteinVisible(reader, 'p')];
  if (query.matched) parts.push(hasMolecule('protein', sql`p.uuid`, query.matched.molecules));
  if (query.name_contains) parts.push(sql`position(fold_case(${query.name_contains}) IN fold_case(p.name)) > 0`);
  if (query.ancestor_uuid) parts.push(sql`p.ancestor_uuid = ${query.ancestor_uuid}::uuid`);
  if (query.project_uuid) parts.push(sql`p.project_uuid = ${query.project_uuid}::uuid`);
  if (query.computed !== undefined) parts.push(sql`p.computed = ${query.computed}`);
  const where = sql.join(parts, sql` AND `);
  const from = query.folder_uuid ? namedUnder(reader, query.folder_uuid) : sql`protein`;
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM ${from} p WHERE ${where}`);
  const found = await rows<Protein & { updated_at: string }>(
    db,
    sql`SELECT ${plain(reader)}, NULL::json AS data FROM ${from} p WHERE ${where} ORDER BY p.created_at DESC, p.uuid
        LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return { proteins: found.map(toProtein), num_pages: Math.ceil((total?.count ?? 0) / query.size) };
}

/** What a protein is made from. */
export interface NewProtein {
  name: string;
  data: NonNullable<Protein['data']>;
  project: string;
  ancestor: string | null;
  /** A job made it, elsewhere: it comes with an item that is imported. */
  computed?: boolean;
}

/**
 * Stores a protein; its uuid. Throws 404 for a project or an ancestor that the person does not see, 403 where they may only read the project, each
 * with its field.
 */
export async function insertProtein(db: Executor, member: Member, made: NewProtein): Promise<string> {
  const ancestor = sql`(${made.ancestor}::uuid IS NULL OR EXISTS (
    SELECT 1 FROM protein p WHERE p.uuid = ${made.ancestor}::uuid AND ${proteinVisible(member, 'p')}))`;
  const found = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO protein (project_uuid, ancestor_uuid, name, data, created_by, computed)
        SELECT o.uuid, ${made.ancestor}::uuid, ${made.name}, ${ordered(made.data)}, ${member.id}, ${made.computed ?? false} FROM project o
        WHERE o.uuid = ${made.project}::uuid AND ${editorOf(member, 'o.uuid')} AND ${ancestor} RETURNING uuid`,
  );
  if (found) return found.uuid;
  const seen = await row<{ may: boolean }>(
    db,
    sql`SELECT ${editorOf(member, 'o.uuid')} AS may FROM project o WHERE o.uuid = ${made.project}::uuid AND ${projectVisible(member, 'o')}`,
  );
  if (!seen) throw new HttpProblem(404, 'The project was not found, or you have no access to it.', 'project_uuid');
  if (!seen.may) throw new HttpProblem(403, 'You can read this project, but not add to it.', 'project_uuid');
  throw new HttpProblem(
    404,
    'The protein that this one was made from was not found, or you have no access to it.',
    'ancestor_uuid',
  );
}

/** Keeps the project of an item from being deleted while a protein is put into it: before the item itself is locked. */
export async function holdProjectOf(db: Executor, workflow: string): Promise<void> {
  await rows(
    db,
    sql`SELECT 1 FROM project o WHERE o.uuid = (SELECT w.project_uuid FROM workflow w WHERE w.uuid = ${workflow}::uuid) FOR KEY SHARE`,
  );
}

/**
 * Stores a structure that the job of an item made, in the item's project, as of the person who runs it. One that is there already stays as it is. False
 * when the uuid is that of a protein of another project.
 */
export async function insertComputedProtein(
  db: Executor,
  workflow: string,
  { uuid, name, structure, ancestor_uuid: ancestor, pocket }: JobProtein,
): Promise<boolean> {
  await rows(
    db,
    sql`INSERT INTO protein (uuid, project_uuid, ancestor_uuid, name, data, created_by, computed, pocket)
        SELECT ${uuid}::uuid, w.project_uuid,
          (SELECT p.uuid FROM protein p WHERE p.uuid = ${ancestor}::uuid AND p.project_uuid = w.project_uuid),
          ${clean(name)}, ${ordered(structure)}, w.run_by, true, ${pocket ? json(pocket) : sql`NULL::jsonb`}
        FROM workflow w WHERE w.uuid = ${workflow}::uuid ON CONFLICT (uuid) DO NOTHING`,
  );
  const found = await row(
    db,
    sql`SELECT 1 FROM protein p JOIN workflow w ON w.project_uuid = p.project_uuid
        WHERE p.uuid = ${uuid}::uuid AND w.uuid = ${workflow}::uuid`,
  );
  return found !== null;
}

/** What may be changed of a protein; what is undefined stays. */
export interface ProteinChange {
  name?: string | undefined;
  data?: Protein['data'] | undefined;
  public?: boolean | undefined;
  pocket?: Protein['pocket'] | undefined;
}

/**
 * Changes a protein. Another structure makes it a new one: what was prepared before no longer counts, and the structure that it was prepared from goes.
 * Clients send the whole set back, the structure that they once loaded with it: neither the present one nor the one before preparation is a change.
 * `busy` while a preparation is under way that the new structure would be lost to; `refused` when the person may not. To be called in a transaction.
 */
export async function changeProtein(
  db: Executor,
  member: Member,
  uuid: string,
  change: ProteinChange,
): Promise<'changed' | 'busy' | 'refused'> {
  const sets = [sql`updated_at = now()`];
  if (change.name !== undefined) sets.push(sql`name = ${change.name}`);
  if (change.public !== undefined) sets.push(sql`public = ${change.public}::boolean`);
  if (change.pocket !== undefined) {
    sets.push(change.pocket === null ? sql`pocket = NULL` : sql`pocket = ${json(change.pocket)}`);
  }
  const may = sql`p.uuid = ${uuid}::uuid AND ${editable(member, 'p')}`;
  if (change.data) {
    const present = await row<{ data: object; original: object | null; sanitized: number }>(
      db,
      sql`SELECT p.data, p.original, p.sanitized FROM protein p WHERE ${may} FOR UPDATE`,
    );
    if (!present) return 'refused';
    // As it comes back from the database: without what JSON does not keep.
    const wanted: unknown = JSON.parse(JSON.stringify(change.data));
    if (!isDeepStrictEqual(wanted, present.data) && !isDeepStrictEqual(wanted, present.original)) {
      if (present.sanitized === 1) return 'busy';
      sets.push(sql`data = ${ordered(change.data)}`, sql`original = NULL`, sql`sanitized = 0`);
      await rows(db, sql`DELETE FROM protein_preparation WHERE protein_uuid = ${uuid}::uuid`);
    }
  }
  const changed = await row(db, sql`UPDATE protein p SET ${sql.join(sets, sql`, `)} WHERE ${may} RETURNING p.uuid`);
  return changed ? 'changed' : 'refused';
}

/** The name of a protein that is in the trash of a project of this person; null when it is not there. */
export async function nameInTrash(db: Executor, member: Member, uuid: string): Promise<string | null> {
  const found = await row<{ name: string }>(
    db,
    sql`SELECT p.name FROM protein p WHERE p.uuid = ${uuid}::uuid AND p.deletion_uuid IS NOT NULL AND ${memberOf(member, 'p.project_uuid')}`,
  );
  return found?.name ?? null;
}

/** How many items name a protein that a person can restore; the deleted items aside. The caller has made sure that the person may know. */
export async function countUsers(db: Executor, uuid: string): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    sql`SELECT (SELECT count(*)::int ${users}) AS count FROM protein p WHERE p.uuid = ${uuid}::uuid`,
  );
  return found?.count ?? 0;
}

/** The proteins that items name and that are in the trash, by item and name; for people of the proteins' projects. */
export async function proteinsInTrash(
  db: Executor,
  member: Member,
  workflows: readonly string[],
): Promise<Map<string, { uuid: string; name: string }[]>> {
  const found = await rows<{ workflow: string; uuid: string; name: string }>(
    db,
    sql`SELECT n.workflow_uuid AS workflow, p.uuid, p.name FROM workflow_protein n JOIN protein p ON p.uuid = n.protein_uuid
        WHERE n.workflow_uuid = ANY(${uuidArray(workflows)}) AND p.deletion_uuid IS NOT NULL AND ${memberOf(member, 'p.project_uuid')}
        ORDER BY name_order(fold_case(p.name)) COLLATE "C", p.uuid`,
  );
  const byItem = new Map<string, { uuid: string; name: string }[]>();
  for (const { workflow, ...protein } of found) byItem.set(workflow, [...(byItem.get(workflow) ?? []), protein]);
  return byItem;
}

/** What a job gets of a protein. */
interface JobProteins {
  /** The structures, by identifier. */
  proteins: Record<string, unknown>;
  /** Ligands, ions and sugars of the uploaded structure (`non_polymer` and `branched` of its first model) of those that were prepared. */
  uploaded_heterogens: Record<string, unknown>;
}

/** The proteins that an item's data name: those that the person who runs it may see, or that are public. */
export async function proteinsOfItem(db: Executor, workflow: string): Promise<JobProteins> {
  const found = await rows<{ uuid: string; data: unknown; heterogens: unknown }>(
    db,
    sql`SELECT p.uuid, p.data,
          CASE WHEN p.original IS NOT NULL THEN json_build_object(
            'non_polymer', p.original->'models'->0->'non_polymer', 'branched', p.original->'models'->0->'branched') END AS heterogens
        FROM workflow_protein n JOIN workflow w ON w.uuid = n.workflow_uuid JOIN protein p ON p.uuid = n.protein_uuid
        WHERE n.workflow_uuid = ${workflow}::uuid AND p.deletion_uuid IS NULL
          AND (p.project_uuid = w.project_uuid OR p.public OR n.hands_on OR ${personReadsProtein('w.run_by', 'p')})`,
  );
  return {
    proteins: Object.fromEntries(found.map(({ uuid, data }) => [uuid, data])),
    uploaded_heterogens: Object.fromEntries(
      found.flatMap(({ uuid, heterogens }) => (heterogens === null ? [] : [[uuid, heterogens]])),
    ),
  };
}
