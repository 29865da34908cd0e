import * as z from 'zod/mini';
import { Molecule } from '../../../entities/molecule.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { BondDissociationResults, type BondDissociationRow, bondDissociationRows } from './bond-dissociation-rows.ts';

const Data = z.extend(BondDissociationResults, {
  mode: z._default(z.string(), ''),
  initial_molecule: optionalNull(Molecule),
});

/** The bonds of an item with their energies and calculations, and the molecule that they are of. Empty for data of another kind. */
export function bondDissociationsOf(item: WorkflowItem): { molecule: Molecule | null; rows: BondDissociationRow[] } {
  const parsed = z.safeParse(Data, item.object_data ?? {});
  if (!parsed.success) return { molecule: null, rows: [] };
  const { initial_molecule: molecule } = parsed.data;
  return { molecule, rows: bondDissociationRows(parsed.data, molecule) };
}
