import { atomName, formulaOf } from '../../../chemistry/atoms.ts';
import type { Problem } from '../../../chemistry/problem.ts';
import type { Molecule } from '../../../entities/molecule.ts';

/** Refusal of a reactant and a product that differ in charge or multiplicity. Clients compare this text, so it must not change. */
export const mismatchedSpinText =
  'The charge and multiplicity of the reactant and product must match for a double-ended transition-state (TS) search. Please correct the input molecules.';

/** Why a path cannot run from one molecule to the other: charge, multiplicity, atoms and their order must agree, the structures must not. */
export function pairProblems(reactant: Molecule, product: Molecule): Problem[] {
  const field = 'product';
  const found: Problem[] = [];
  if (reactant.charge !== product.charge || reactant.multiplicity !== product.multiplicity) {
    found.push({ field, detail: mismatchedSpinText });
  }
  const [before, after] = [reactant.atoms, product.atoms];
  if (before.length !== after.length) {
    const detail = `The reactant has ${before.length} atoms (${formulaOf(before)}), the product ${after.length} (${formulaOf(after)}); both must have the same atoms in the same order.`;
    return [...found, { field, detail }];
  }
  const different = before.findIndex(({ atomic_number }, index) => atomic_number !== after[index]?.atomic_number);
  if (different >= 0) {
    const detail = `Atom ${different + 1} is ${atomName(before, different)} in the reactant and ${atomName(after, different)} in the product; both must have the same atoms in the same order.`;
    return [...found, { field, detail }];
  }
  const moved = before.some(({ position }, index) =>
    position.some((value, axis) => Math.abs(value - (after[index]?.position[axis] ?? value)) > 1e-6),
  );
  if (!moved) {
    found.push({ field, detail: 'Reactant and product are the same structure; give two ends of the reaction.' });
  }
  return found;
}
