import type { WorkflowItem } from '@cuvette/core/entities';

/** Percents from which the time so far says something about the rest. */
const leastPercent = 5;

/** Seconds until a running item ends if its percentage grows as before; null while that is unknown. `now`: milliseconds. */
export function secondsLeft(item: Pick<WorkflowItem, 'started_at' | 'progress'>, now: number): number | null {
  const begun = item.started_at ? Date.parse(item.started_at) : Number.NaN;
  const percent = item.progress?.percent ?? 0;
  if (Number.isNaN(begun) || percent < leastPercent || percent >= 100 || now <= begun) return null;
  return ((now - begun) / 1000) * ((100 - percent) / percent);
}
