import { isReference, status, type WorkflowSubmission, withoutReferences } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../errors.ts';
import { type Executor, json, row, rows, textArray, uuidArray } from './database/database.ts';
import { itemState } from './item-state.ts';
import type { Member } from './reader.ts';
import { clearSources, type Source, storeSources } from './workflow-sources.ts';
import { lockForChange } from './workflows/change-workflow.ts';
import type { NewWorkflow } from './workflows/insert-workflows.ts';

/** A draft as it is stored: what was sent, and what the item has become since (renamed, moved). */
export interface Draft {
  submission: WorkflowSubmission;
  name: string;
  parent: string;
  resubmittedFrom: string | null;
  runBy: string | null;
}

/** Returns what an item shows of a draft: its settings and what was put in, as sent, without what is taken from other items. */
export function draftData({
  workflow_data,
  initial_molecule,
  initial_smiles,
}: Pick<WorkflowSubmission, 'workflow_data' | 'initial_molecule' | 'initial_smiles'>): Record<string, unknown> {
  return {
    ...(withoutReferences(workflow_data) as Record<string, unknown>),
    ...(initial_molecule === null || isReference(initial_molecule) ? {} : { initial_molecule }),
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
  if (!found?.draft || found.object_status !== status.draft) {
    throw new HttpProblem(409, 'This workflow is not a draft: it was submitted already.');
  }
  return {
    // Drafts of older versions name no items that they wait for.
    submission: { ...found.draft, after: found.draft.after ?? [] },
    name: found.name,
    parent: found.parent_uuid,
    resubmittedFrom: found.resubmitted_from_uuid,
    runBy: found.run_by,
  };
}

/** A draft that is changed. */
interface ChangedDraft {
  submission: WorkflowSubmission;
  /** Stands for its structure. */
  smiles: string | null;
  /** Items that it comes from. */
  sources: readonly Source[];
  /** Given now; null leaves what the item has, which may have been changed on the item itself. */
  name: string | null;
  email: boolean | null;
}

/** Stores a draft whose row is locked by the caller's transaction, where it is another than before. */
export async function storeDraft(
  tx: Executor,
  uuid: string,
  { submission, smiles, sources, name, email }: ChangedDraft,
): Promise<void> {
  await clearSources(tx, uuid);
  await storeSources(tx, [{ uuid, sources }]);
  await rows(
    tx,
    sql`UPDATE workflow SET draft = ${json(submission)}, object_type = ${submission.workflow_type}, object_data = ${json(draftData(submission))},
          name = coalesce(${name}, name), email_when_complete = coalesce(${email}::boolean, email_when_complete), smiles = ${smiles},
          max_credits = ${submission.max_credits}, resubmitted_from_uuid = ${submission.resubmitted_from_uuid}::uuid,
          webhook_url = ${submission.webhook_url}, options = ${json(submission.options)}, updated_at = now()
        WHERE uuid = ${uuid}::uuid AND (draft - 'name' IS DISTINCT FROM ${json(submission)} - 'name' OR smiles IS DISTINCT FROM ${smiles}
          OR name <> coalesce(${name}, name) OR email_when_complete <> coalesce(${email}::boolean, email_when_complete))`,
  );
}

/** Makes a draft an item that awaits the queue. The row of the draft is locked by the caller's transaction. */
export async function enqueueDraft(tx: Executor, uuid: string, user: string, item: NewWorkflow): Promise<void> {
  await rows(
    tx,
    sql`UPDATE workflow SET object_status = ${itemState.awaitingQueue}, draft = ${item.draft ? json(item.draft) : sql`NULL`}, waits_for_others = ${item.waitsForOthers ?? false}::boolean, name = ${item.name}, object_data = ${json(item.data)},
          options = ${json(item.options)}, smiles = ${item.smiles}, max_credits = ${item.maxCredits}, run_by = ${user},
          input_hash = ${item.inputHash ?? null},
          requirements = ${textArray(item.requirements)}, memory_mb = ${item.resources?.memory_mb ?? null}::int,
          gpus = ${item.resources?.gpus ?? 0}::int, seconds_needed = ${item.resources?.seconds ?? null}::int, queued_at = clock_timestamp(), run_after = now(), updated_at = now()
        WHERE uuid = ${uuid}::uuid`,
  );
  await clearSources(tx, uuid);
  await storeSources(tx, [{ uuid, sources: item.sources ?? [] }]);
}

/** Gives the other isomers of a draft what its person set on the draft itself since it was made. All of them are locked by, or new in, the caller's transaction. */
export async function setLikeDraft(tx: Executor, draft: string, uuids: readonly string[]): Promise<void> {
  if (uuids.length === 0) return;
  await rows(
    tx,
    sql`UPDATE workflow w SET notes = d.notes, starred = d.starred, public = d.public, email_when_complete = d.email_when_complete
        FROM workflow d WHERE d.uuid = ${draft}::uuid AND w.uuid = ANY(${uuidArray(uuids)})`,
  );
}
