import type { WorkflowItem } from './workflow-item.ts';

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

/**
 * Returns what result tables say of a workflow that is not completed: its name and its status phrase ("ibuprofen running"); null for a completed one.
 */
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

/** Labels of an item in the order in which they are shown: its status first. */
export function itemLabels(item: WorkflowItem): string[] {
  const labels = [statusLabel(item)];
  if (item.public) labels.push('Shared');
  else if (item.ancestor_is_public) labels.push('Ancestor Shared');
  if (item.starred) labels.push('Starred');
  if (item.email_when_complete && !isFinished(item.object_status)) labels.push('Email When Complete');
  return labels;
}
