import { sql } from 'drizzle-orm';
import { type Executor, iso, rows, textArray } from '../database/database.ts';
import { itemState } from '../item-state.ts';
import { folderVisible, type Member, workflowVisible } from '../reader.ts';

/** A finished item that computed from the same input, with the versions of each of its attempts. */
export interface FinishedAlike {
  uuid: string;
  name: string;
  object_type: string;
  completed_at: string;
  input_hash: string;
  versions: Record<string, string>[];
}

/** Which of these SMILES, as RDKit writes them, a folder's project has completed items of a type of, as far as the person may see them. */
export async function finishedSmiles(
  db: Executor,
  member: Member,
  { folder, type, smiles }: { folder: string; type: string; smiles: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (smiles.length === 0) return new Set();
  const found = await rows<{ smiles: string }>(
    db,
    sql`SELECT DISTINCT w.smiles FROM folder f JOIN workflow w ON w.project_uuid = f.project_uuid
        WHERE f.uuid = ${folder}::uuid AND ${folderVisible(member, 'f')} AND ${workflowVisible(member, 'w')}
          AND w.object_type = ${type} AND w.object_status = ${itemState.completed} AND w.input_hash IS NOT NULL
          AND w.smiles = ANY(${textArray([...new Set(smiles)])})`,
  );
  return new Set(found.map((one) => one.smiles));
}

/**
 * Completed items of a folder's project with these input hashes, newest first, as far as the person may see them. An item whose protein was changed since it
 * was submitted is left out: it computed from another structure.
 */
export async function finishedAlike(
  db: Executor,
  member: Member,
  folder: string,
  hashes: readonly string[],
): Promise<FinishedAlike[]> {
  if (hashes.length === 0) return [];
  const found = await rows<FinishedAlike>(
    db,
    sql`SELECT w.uuid, w.name, w.object_type, w.completed_at, w.input_hash,
          (SELECT json_agg(a.versions) FROM attempt a WHERE a.workflow_uuid = w.uuid) AS versions
        FROM folder f JOIN workflow w ON w.project_uuid = f.project_uuid
        WHERE f.uuid = ${folder}::uuid AND ${folderVisible(member, 'f')} AND ${workflowVisible(member, 'w')}
          AND w.object_status = ${itemState.completed} AND w.input_hash = ANY(${textArray(hashes)})
          AND EXISTS (SELECT 1 FROM attempt a WHERE a.workflow_uuid = w.uuid AND a.status = 'completed')
          AND NOT EXISTS (SELECT 1 FROM workflow_protein n JOIN protein p ON p.uuid = n.protein_uuid
            WHERE n.workflow_uuid = w.uuid AND (p.updated_at > w.created_at OR p.deletion_uuid IS NOT NULL))
        ORDER BY w.completed_at DESC, w.uuid LIMIT 2000`,
  );
  return found.map((item) => ({ ...item, completed_at: iso(item.completed_at) ?? '', versions: item.versions ?? [] }));
}
