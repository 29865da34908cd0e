import { status, type WorkflowItem } from '@cuvette/core/entities';
import type { Words } from '../words.ts';

/** A label of an item ("Completed", "Shared") in the language of a table. */
export function labelIn({ labels }: Words, label: string): string {
  return Object.hasOwn(labels, label) ? labels[label as keyof typeof labels] : label;
}

/** Returns what a table says of a workflow that is not completed ("ibuprofen running"); null for a completed one. */
export function unfinishedIn({ result }: Words, item: Pick<WorkflowItem, 'name' | 'object_status'>): string | null {
  return item.object_status === status.completed ? null : result.unfinished(item.name, item.object_status);
}
