import type { StructureMatch } from '@cuvette/core/entities';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, type Executor, json, row, rows, uuidArray } from './database/database.ts';
import type { StructureMatches } from './known-matches.ts';

/** What the index knows: items with their results, structures of projects, and proteins with their ligands. */
export type StructureKind = 'workflow' | 'structure' | 'protein';

/** Something whose structures the index has still to read. A change made meanwhile gives it another mark. */
export interface StructureToRead {
  kind: StructureKind;
  uuid: string;
  mark: string;
}

/** A molecule as the converter describes it: digests in hexadecimal, fingerprints (256 bytes) in base64. */
export interface DescribedMolecule {
  smiles: string;
  identity: string;
  skeleton: string;
  pattern: string;
  similarity: string;
}

/** What the next round of the index reads, the newest first. */
export function structuresToRead(db: Executor, limit: number): Promise<StructureToRead[]> {
  return rows(db, sql`SELECT kind, uuid, mark FROM structure_to_read ORDER BY since DESC LIMIT ${limit}`);
}

/** How many things the index has still to read. */
export async function countToRead(db: Executor): Promise<number> {
  return (await row<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM structure_to_read`))?.count ?? 0;
}

/** Key of the advisory lock under which molecules get their numbers: in the order of commits. */
const numbering = 4283;

/** Stores molecules that are not there yet. */
async function keepMolecules(tx: Executor, molecules: readonly DescribedMolecule[]): Promise<void> {
  if (molecules.length === 0) return;
  await rows(tx, sql`SELECT pg_advisory_xact_lock(${numbering})`);
  await rows(
    tx,
    sql`INSERT INTO molecule (number, identity, skeleton, smiles, pattern, similarity)
        SELECT (SELECT coalesce(max(number), 0) FROM molecule) + row_number() OVER (), n.identity, n.skeleton, n.smiles, n.pattern, n.similarity
        FROM (
          SELECT DISTINCT ON (m.identity) decode(m.identity, 'hex') AS identity, decode(m.skeleton, 'hex') AS skeleton, m.smiles,
            decode(m.pattern, 'base64') AS pattern, decode(m.similarity, 'base64') AS similarity
          FROM jsonb_to_recordset(${json(molecules)}) AS m (identity text, skeleton text, smiles text, pattern text, similarity text)
          WHERE NOT EXISTS (SELECT 1 FROM molecule k WHERE k.identity = decode(m.identity, 'hex'))
          ORDER BY m.identity
        ) n`,
  );
}

/** A thing with the digests of the molecules that were found in it. */
export interface ReadStructures extends StructureToRead {
  identities: readonly string[];
}

/** Replaces what the index knows of things of one kind. What was deleted, or changed since it was read, is left to the next round. */
async function linkMolecules(tx: Executor, kind: StructureKind, read: readonly ReadStructures[]): Promise<void> {
  const things = sql.raw(kind);
  const links = sql.raw(`${kind}_molecule`);
  const thing = sql.raw(`${kind}_uuid`);
  const uuids = read.map(({ uuid }) => uuid);
  // One order of locks: the things by uuid, then what is to be read; that is left alone where somebody changes it at the moment.
  await rows(tx, sql`SELECT 1 FROM ${things} WHERE uuid = ANY(${uuidArray(uuids)}) ORDER BY uuid FOR KEY SHARE`);
  const pairs = read.flatMap(({ uuid, identities }) => identities.map((identity) => ({ uuid, identity })));
  await rows(tx, sql`DELETE FROM ${links} WHERE ${thing} = ANY(${uuidArray(uuids)})`);
  await rows(
    tx,
    sql`INSERT INTO ${links} (${thing}, molecule)
        SELECT t.uuid, k.number FROM jsonb_to_recordset(${json(pairs)}) AS p (uuid uuid, identity text)
          JOIN ${things} t ON t.uuid = p.uuid JOIN molecule k ON k.identity = decode(p.identity, 'hex')
        ON CONFLICT DO NOTHING`,
  );
  await rows(
    tx,
    sql`DELETE FROM structure_to_read WHERE kind = ${kind} AND mark IN (
          SELECT r.mark FROM structure_to_read r
          WHERE r.kind = ${kind} AND r.uuid = ANY(${uuidArray(uuids)}) AND r.mark = ANY(${uuidArray(read.map(({ mark }) => mark))})
          ORDER BY r.uuid FOR UPDATE SKIP LOCKED)`,
  );
}

/** Stores what was read of things, with the molecules that are new, in one transaction. */
export function storeStructures(
  db: Database,
  molecules: readonly DescribedMolecule[],
  read: readonly ReadStructures[],
): Promise<void> {
  return db.transaction(async (tx) => {
    await keepMolecules(tx, molecules);
    for (const kind of ['workflow', 'structure', 'protein'] as const) {
      const some = read.filter((one) => one.kind === kind);
      if (some.length > 0) await linkMolecules(tx, kind, some);
    }
  });
}

/** A molecule as a process that searches keeps it: its number, SMILES, and fingerprints in base64. */
export interface KeptMolecule {
  number: number;
  smiles: string;
  pattern: string;
  similarity: string;
}

/** Molecules after a number, in their order. */
export function moleculesAfter(db: Executor, last: number, limit: number): Promise<KeptMolecule[]> {
  return rows(
    db,
    sql`SELECT number::float8 AS number, smiles, encode(pattern, 'base64') AS pattern, encode(similarity, 'base64') AS similarity
        FROM molecule WHERE number > ${last} ORDER BY number LIMIT ${limit}`,
  );
}

/** The highest number of a molecule; 0 where there are none. */
export async function newestMolecule(db: Executor): Promise<number> {
  const found = await row<{ number: number | null }>(db, sql`SELECT max(number)::float8 AS number FROM molecule`);
  return found?.number ?? 0;
}

/** The numbers of the molecules of a digest (hexadecimal): of one stereoisomer, or of all stereoisomers of a skeleton. */
export async function moleculesOfDigest(db: Executor, digest: string, by: 'identity' | 'skeleton'): Promise<number[]> {
  const found = await rows<{ number: number }>(
    db,
    sql`SELECT number::float8 AS number FROM molecule WHERE ${sql.raw(by)} = decode(${digest}, 'hex') ORDER BY number`,
  );
  return found.map(({ number }) => number);
}

/** Numbers of molecules as one bound array. */
const numberArray = (numbers: readonly number[]): SQL => sql`${`{${numbers.join(',')}}`}::bigint[]`;

/** Things with one of the molecules up to which each of them is looked up; of more a list is read in its own order until a page is full. */
const fewThings = 500;

/** How many things have one of these molecules, counted to one above `fewThings`. */
export async function countThings(db: Executor, kind: StructureKind, numbers: readonly number[]): Promise<number> {
  const found = await row<{ count: number }>(
    db,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM ${sql.raw(`${kind}_molecule`)} l WHERE l.molecule = ANY(${numberArray(numbers)}) LIMIT ${fewThings + 1}) n`,
  );
  return found?.count ?? 0;
}

/**
 * Condition that a thing (its identifier given as a column) has one of these molecules; who may see it is asked beside that. The molecules of few
 * things (`count`) are a list of them, which an index reads; those of many a table in memory, in which each row is looked for.
 */
export function hasMolecule(kind: StructureKind, uuid: SQL, numbers: readonly number[], count = 0): SQL {
  const things = sql`SELECT l.${sql.raw(`${kind}_uuid`)} FROM ${sql.raw(`${kind}_molecule`)} l WHERE l.molecule = ANY(${numberArray(numbers)})`;
  // IS TRUE keeps the planner from making a join of it, which would look for each molecule of each thing.
  return count > fewThings ? sql`((${uuid} IN (${things})) IS TRUE)` : sql`${uuid} = ANY(ARRAY(${things}))`;
}

/** Items with the highest similarity of their molecules (`similarity`, 0 to 1), as a query of `uuid` and `similarity`. */
export function similarItems(numbers: readonly number[], similarities: readonly number[]): SQL {
  return sql`SELECT l.workflow_uuid AS uuid, max(n.similarity) AS similarity
    FROM unnest(${numberArray(numbers)}, ${`{${similarities.join(',')}}`}::float8[]) AS n (molecule, similarity)
      JOIN workflow_molecule l ON l.molecule = n.molecule GROUP BY l.workflow_uuid`;
}

/**
 * The molecule of each thing that a search found, the first in its list: the most similar one. The caller has seen that the reader may see the
 * things.
 */
export async function matchesOf(
  db: Executor,
  kind: StructureKind,
  uuids: readonly string[],
  { molecules, similarities }: Pick<StructureMatches, 'molecules' | 'similarities'>,
): Promise<Record<string, StructureMatch>> {
  if (uuids.length === 0 || molecules.length === 0) return {};
  const thing = sql.raw(`${kind}_uuid`);
  const found = await rows<{ uuid: string; place: number; smiles: string }>(
    db,
    sql`SELECT DISTINCT ON (l.${thing}) l.${thing} AS uuid, n.place::int AS place, k.smiles
        FROM ${sql.raw(`${kind}_molecule`)} l
          JOIN unnest(${numberArray(molecules)}) WITH ORDINALITY AS n (number, place) ON n.number = l.molecule
          JOIN molecule k ON k.number = l.molecule
        WHERE l.${thing} = ANY(${uuidArray(uuids)}) ORDER BY l.${thing}, n.place`,
  );
  return Object.fromEntries(
    found.map(({ uuid, place, smiles }) => [uuid, { smiles, similarity: similarities?.[place - 1] ?? null }]),
  );
}

/** Removes molecules that nothing has any more. The newest stays, so that no number is given twice. */
export async function sweepMolecules(db: Executor): Promise<void> {
  await rows(
    db,
    sql`DELETE FROM molecule m WHERE m.number < (SELECT max(number) FROM molecule)
          AND NOT EXISTS (SELECT 1 FROM workflow_molecule l WHERE l.molecule = m.number)
          AND NOT EXISTS (SELECT 1 FROM structure_molecule l WHERE l.molecule = m.number)
          AND NOT EXISTS (SELECT 1 FROM protein_molecule l WHERE l.molecule = m.number)`,
  );
}
