import { atomName } from '../../../chemistry/atoms.ts';
import { angle } from '../../../chemistry/geometry.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { Molecule } from '../../../entities/molecule.ts';

/** Degrees from a straight line within which three atoms count as lying on one; compute refuses at the same angle. */
const straight = 5;

/** Dihedrals (1-based atoms) three of whose atoms lie on a line: they are not defined. `field` names the entry of each. */
export function straightAtomProblems(
  dihedrals: readonly { atoms: readonly number[]; field: string }[],
  molecule: Molecule | null,
): Problem[] {
  if (!molecule) return [];
  const place = (atom: number) => molecule.atoms[atom - 1]?.position;
  return dihedrals.flatMap(({ atoms, field }) => {
    // An atom that is written twice is refused with a message of its own.
    if (new Set(atoms).size < 4) return [];
    for (const three of [atoms.slice(0, 3), atoms.slice(1, 4)]) {
      const [a, b, c] = three.map(place);
      if (!a || !b || !c) continue;
      const value = angle(a, b, c);
      if (Math.min(value, 180 - value) >= straight) continue;
      const names = three.map((atom) => atomName(molecule.atoms, atom - 1)).join(', ');
      const detail = `The atoms ${names} lie on a line (${value.toFixed(1)}°), so their dihedral is not defined. Choose other atoms.`;
      return [{ field: `${field}.atoms`, detail }];
    }
    return [];
  });
}
