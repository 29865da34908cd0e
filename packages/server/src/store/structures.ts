import type { Molecule, Structure } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, iso, json, row, rows } from './database/database.ts';
import type { StructureMatches } from './known-matches.ts';
import { hasMolecule } from './molecules.ts';
import { editable, editorOf, type Member, type Reader, structureVisible } from './reader.ts';

interface StructureRow {
  uuid: string;
  name: string;
  project_uuid: string | null;
  created_at: string;
  updated_at: string;
  public: boolean;
  smiles: string | null;
  molecule: Molecule | null;
}

const columns = sql`s.uuid, s.name, s.project_uuid, s.created_at, s.updated_at, s.public, s.smiles, s.molecule`;

function toStructure(found: StructureRow): Structure {
  return { ...found, created_at: iso(found.created_at), updated_at: iso(found.updated_at) };
}

/** One structure, or null when the reader may not see it. */
export async function readStructure(db: Executor, reader: Reader, uuid: string): Promise<Structure | null> {
  const found = await row<StructureRow>(
    db,
    sql`SELECT ${columns} FROM structure s WHERE s.uuid = ${uuid}::uuid AND ${structureVisible(reader, 's')}`,
  );
  if (!found) return null;
  return toStructure(reader.kind === 'user' ? found : { ...found, project_uuid: null });
}

/** One page of a project's structures, newest first, and how many pages there are. */
export async function listStructures(
  db: Executor,
  member: Member,
  project: string,
  query: {
    page: number;
    size: number;
    name_contains?: string | undefined;
    matched?: StructureMatches | undefined;
  },
): Promise<{ structures: Structure[]; num_pages: number }> {
  const named = query.name_contains
    ? sql` AND position(fold_case(${query.name_contains}) IN fold_case(s.name)) > 0`
    : sql.raw('');
  const where = sql`s.project_uuid = ${project}::uuid AND ${structureVisible(member, 's')}${named}
    AND ${query.matched ? hasMolecule('structure', sql`s.uuid`, query.matched.molecules) : sql`true`}`;
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
        FROM project p WHERE p.uuid = ${project}::uuid AND ${editorOf(member, 'p.uuid')} RETURNING uuid`,
  );
  return made?.uuid ?? null;
}

/** Renames or shares a structure; what is undefined stays. False when the person may not change it. */
export async function changeStructure(
  db: Executor,
  member: Member,
  uuid: string,
  change: { name?: string | undefined; public?: boolean | undefined },
): Promise<boolean> {
  const changed = await row(
    db,
    sql`UPDATE structure s SET updated_at = now(), name = coalesce(${change.name ?? null}::text, s.name),
          public = coalesce(${change.public ?? null}::boolean, s.public)
        WHERE s.uuid = ${uuid}::uuid AND ${editable(member, 's')} RETURNING s.uuid`,
  );
  return changed !== null;
}
