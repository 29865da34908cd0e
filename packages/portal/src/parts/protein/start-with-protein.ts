import { type FoundPocket, type WorkflowDefinition, withValueAt } from '@cuvette/core/workflows';
import type { SubmitDraft } from '@cuvette/widgets/submit';

/**
 * Returns what a form starts with that was opened from a protein's page: the protein in the place that the type has for one; null for a type without.
 * @param pocket a box in it, as `pocketText` writes it, for a type that has a place for one
 */
export function startWithProtein(
  definition: WorkflowDefinition,
  protein: string,
  pocket?: string,
): { draft: Partial<SubmitDraft>; changes: [] } | null {
  const roleOf = (wanted: string) => definition.inputs.find(({ kind }) => kind === wanted)?.role;
  const role = roleOf('protein');
  if (!role) return null;
  const data = withValueAt(definition.defaults(), role, protein);
  const place = roleOf('pocket');
  const box = pocket === undefined ? null : boxOf(pocket);
  return { draft: { data: place && box ? withValueAt(data, place, box) : data }, changes: [] };
}

/** A box as an address holds it: centre and edges in Å, six numbers with commas between. */
export function pocketText(box: FoundPocket['box']): string {
  return box.flat().join(',');
}

/** The box in the text of an address; null where it has not six numbers. */
function boxOf(text: string): number[][] | null {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) return null;
  return [numbers.slice(0, 3), numbers.slice(3)];
}
