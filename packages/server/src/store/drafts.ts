import type { WorkflowSubmission } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Database, type Executor, json, row, rows, textArray } from './database.ts';
import type { Member } from './reader.ts';
import { lockForChange, type NewWorkflow } from './workflows.ts';

/** A draft as it is stored: what was sent, and what the item has become since (renamed, moved). */
export interface Draft {
  submission: WorkflowSubmission;
  name: string;
  parent: string;
  resubmittedFrom: string | null;
  runBy: string | null;
}

/** What an item shows of a draft: its settings and what was put in, as sent. */
export function draftData({
  workflow_data,
  initial_molecule,
  initial_smiles,
}: Pick<WorkflowSubmission, 'workflow_data' | 'initial_molecule' | 'initial_smiles'>): Record<string, unknown> {
  return {
    ...workflow_data,
    ...(initial_molecule === null ? {} : { initial_molecule }),
    ...(initial_smiles === null ? {} : { initial_smiles }),
  };
}

/** Reads a draft for changing it, its row locked. Null when it is not visible. Throws 403 for a viewer, 409 when it is no draft. */
export async function lockDraft(tx: Executor, member: Member, uuid: string, action: string): Promise<Draft | null> {
  if (!(await lockForChange(tx, member, uuid, action))) return null;
  const found = await row<{
    draft: WorkflowSubmission | null;
    object_status: number;
    name: string;
    parent_uuid: string;
    resubmitted_from_uuid: string | null;
    run_by: string | null;
  }>(
    tx,
    sql`SELECT draft, object_status, name, parent_uuid, resubmitted_from_uuid, run_by FROM workflow WHERE uuid = ${uuid}::uuid`,
  );
  if (!found?.draft || found.object_status !== 6) {
    throw new HttpProblem(409, 'This workflow is not a draft: it was submitted already.');
  }
  return {
    submission: found.draft,
    name: found.name,
    parent: found.parent_uuid,
    resubmittedFrom: found.resubmitted_from_uuid,
    runBy: found.run_by,
  };
}

/** Changes a draft. False when it is not visible. Throws 403 for a viewer, 409 when it is no draft. */
export async function updateDraft(
  db: Database,
  member: Member,
  uuid: string,
  change: (draft: Draft) => WorkflowSubmission,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const found = await lockDraft(tx, member, uuid, 'change');
    if (!found) return false;
    const submission = change(found);
    await rows(
      tx,
      sql`UPDATE workflow SET draft = ${json(submission)}, object_data = ${json(draftData(submission))},
            name = ${submission.name ?? found.name}, max_credits = ${submission.max_credits}, webhook_url = ${submission.webhook_url},
            options = ${json(submission.options)}, updated_at = now()
          WHERE uuid = ${uuid}::uuid`,
    );
    return true;
  });
}

/** Makes a draft an item that awaits the queue. The row of the draft is locked by the caller's transaction. */
export async function enqueueDraft(tx: Executor, uuid: string, user: string, item: NewWorkflow): Promise<void> {
  await rows(
    tx,
    sql`UPDATE workflow SET object_status = 5, draft = NULL, name = ${item.name}, object_data = ${json(item.data)},
          options = ${json(item.options)}, smiles = ${item.smiles}, max_credits = ${item.maxCredits}, run_by = ${user},
          requirements = ${textArray(item.requirements)}, queued_at = clock_timestamp(), run_after = now(), updated_at = now()
        WHERE uuid = ${uuid}::uuid`,
  );
}
