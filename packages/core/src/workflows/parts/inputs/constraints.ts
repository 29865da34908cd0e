import type { Problem } from '../../../chemistry/problem.ts';
import type { Molecule } from '../../../entities/molecule.ts';
import type { Constraint } from '../../../entities/settings.ts';
import { straightAtomProblems } from './straight-atoms.ts';

/** Atoms that each kind of constraint takes; null for one or more. */
const atomsNeeded = { bond: 2, angle: 3, dihedral: 4, freeze_atoms: null } as const;

/**
 * Lists what is wrong with constraints: numbers of atoms, atoms that are not there, an atom named twice, a dihedral of atoms on a line. Atoms count
 * from 1.
 */
export function constraintProblems(
  constraints: readonly Constraint[],
  atomCount: number | null,
  field = 'constraints',
  molecule: Molecule | null = null,
): Problem[] {
  const dihedrals = constraints.flatMap(({ constraint_type, atoms }, index) =>
    constraint_type === 'dihedral' && atoms.length === 4 ? [{ atoms, field: `${field}.${index}` }] : [],
  );
  const found = constraints.flatMap(({ constraint_type, atoms }, index) => {
    const place = `${field}.${index}.atoms`;
    const needed = atomsNeeded[constraint_type];
    const found: Problem[] = [];
    if (needed === null ? atoms.length === 0 : atoms.length !== needed) {
      const wanted = needed === null ? 'at least one atom' : `${needed} atoms`;
      found.push({ field: place, detail: `A ${constraint_type} constraint needs ${wanted}, not ${atoms.length}.` });
    }
    if (new Set(atoms).size < atoms.length) {
      found.push({ field: place, detail: `An atom occurs twice in the constraint (${atoms.join(', ')}).` });
    }
    const outside = atomCount === null ? undefined : atoms.find((atom) => atom > atomCount);
    if (outside !== undefined) {
      found.push({ field: place, detail: `There is no atom ${outside}: the molecule has ${atomCount} atoms.` });
    }
    return found;
  });
  return [...found, ...straightAtomProblems(dihedrals, molecule)];
}
