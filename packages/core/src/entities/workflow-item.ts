import * as z from 'zod/mini';
import { Imported } from './imported.ts';
import { Message } from './message.ts';
import { ItemProvenance } from './provenance.ts';
import { optionalNull } from './scalars.ts';

/** Where long work stands: stage in a chemist's words, pieces done of total, percent of the whole job. */
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

/** Why a queued item does not run yet, in words, and its place in the queue (1 is next). */
export const Waiting = z.looseObject({ reason: z.string(), position: optionalNull(z.number()) });

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
  /** True while it runs and its worker is told to stop it. */
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
  smiles: optionalNull(z.string()),
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

/** Notes that stand in an item's data, whatever else is there. */
export function itemMessages(item: WorkflowItem): Message[] {
  const parsed = z.safeParse(z.array(Message), item.object_data?.messages);
  return parsed.success ? parsed.data : [];
}

export const status = {
  queued: 0,
  running: 1,
  completed: 2,
  failed: 3,
  stopped: 4,
  awaitingQueue: 5,
  draft: 6,
} as const;

const statusWords: Record<number, { name: string; phrase: string }> = {
  [status.queued]: { name: 'Queued', phrase: 'queued' },
  [status.running]: { name: 'Running', phrase: 'running' },
  [status.completed]: { name: 'Completed', phrase: 'completed' },
  [status.failed]: { name: 'Failed', phrase: 'failed' },
  [status.stopped]: { name: 'Stopped', phrase: 'stopped' },
  [status.awaitingQueue]: { name: 'Queued', phrase: 'queued' },
  [status.draft]: { name: 'Draft', phrase: 'is saved as a draft' },
};

/** Name of a status code as labels show it; "Awaiting Queue" (5) is shown as queued. */
export function statusName(code: number): string {
  return statusWords[code]?.name ?? 'Unknown';
}

/** The word of an item's status as labels show it: "Stopping" while a running one is being stopped. */
export function statusLabel({ object_status, stopping }: Pick<WorkflowItem, 'object_status' | 'stopping'>): string {
  return object_status === status.running && stopping ? 'Stopping' : statusName(object_status);
}

/** Phrase of a status code for sentences ("Conformer Search queued"). */
export function statusPhrase(code: number): string {
  return statusWords[code]?.phrase ?? 'has an unknown status';
}

/** What result tables say of a workflow that is not completed: its name and its status phrase ("ibuprofen running"); null for a completed one. */
export function unfinishedSentence({
  name,
  object_status,
}: Pick<WorkflowItem, 'name' | 'object_status'>): string | null {
  return object_status === status.completed ? null : `${name} ${statusPhrase(object_status)}`;
}

/** A workflow is finished when completed, failed or stopped. */
export function isFinished(code: number): boolean {
  return code === status.completed || code === status.failed || code === status.stopped;
}

/** Labels of an item in the specification's words and order. */
export function itemLabels(item: WorkflowItem): string[] {
  const labels = [statusLabel(item)];
  if (item.public) labels.push('Shared');
  else if (item.ancestor_is_public) labels.push('Ancestor Shared');
  if (item.starred) labels.push('Starred');
  if (item.email_when_complete && !isFinished(item.object_status)) labels.push('Email When Complete');
  return labels;
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
