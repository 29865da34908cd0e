import type { WorkflowItem } from '../../entities/workflow-item.ts';

/** What ran in the place of something that was asked for and is not installed, as sentences. */
export function replacementsOf({ provenance }: Pick<WorkflowItem, 'provenance'>): string[] {
  return (provenance?.deviations ?? []).flatMap(({ kind, what }) => (kind === 'substitution' ? [`${what}.`] : []));
}
