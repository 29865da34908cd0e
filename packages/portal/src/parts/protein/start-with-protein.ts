import { type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import type { SubmitDraft } from '@cuvette/widgets/submit';

/**
 * Returns what a form starts with that was opened from a protein's page: the protein in the place that the type has for one; null for a type without.
 */
export function startWithProtein(
  definition: WorkflowDefinition,
  protein: string,
): { draft: Partial<SubmitDraft>; changes: [] } | null {
  const role = definition.inputs.find(({ kind }) => kind === 'protein')?.role;
  return role ? { draft: { data: withValueAt(definition.defaults(), role, protein) }, changes: [] } : null;
}
