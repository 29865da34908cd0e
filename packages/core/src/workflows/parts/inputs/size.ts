import type { Problem } from '../../../chemistry/problem.ts';
import { heavyAtomsOfSmiles } from '../../../chemistry/smiles-atoms.ts';
import { inEnglish, phrase } from '../../../entities/phrases.ts';
import { sizeLimits, tooManyHeavyAtoms } from '../../../methods/size-limits.ts';
import type { WorkflowInputs } from '../../definition.ts';

/** The check of how large a molecule a type takes, as its recipe makes it. A SMILES is counted in its text: nothing is built. */
export const sizeLimit =
  (type: keyof typeof sizeLimits) =>
  ({ molecule, smiles }: WorkflowInputs): Problem | null => {
    const count = molecule
      ? molecule.atoms.filter(({ atomic_number }) => atomic_number > 1).length
      : heavyAtomsOfSmiles(smiles ?? '');
    const limit = sizeLimits[type];
    if (count === null || count <= limit.most) return null;
    const field = molecule ? 'initial_molecule' : 'initial_smiles';
    return { field, detail: inEnglish(phrase(tooManyHeavyAtoms, { ...limit, count })) };
  };
