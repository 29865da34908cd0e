import { sql } from 'drizzle-orm';
import { HttpProblem, notesChanged } from '../../errors.ts';
import { settleCalculations } from '../calculations.ts';
import { type Database, type Executor, row, rows } from '../database/database.ts';
import { moveWorkflows } from '../folders/moves.ts';
import { itemState } from '../item-state.ts';
import { editable, type Member, workflowVisible } from '../reader.ts';

/** What an owner may change of an item. */
export interface WorkflowChange {
  name?: string | undefined;
  notes?: string | undefined;
  notes_before?: string | undefined;
  starred?: boolean | undefined;
  public?: boolean | undefined;
  email_when_complete?: boolean | undefined;
  parent_uuid?: string | null | undefined;
}

/**
 * Changes an item, and moves it. False when it is not visible to the person. Throws 403 where they may only read, 404 for a folder that is not visible,
 * 409 for notes that somebody else has changed.
 */
export async function changeWorkflow(
  db: Database,
  member: Member,
  uuid: string,
  change: WorkflowChange,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const parent = change.parent_uuid?.toLowerCase();
    const place = await row<{ parent_uuid: string; may: boolean }>(
      tx,
      sql`SELECT w.parent_uuid, ${editable(member, 'w')} AS may FROM workflow w WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(member, 'w')}`,
    );
    // Clients send the whole set back; the folder that it lies in already is no move. A move locks the folder, and only then the item.
    if (place?.may && parent !== undefined && parent !== place.parent_uuid)
      await moveWorkflows(tx, member, [uuid], parent);
    if (!(await lockForChange(tx, member, uuid, 'change'))) return false;
    const before = change.notes_before ?? null;
    const changed = await rows(
      tx,
      sql`UPDATE workflow w SET
            name = coalesce(${change.name ?? null}, w.name),
            notes = coalesce(${change.notes ?? null}, w.notes),
            starred = coalesce(${change.starred ?? null}::boolean, w.starred),
            public = coalesce(${change.public ?? null}::boolean, w.public),
            email_when_complete = coalesce(${change.email_when_complete ?? null}::boolean, w.email_when_complete),
            updated_at = now()
          WHERE w.uuid = ${uuid}::uuid AND (${before}::text IS NULL OR w.notes = ${before}::text) RETURNING w.uuid`,
    );
    if (changed.length === 0) throw notesChanged();
    return true;
  });
}

/** An item that shall be changed, its row locked until the transaction ends. False when it is not visible; throws 403 for a viewer. */
export async function lockForChange(tx: Executor, member: Member, uuid: string, action: string): Promise<boolean> {
  const found = await row<{ may: boolean }>(
    tx,
    sql`SELECT ${editable(member, 'w')} AS may FROM workflow w
        WHERE w.uuid = ${uuid}::uuid AND ${workflowVisible(member, 'w')} FOR UPDATE OF w`,
  );
  if (found && !found.may) throw new HttpProblem(403, `You may read this workflow, but not ${action} it.`);
  return found !== null;
}

/**
 * Stops an item: a queued one at once, a running one by telling its worker at the next heartbeat; a finished one stays.
 * False when it is not visible. Throws 403 for a viewer.
 */
export async function stopWorkflow(db: Database, member: Member, uuid: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockForChange(tx, member, uuid, 'stop'))) return false;
    await rows(
      tx,
      sql`UPDATE workflow w SET
            stop_requested = w.object_status = ${itemState.running},
            object_status = CASE WHEN w.object_status = ${itemState.running} THEN ${itemState.running} ELSE ${itemState.stopped} END,
            completed_at = CASE WHEN w.object_status = ${itemState.running} THEN w.completed_at ELSE now() END,
            updated_at = now()
          WHERE w.uuid = ${uuid}::uuid AND (w.object_status IN (${itemState.waiting}) OR (w.object_status = ${itemState.running} AND NOT w.stop_requested))`,
    );
    await settleCalculations(tx, uuid);
    return true;
  });
}

/** Takes the runtime limit off an item that has not ended. False when it is not visible. Throws 403 for a viewer, 409 when it has ended. */
export async function removeCreditLimit(db: Database, member: Member, uuid: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await lockForChange(tx, member, uuid, 'change'))) return false;
    const open = await row(
      tx,
      sql`SELECT 1 FROM workflow WHERE uuid = ${uuid}::uuid AND object_status NOT IN (${itemState.finished})`,
    );
    await rows(
      tx,
      sql`UPDATE workflow SET max_credits = NULL, draft = draft || '{"max_credits": null}'::jsonb, updated_at = now()
          WHERE uuid = ${uuid}::uuid AND object_status NOT IN (${itemState.finished}) AND max_credits IS NOT NULL`,
    );
    if (!open)
      throw new HttpProblem(409, 'The workflow has ended, so it has no limit to remove. Submit it again without one.');
    return true;
  });
}
