import { atomName, firstOverlap, type PlacedAtom } from './atoms.ts';
import { maximumAtomicNumber } from './elements.ts';
import type { Problem } from './problem.ts';
import { spinProblem } from './spin.ts';

/** Most atoms of a molecule, as compute takes it. */
export const mostAtoms = 10_000;
/** Farthest position in Å: a structure lies near its origin, and sums of squares beyond lose what tells its atoms apart. */
const farthest = 100_000;

/** Everything that makes a molecule impossible to compute: no atoms or too many, bad numbers, two atoms on one point, impossible charge and multiplicity. */
export function moleculeProblems(
  molecule: { atoms: readonly PlacedAtom[]; charge: number; multiplicity: number },
  field = 'initial_molecule',
): Problem[] {
  const { atoms } = molecule;
  if (atoms.length === 0) return [{ field: `${field}.atoms`, detail: 'The molecule has no atoms.' }];
  if (atoms.length > mostAtoms) {
    const detail = `The molecule has ${atoms.length} atoms; at most ${mostAtoms} can be computed.`;
    return [{ field: `${field}.atoms`, detail }];
  }
  const problems: Problem[] = [];
  atoms.forEach((atom, index) => {
    if (!Number.isInteger(atom.atomic_number) || atom.atomic_number < 1 || atom.atomic_number > maximumAtomicNumber) {
      problems.push({
        field: `${field}.atoms.${index}.atomic_number`,
        detail: `Atom ${index + 1} has the atomic number ${atom.atomic_number}, which is not an element.`,
      });
    } else if (!atom.position.every(Number.isFinite)) {
      problems.push({
        field: `${field}.atoms.${index}.position`,
        detail: `The position of ${atomName(atoms, index)} is not three finite numbers.`,
      });
    } else if (atom.position.some((coordinate) => Math.abs(coordinate) > farthest)) {
      const at = atom.position.findIndex((coordinate) => Math.abs(coordinate) > farthest);
      problems.push({
        field: `${field}.atoms.${index}.position`,
        detail: `${atomName(atoms, index)} lies at ${'xyz'[at]} = ${atom.position[at]} Å; at most ${farthest} Å from the origin are allowed.`,
      });
    }
  });
  if (problems.length > 0) return problems.slice(0, 5);
  const overlap = firstOverlap(atoms);
  if (overlap) {
    const [first, second] = overlap;
    problems.push({
      field: `${field}.atoms.${second}.position`,
      detail: `${atomName(atoms, first)} and ${atomName(atoms, second)} are at the same point (closer than 0.1 Å).`,
    });
  }
  if (!(molecule.multiplicity > 0)) {
    problems.push({ field: `${field}.multiplicity`, detail: 'The multiplicity must be 1 or more.' });
  }
  const spin = spinProblem(molecule);
  if (spin) problems.push({ field: `${field}.multiplicity`, detail: spin });
  return problems;
}
