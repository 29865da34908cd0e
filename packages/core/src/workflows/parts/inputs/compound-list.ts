import type { Problem } from '../../../chemistry/problem.ts';
import { maximumSmilesLength } from '../../../entities/conversion.ts';
import type { StructureLimits, WorkflowInputs } from '../../definition.ts';
import { stereoProblems } from './input-problems.ts';
import { limitProblems } from './limits.ts';

/** A list of SMILES in the data, and what one of them is called ("Compound"). */
interface CompoundList {
  list: readonly string[];
  field: string;
  name: string;
}

/** Every entry can be read, and is a ligand that can be docked; which one is not is named. */
export function compoundProblems(
  { list, field, name }: CompoundList,
  limits: StructureLimits,
  { inspections }: WorkflowInputs,
): Problem[] {
  return list.flatMap((smiles, index) => {
    const inspection = inspections?.get(smiles) ?? null;
    const found = (): string[] => {
      if (smiles.trim() === '') return ['the SMILES is empty.'];
      if (smiles.length > maximumSmilesLength) {
        return [`the SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are allowed.`];
      }
      if (inspection?.error) return [`the SMILES cannot be read: ${inspection.error.detail}`];
      const inputs = { molecule: null, smiles, inspection };
      return [...limitProblems(limits, inputs, 'Docking'), ...stereoProblems(inputs)].map(({ detail }) => detail);
    };
    return found().map((detail) => ({
      field: `${field}.${index}`,
      detail: `${name} ${index + 1}${shortened(smiles)}: ${detail}`,
    }));
  });
}

/** A SMILES in brackets, cut where it is long; nothing for an empty one. */
function shortened(smiles: string): string {
  if (smiles.trim() === '') return '';
  return smiles.length > 40 ? ` (${smiles.slice(0, 40)}…)` : ` (${smiles})`;
}
