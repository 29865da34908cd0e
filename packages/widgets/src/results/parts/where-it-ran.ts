import type { WorkflowItem } from '@cuvette/core/entities';
import type { useWords } from '../../elements/context.tsx';

/** The cores of a run, or the machines of the cluster that took its pieces; null where neither is known. */
export function whereItRan(
  provenance: WorkflowItem['provenance'],
  { parts }: ReturnType<typeof useWords>,
): string | null {
  const { cores = null, machines = null } = provenance ?? {};
  if (machines !== null) return parts.machines(machines);
  return cores === null ? null : parts.cores(cores);
}
