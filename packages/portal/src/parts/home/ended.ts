import { isFinished, status, type WorkflowItem } from '@cuvette/core/entities';

/** Whether an item waits or runs. */
export const isOpen = ({ object_status }: Pick<WorkflowItem, 'object_status'>) =>
  !isFinished(object_status) && object_status !== status.draft;

/** Jobs that take at least this many seconds are long: their end is notified. */
const longSeconds = 60;

/** Items that ended between two looks after they had run for a minute or more. */
export function endedLong(before: readonly WorkflowItem[], now: readonly WorkflowItem[]): WorkflowItem[] {
  const open = new Set(before.filter(isOpen).map(({ uuid }) => uuid));
  return now.filter(({ uuid, object_status, started_at, completed_at }) => {
    if (!open.has(uuid) || !isFinished(object_status) || !started_at || !completed_at) return false;
    return Date.parse(completed_at) - Date.parse(started_at) >= longSeconds * 1000;
  });
}
