import { formulaOf, type PlacedAtom } from './atoms.ts';

/** Refusal of a charge and a multiplicity that contradict each other. Clients compare this text, so it must not change. */
export const impossibleSpinText =
  "This combination of electrons, charge, and multiplicity is impossible. Double check the charge and multiplicity values given and verify that it's correct.";

/** What the rule on electrons needs of a molecule. */
export interface ChargedMolecule {
  atoms: readonly { atomic_number: number }[];
  charge: number;
  multiplicity: number;
}

/** Number of electrons: the sum of the atomic numbers minus the charge. */
export function electronCount(molecule: Pick<ChargedMolecule, 'atoms' | 'charge'>): number {
  return molecule.atoms.reduce((sum, atom) => sum + atom.atomic_number, 0) - molecule.charge;
}

/**
 * `impossibleSpinText` when charge and multiplicity are impossible, else null. The sum of atomic numbers plus charge minus (multiplicity - 1) must be
 * even, and there must be at least as many electrons as unpaired ones, so that water with charge +50 is refused.
 */
export function spinProblem(molecule: ChargedMolecule): string | null {
  const { charge, multiplicity } = molecule;
  if (!Number.isInteger(charge) || !Number.isInteger(multiplicity) || multiplicity < 1) return impossibleSpinText;
  const protons = molecule.atoms.reduce((sum, atom) => sum + atom.atomic_number, 0);
  const unpaired = multiplicity - 1;
  const possible = (protons + charge - unpaired) % 2 === 0 && electronCount(molecule) >= unpaired;
  return possible ? null : impossibleSpinText;
}

/** Says in one sentence why: "Charge 0 with multiplicity 2 is impossible for H2O, which then has 10 electrons." */
export function spinExplanation(molecule: ChargedMolecule & { atoms: readonly PlacedAtom[] }): string {
  return `Charge ${molecule.charge} with multiplicity ${molecule.multiplicity} is impossible for ${formulaOf(molecule.atoms)}, which then has ${electronCount(molecule)} electrons.`;
}
