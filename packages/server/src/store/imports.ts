import { randomInt } from 'node:crypto';
import type { Imported, WorkflowItem } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { clean, type Executor, json, rows } from './database/database.ts';

/** A finished item of another server, its identifiers new already. */
export interface ImportedItem extends WorkflowItem {
  project: string;
  folder: string;
  imported: Imported;
  log: { attempt: string; file: string } | null;
}

const endings: Record<number, string> = { 2: 'completed', 3: 'failed', 4: 'stopped' };

/** A moment of a bundle as the database takes it; null for what is none, and for one that is still to come. */
function past(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || time < 0 || time > Date.now() ? null : new Date(time).toISOString();
}

/**
 * Stores an item that was computed elsewhere. Nobody here has run it, nothing of it is shared or starred, and it never enters the queue.
 * Its log, and the machine that it ran on, become its one attempt.
 */
export async function insertImportedItem(tx: Executor, item: ImportedItem): Promise<void> {
  const created = past(item.created_at) ?? new Date().toISOString();
  const [started, completed] = [past(item.started_at), past(item.completed_at)];
  await rows(
    tx,
    sql`INSERT INTO workflow (uuid, project_uuid, parent_uuid, run_by, name, object_type, object_status, object_data, notes, smiles,
          max_credits, resubmitted_from_uuid, created_at, started_at, completed_at, elapsed, provenance, error, seed, requirements, imported)
        VALUES (${item.uuid}::uuid, ${item.project}::uuid, ${item.folder}::uuid, NULL, ${item.name}, ${item.object_type},
          ${item.object_status}, ${json(item.object_data ?? {})}, ${item.notes}, ${item.smiles}, ${item.max_credits},
          ${item.resubmitted_from_uuid}::uuid, ${created}::timestamptz, ${started}::timestamptz, ${completed}::timestamptz,
          ${item.elapsed}, ${item.provenance === null ? sql`NULL` : json(item.provenance)},
          ${item.error === null ? sql`NULL` : json(item.error)}, ${randomInt(1, 2 ** 31 - 1)}, '{}', ${json(item.imported)})`,
  );
  if (!item.log && !item.compute_hardware) return;
  await rows(
    tx,
    sql`INSERT INTO attempt (uuid, workflow_uuid, number, status, started_at, ended_at, lease_until, host, log_file)
        VALUES (coalesce(${item.log?.attempt ?? null}::uuid, gen_random_uuid()), ${item.uuid}::uuid, 1, ${endings[item.object_status] ?? 'completed'},
          coalesce(${started}::timestamptz, ${created}::timestamptz), coalesce(${completed}::timestamptz, ${created}::timestamptz),
          now(), ${clean(item.compute_hardware ?? '')}, ${item.log?.file ?? null})`,
  );
}
