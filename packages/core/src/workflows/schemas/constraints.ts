import type { Problem } from '../../chemistry/problem.ts';
import type { Constraint } from '../../entities/settings.ts';

/** Atoms that each kind of constraint takes; null for one or more. */
const atomsNeeded = { bond: 2, angle: 3, dihedral: 4, freeze_atoms: null } as const;

/** What is wrong with constraints: numbers of atoms, atoms that are not there, an atom named twice. Atoms count from 1. */
export function constraintProblems(
  constraints: readonly Constraint[],
  atomCount: number | null,
  field = 'constraints',
): Problem[] {
  return constraints.flatMap(({ constraint_type, atoms }, index) => {
    const place = `${field}.${index}.atoms`;
    const needed = atomsNeeded[constraint_type];
    const found: Problem[] = [];
    if (needed === null ? atoms.length === 0 : atoms.length !== needed) {
      const wanted = needed === null ? 'at least one atom' : `${needed} atoms`;
      found.push({ field: place, detail: `A ${constraint_type} constraint needs ${wanted}, not ${atoms.length}.` });
    }
    if (new Set(atoms).size < atoms.length) {
      found.push({ field: place, detail: `An atom stands twice in the constraint (${atoms.join(', ')}).` });
    }
    const outside = atomCount === null ? undefined : atoms.find((atom) => atom > atomCount);
    if (outside !== undefined) {
      found.push({ field: place, detail: `Atom ${outside} is not there: the molecule has ${atomCount} atoms.` });
    }
    return found;
  });
}
