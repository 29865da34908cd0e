import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { type Executor, row, rows } from './database/database.ts';

/** What the index reads of an item: no data of its settings are written by it, and nobody sees them. */
export type IndexedItem = Pick<WorkflowItem, 'uuid' | 'name' | 'object_type' | 'object_status' | 'object_data'> & {
  smiles: string | null;
  calculations: { uuid: string; molecules_file: string }[];
};

/** An item with the files of its calculations, whoever may see it; null where it is gone. */
export async function itemToIndex(db: Executor, uuid: string): Promise<IndexedItem | null> {
  const item = await row<Omit<IndexedItem, 'calculations'>>(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.object_status, w.object_data, w.smiles FROM workflow w WHERE w.uuid = ${uuid}::uuid`,
  );
  if (!item) return null;
  const calculations = await rows<{ uuid: string; molecules_file: string }>(
    db,
    sql`SELECT c.uuid, c.molecules_file FROM calculation c WHERE c.workflow_uuid = ${uuid}::uuid ORDER BY c.position`,
  );
  return { ...item, calculations };
}

/** A structure of a project as it is stored; null where it is gone. */
export function structureToIndex(
  db: Executor,
  uuid: string,
): Promise<{ smiles: string | null; molecule: Molecule | null } | null> {
  return row(db, sql`SELECT s.smiles, s.molecule FROM structure s WHERE s.uuid = ${uuid}::uuid`);
}

/** Residues of a protein that belong to no chain, by their keys; null where the protein is gone. */
export function ligandsToIndex(db: Executor, uuid: string): Promise<{ residues: unknown } | null> {
  return row(
    db,
    sql`SELECT p.data #> '{models,0,non_polymer}' AS residues FROM protein p WHERE p.uuid = ${uuid}::uuid`,
  );
}
