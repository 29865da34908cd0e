import type { WorkflowItem } from '@cuvette/core/entities';

/**
 * The SMILES that stands for an item in lists: its own, else the one that was put in, else that of the molecule that was put in. Null where there is none.
 * Bundles of other servers often name no SMILES beside the data.
 */
export function smilesOfItem({ smiles, object_data }: Pick<WorkflowItem, 'smiles' | 'object_data'>): string | null {
  const molecule = object_data?.initial_molecule as { smiles?: unknown } | null | undefined;
  for (const text of [smiles, object_data?.initial_smiles, molecule?.smiles]) {
    if (typeof text === 'string' && text.trim() !== '') return text.trim();
  }
  return null;
}
