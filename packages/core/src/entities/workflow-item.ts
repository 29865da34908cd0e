import * as z from 'zod/mini';
import { Imported } from './imported.ts';
import { ItemHeadline } from './item-headline.ts';
import { status } from './item-status.ts';
import { Message } from './message.ts';
import { ItemProvenance } from './provenance.ts';
import { optionalNull } from './scalars.ts';

/** Progress of a long job: stage in a chemist's terms, pieces done of total, percent of the whole job. */
export const Progress = z.looseObject({
  stage: z.string(),
  done: optionalNull(z.number()),
  total: optionalNull(z.number()),
  percent: z.number(),
});
export type Progress = z.infer<typeof Progress>;

/** QCEngine's six error classes and our own for faults of the platform. */
export const errorClasses = [
  'input_error',
  'resource_error',
  'convergence_error',
  'random_error',
  'compute_lost',
  'unknown_error',
  'internal_error',
] as const;
export const ErrorClass = z.enum(errorClasses);
export type ErrorClass = z.infer<typeof ErrorClass>;

export const ItemError = z.looseObject({
  error_class: ErrorClass,
  message: z.string(),
  detail: optionalNull(z.string()),
});

/** Why a queued item does not run yet, as text, and its place in the queue (1 is next). */
export const Waiting = z.looseObject({ reason: z.string(), position: optionalNull(z.number()) });

/** An item that another one waits for: `items` of `waiting`, missing where it waits for none. */
export type AwaitedItem = { uuid: string; name: string; object_status: number };

/** A workflow item as the API answers it. Dates are ISO texts; elapsed in seconds; object_data as in the definition of its type. */
export const WorkflowItem = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  created_at: z.string(),
  updated_at: optionalNull(z.string()),
  started_at: optionalNull(z.string()),
  completed_at: optionalNull(z.string()),
  elapsed: optionalNull(z.number()),
  credits_charged: z._default(z.number(), 0),
  compute_hardware: optionalNull(z.string()),
  email_when_complete: z._default(z.boolean(), false),
  is_free: z._default(z.boolean(), false),
  max_credits: optionalNull(z.number()),
  notes: z._default(z.string(), ''),
  object_data: optionalNull(z.record(z.string(), z.unknown())),
  object_logfile: z._default(z.string(), ''),
  object_status: z.int(),
  /** True while it runs and its worker has been asked to stop it. */
  stopping: z.optional(z.boolean()),
  object_type: z.string(),
  /** Proteins that it names and that were deleted but can be restored; missing where there are none. */
  proteins_in_trash: z.optional(z.array(z.object({ uuid: z.string(), name: z.string() }))),
  parent_uuid: z.string(),
  starred: z._default(z.boolean(), false),
  public: z._default(z.boolean(), false),
  ancestor_is_public: z._default(z.boolean(), false),
  run_by_username: optionalNull(z.string()),
  resubmitted_from_uuid: optionalNull(z.string()),
  /** Items that it waits for, or waited for, and whose results it takes; missing in lists and where there are none. */
  after: z.optional(z.array(z.string())),
  /** The newest completed item that was submitted from this one, of its type and for its molecule; missing where the reader may see none. */
  superseded_by: z.optional(z.object({ uuid: z.string(), name: z.string() })),
  /** Items that answer its question by another method, as it was asked for on the page of one of them; missing where the reader may see none. */
  second_opinions: z.optional(z.array(z.object({ uuid: z.string(), name: z.string(), object_status: z.int() }))),
  smiles: optionalNull(z.string()),
  /** Its key results in a few words, of ended items in lists; missing elsewhere and from older servers. */
  headline: z.optional(z.nullable(ItemHeadline)),
  calculation_uuids: z._default(z.array(z.string()), []),
  progress: optionalNull(Progress),
  provenance: optionalNull(ItemProvenance),
  error: optionalNull(ItemError),
  waiting: optionalNull(Waiting),
  imported: optionalNull(Imported),
  /** Only where it was submitted just now: all items that the submission became; several where stereoisomers are enumerated. */
  submitted_uuids: z.optional(z.array(z.string())),
});
export type WorkflowItem = z.infer<typeof WorkflowItem>;

/** Notes that are in an item's data, whatever else is there. */
export function itemMessages(item: WorkflowItem): Message[] {
  const parsed = z.safeParse(z.array(Message), item.object_data?.messages);
  return parsed.success ? parsed.data : [];
}

/** Why a failed item failed: its error, else the first of its messages that is one; null where nothing says it, and for items that did not fail. */
export function reasonOfFailure(item: WorkflowItem): string | null {
  if (item.object_status !== status.failed) return null;
  return item.error?.message ?? itemMessages(item).find(({ type }) => type === 'error')?.body ?? null;
}

/** One try of a worker at an item, with its own log. */
export const Attempt = z.looseObject({
  uuid: z.string(),
  number: z.int(),
  status: z.string(),
  worker: optionalNull(z.string()),
  host: optionalNull(z.string()),
  started_at: optionalNull(z.string()),
  ended_at: optionalNull(z.string()),
  error_class: optionalNull(ErrorClass),
  message: optionalNull(z.string()),
  log_tail: z._default(z.string(), ''),
});
export type Attempt = z.infer<typeof Attempt>;
