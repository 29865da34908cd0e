import type { Molecule, Structure } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Executor, iso, json, row, rows } from './database.ts';
import { type Member, projectVisible } from './reader.ts';

interface StructureRow {
  uuid: string;
  name: string;
  project_uuid: string;
  created_at: string;
  smiles: string | null;
  molecule: Molecule | null;
}

const columns = sql`s.uuid, s.name, s.project_uuid, s.created_at, s.smiles, s.molecule`;

function visible(member: Member): SQL {
  return sql`EXISTS (SELECT 1 FROM project p WHERE p.uuid = s.project_uuid AND ${projectVisible(member, 'p')})`;
}

function toStructure(found: StructureRow): Structure {
  return { ...found, created_at: iso(found.created_at) };
}

/** One structure, or null when the person is not in its project. */
export async function readStructure(db: Executor, member: Member, uuid: string): Promise<Structure | null> {
  const found = await row<StructureRow>(
    db,
    sql`SELECT ${columns} FROM structure s WHERE s.uuid = ${uuid}::uuid AND ${visible(member)}`,
  );
  return found ? toStructure(found) : null;
}

/** One page of a project's structures, newest first, and how many pages there are. */
export async function listStructures(
  db: Executor,
  member: Member,
  project: string,
  query: { page: number; size: number; name_contains?: string | undefined },
): Promise<{ structures: Structure[]; num_pages: number }> {
  const named = query.name_contains
    ? sql` AND position(lower(${query.name_contains}) IN lower(s.name)) > 0`
    : sql.raw('');
  const where = sql`s.project_uuid = ${project}::uuid AND ${visible(member)}${named}`;
  const total = await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM structure s WHERE ${where}`);
  const found = await rows<StructureRow>(
    db,
    sql`SELECT ${columns} FROM structure s WHERE ${where} ORDER BY s.created_at DESC, s.uuid DESC
        LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  );
  return { structures: found.map(toStructure), num_pages: Math.ceil((total?.count ?? 0) / query.size) };
}

/** Stores a structure in a project; its uuid, or null when the person may not change that project. */
export async function insertStructure(
  db: Executor,
  member: Member,
  project: string,
  structure: { name: string; smiles: string | null; molecule: Molecule | null },
): Promise<string | null> {
  const made = await row<{ uuid: string }>(
    db,
    sql`INSERT INTO structure (project_uuid, name, smiles, molecule, created_by)
        SELECT p.uuid, ${structure.name}, ${structure.smiles},
          ${structure.molecule === null ? sql`NULL::jsonb` : json(structure.molecule)}, ${member.id}
        FROM project p JOIN membership m ON m.project_uuid = p.uuid AND m.user_id = ${member.id} AND m.role <> 'viewer'
        WHERE p.uuid = ${project}::uuid AND ${projectVisible(member, 'p')} RETURNING uuid`,
  );
  return made?.uuid ?? null;
}
