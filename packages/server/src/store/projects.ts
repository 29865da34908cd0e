import type { Project } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { HttpProblem, notFound } from '../errors.ts';
import { type Database, type Executor, iso, row, rows } from './database/database.ts';
import { editorOf, type Member, personReads, projectVisible } from './reader.ts';

interface ProjectRow {
  uuid: string;
  name: string;
  root_folder_uuid: string | null;
  created_at: string;
  updated_at: string;
  owner: Project['owner'];
  users: Project['users'];
  is_default: boolean;
  has_edit_access: boolean;
}

const person = sql`jsonb_build_object('uuid', u.id, 'username', u.username, 'firstname', u.firstname, 'lastname', u.lastname, 'role', m.role)`;

function columns(member: Member): SQL {
  const people = sql`FROM membership m JOIN "user" u ON u.id = m.user_id WHERE m.project_uuid = p.uuid`;
  return sql`p.uuid, p.name, p.root_folder_uuid, p.created_at, p.updated_at,
    (SELECT ${person} ${people} AND m.role = 'owner') AS owner,
    (SELECT coalesce(jsonb_agg(${person} ORDER BY m.role = 'owner' DESC, u.username), '[]') ${people}) AS users,
    EXISTS (SELECT 1 FROM "user" u WHERE u.id = p.owner_id AND u.default_project_uuid = p.uuid) AS is_default,
    ${editorOf(member, 'p.uuid')} AS has_edit_access`;
}

function toProject(found: ProjectRow): Project {
  return { ...found, created_at: iso(found.created_at), updated_at: iso(found.updated_at) };
}

/** One project with its people, or null when the person is not in it. */
export async function readProject(db: Executor, member: Member, uuid: string): Promise<Project | null> {
  const found = await row<ProjectRow>(
    db,
    sql`SELECT ${columns(member)} FROM project p WHERE p.uuid = ${uuid}::uuid AND ${projectVisible(member, 'p')}`,
  );
  return found ? toProject(found) : null;
}

/** What may be asked of the list of projects. Pages count from 0. */
export interface ProjectQuery {
  page: number;
  size: number;
  name_contains?: string | undefined;
  sort?: 'name' | 'created_at' | 'updated_at' | undefined;
  asc?: boolean | undefined;
}

const orders = {
  name: 'name_order(fold_case(p.name)) COLLATE "C"',
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
};

/** One page of the projects a person is in, newest first unless asked otherwise, and how many pages there are. */
export async function listProjects(
  db: Executor,
  member: Member,
  query: ProjectQuery,
): Promise<{ projects: Project[]; pages: number }> {
  const named = query.name_contains
    ? sql` AND position(fold_case(${query.name_contains}) IN fold_case(p.name)) > 0`
    : sql.raw('');
  const where = sql`${projectVisible(member, 'p')}${named}`;
  const direction = query.asc ? 'ASC' : 'DESC';
  const order = sql.raw(`${orders[query.sort ?? 'created_at']} ${direction}, p.uuid ${direction}`);
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM project p WHERE ${where}`);
  const found = await rows<ProjectRow>(
    db,
    sql`SELECT ${columns(member)} FROM project p WHERE ${where} ORDER BY ${order}
        LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return { projects: found.map(toProject), pages: Math.ceil((total?.count ?? 0) / query.size) };
}

/** Makes a project with its root folder, owned by the person. Returns its uuid. */
export function insertProject(db: Database, member: Member, name: string): Promise<string> {
  return db.transaction(async (tx) => {
    const project = await row<{ uuid: string }>(
      tx,
      sql`INSERT INTO project (name, owner_id) VALUES (${name}, ${member.id}) RETURNING uuid`,
    );
    if (!project) throw new Error('The project was not stored.');
    await rows(
      tx,
      sql`WITH root AS (INSERT INTO folder (project_uuid, name) VALUES (${project.uuid}::uuid, 'Home') RETURNING uuid)
          UPDATE project SET root_folder_uuid = root.uuid FROM root WHERE project.uuid = ${project.uuid}::uuid`,
    );
    await rows(
      tx,
      sql`INSERT INTO membership (project_uuid, user_id, role) VALUES (${project.uuid}::uuid, ${member.id}, 'owner')`,
    );
    return project.uuid;
  });
}

/** What a person is in a project, and whether it is its owner's default, or all that the owner has. */
export interface Standing {
  role: 'owner' | 'member' | 'viewer';
  is_default: boolean;
  is_last: boolean;
  name: string;
}

/**
 * Returns what a person is in a project, its row locked until the transaction ends, so that people, moves and deletions follow one
 * after the other. Throws 404 for a stranger, about `what` was asked for.
 *
 * The order of all locks: project, folders, items (by uuid), proteins, attempts. The project's lock is FOR NO KEY UPDATE: putting something
 * into a folder looks up its project after the folder is locked, and must not wait for whoever waits for that folder.
 */
export async function lockProject(tx: Executor, member: Member, uuid: string, what = 'The project'): Promise<Standing> {
  await rows(tx, sql`SELECT 1 FROM project p WHERE p.uuid = ${uuid}::uuid FOR NO KEY UPDATE`);
  return standingIn(tx, member, uuid, what);
}

/**
 * As `lockProject`, for what takes a project from its owner: all that its owner has are locked, in the order of their identifiers as moves lock
 * them. Two that leave at the same moment follow one after the other, and the second sees whether it is the last.
 */
export async function lockProjectToLeave(tx: Executor, member: Member, uuid: string): Promise<Standing> {
  await rows(
    tx,
    sql`SELECT 1 FROM project p WHERE p.uuid = ${uuid}::uuid
          OR (p.deletion_uuid IS NULL AND p.owner_id = (SELECT q.owner_id FROM project q WHERE q.uuid = ${uuid}::uuid))
        ORDER BY p.uuid FOR NO KEY UPDATE`,
  );
  return standingIn(tx, member, uuid, 'The project');
}

async function standingIn(tx: Executor, member: Member, uuid: string, what: string): Promise<Standing> {
  // A statement of its own: it sees a deletion that was done, and a role that was changed, while the lock was waited for.
  const found = await row<Standing>(
    tx,
    sql`SELECT m.role, p.name, p.uuid = o.default_project_uuid AS is_default,
          NOT EXISTS (SELECT 1 FROM project q WHERE q.owner_id = p.owner_id AND q.uuid <> p.uuid AND q.deletion_uuid IS NULL) AS is_last
        FROM project p JOIN membership m ON m.project_uuid = p.uuid AND m.user_id = ${member.id} JOIN "user" o ON o.id = p.owner_id
        WHERE p.uuid = ${uuid}::uuid AND ${projectVisible(member, 'p')}`,
  );
  if (!found) throw notFound(what);
  return found;
}

/** Renames a project. Throws 404 for a stranger, 403 for a viewer. */
export async function renameProject(
  db: Database,
  member: Member,
  uuid: string,
  name: string | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { role } = await lockProject(tx, member, uuid);
    if (role === 'viewer') throw new HttpProblem(403, 'You may read this project, but not change it.');
    if (name === undefined) return;
    await rows(tx, sql`UPDATE project SET name = ${name}, updated_at = now() WHERE uuid = ${uuid}::uuid`);
  });
}

/** Refuses (422) to take a project from its owner that they cannot do without: every account keeps one to work in. */
export function refuseLastProject({ is_default, is_last }: Standing, what: string): void {
  if (is_default) throw new HttpProblem(422, `This is your default project; it cannot be ${what}.`);
  if (is_last) throw new HttpProblem(422, `This is your only project; it cannot be ${what}.`);
}

/** Gives people whose default project is no longer open to them the oldest of their own instead. */
export async function repairDefaults(tx: Executor, project: string): Promise<void> {
  await rows(
    tx,
    sql`UPDATE "user" u SET updated_at = now(), default_project_uuid =
          (SELECT p.uuid FROM project p WHERE p.owner_id = u.id AND p.deletion_uuid IS NULL ORDER BY p.created_at, p.uuid LIMIT 1)
        WHERE u.default_project_uuid = ${project}::uuid AND NOT ${personReads('u.id', 'u.default_project_uuid')}`,
  );
}
