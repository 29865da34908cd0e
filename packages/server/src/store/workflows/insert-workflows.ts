import type { Resources } from '@cuvette/core/workflows';
import { sql } from 'drizzle-orm';
import { HttpProblem } from '../../errors.ts';
import { type Executor, json, row, rows } from '../database/database.ts';
import { viewersOnly } from '../folders/destinations.ts';
import { editable, folderVisible, type Member } from '../reader.ts';
import { type Source, storeSources } from '../workflow-sources.ts';

/** What a new item is made from. */
export interface NewWorkflow {
  uuid: string;
  parent: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
  options: Record<string, unknown>;
  smiles: string | null;
  maxCredits: number | null;
  requirements: string[];
  /** What it needs of a worker besides; null where it is not known. */
  resources?: Resources;
  seed: number;
  /** 0 queued (the default), 5 awaiting a place in the queue, 6 a draft. */
  status?: 0 | 5 | 6;
  resubmittedFrom?: string | null;
  emailWhenComplete?: boolean;
  webhookUrl?: string | null;
  /** What it computes from, as a hash; null where it is not compared with others. */
  inputHash?: string | null;
  /** Items that it comes from. */
  sources?: readonly Source[];
  /** Whether it waits for them to complete. */
  waitsForOthers?: boolean;
  /** What was sent, of a draft and of an item that waits for results of others. */
  draft?: Record<string, unknown> | null;
}

/** Characters of data that one statement stores at most, unless a single item has more. */
const mostInserted = 1_000_000;

/** Items in lists that one statement each can store, in their order. */
function byStatement(items: readonly NewWorkflow[]): NewWorkflow[][] {
  const lists: NewWorkflow[][] = [];
  let length = 0;
  for (const item of items) {
    const own = JSON.stringify([item.data, item.draft ?? null]).length;
    const last = lists.at(-1);
    if (last && length + own <= mostInserted) {
      last.push(item);
      length += own;
    } else {
      lists.push([item]);
      length = own;
    }
  }
  return lists;
}

/** An item under the names of its columns. */
function columnsOfNew({ data, options, requirements, resources, ...item }: NewWorkflow) {
  return {
    uuid: item.uuid,
    name: item.name,
    object_type: item.type,
    object_status: item.status ?? 0,
    object_data: data,
    options,
    smiles: item.smiles,
    max_credits: item.maxCredits,
    requirements,
    memory_mb: resources?.memory_mb ?? null,
    gpus: resources?.gpus ?? 0,
    seconds_needed: resources?.seconds ?? null,
    seed: item.seed,
    resubmitted_from_uuid: item.resubmittedFrom ?? null,
    email_when_complete: item.emailWhenComplete ?? false,
    webhook_url: item.webhookUrl ?? null,
    draft: item.draft ?? null,
    input_hash: item.inputHash ?? null,
    waits_for_others: item.waitsForOthers ?? false,
  };
}

/**
 * Stores items of one folder, in few statements; they join the queue in their order. To be called in a transaction where there are several. Item and
 * queue entry are the same row, so neither can exist without the other.
 * False when the folder is not visible to the person; throws 403 for a viewer of its project.
 */
export async function insertWorkflows(
  db: Executor,
  user: string,
  parent: string,
  items: readonly NewWorkflow[],
): Promise<boolean> {
  const person: Member = { kind: 'user', id: user };
  for (const some of byStatement(items)) {
    const made = await rows(
      db,
      sql`INSERT INTO workflow (project_uuid, parent_uuid, run_by, uuid, name, object_type, object_status, object_data, options, smiles, max_credits, requirements,
            memory_mb, gpus, seconds_needed, seed, resubmitted_from_uuid, email_when_complete, webhook_url, draft, input_hash, waits_for_others, queued_at)
          SELECT f.project_uuid, f.uuid, ${user}, n.uuid, n.name, n.object_type, n.object_status, n.object_data, n.options, n.smiles, n.max_credits, n.requirements,
            n.memory_mb, n.gpus, n.seconds_needed, n.seed, n.resubmitted_from_uuid, n.email_when_complete, n.webhook_url, n.draft, n.input_hash, n.waits_for_others,
            clock_timestamp() + n.place * interval '1 microsecond'
          FROM folder f, ROWS FROM (jsonb_to_recordset(${json(some.map(columnsOfNew))}) AS (uuid uuid, name text, object_type text, object_status int, object_data jsonb,
            options jsonb, smiles text, max_credits float8, requirements text[], memory_mb int, gpus int, seconds_needed int, seed int, resubmitted_from_uuid uuid,
            email_when_complete boolean, webhook_url text, draft jsonb, input_hash text, waits_for_others boolean)) WITH ORDINALITY AS n (uuid, name, object_type, object_status, object_data, options, smiles,
            max_credits, requirements, memory_mb, gpus, seconds_needed, seed, resubmitted_from_uuid, email_when_complete, webhook_url, draft, input_hash, waits_for_others, place)
          WHERE f.uuid = ${parent}::uuid AND ${editable(person, 'f')}
          FOR SHARE OF f
          RETURNING uuid`,
    );
    if (made.length === some.length) {
      await storeSources(
        db,
        some.map(({ uuid, sources = [] }) => ({ uuid, sources })),
      );
      continue;
    }
    const readable = await row(
      db,
      sql`SELECT 1 FROM folder f WHERE f.uuid = ${parent}::uuid AND ${folderVisible(person, 'f')}`,
    );
    if (readable) throw new HttpProblem(403, viewersOnly, 'folder_uuid');
    return false;
  }
  return true;
}

/** Stores an item, as `insertWorkflows` does. */
export function insertWorkflow(db: Executor, user: string, item: NewWorkflow): Promise<boolean> {
  return insertWorkflows(db, user, item.parent, [item]);
}
