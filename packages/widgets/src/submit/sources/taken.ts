import { writeExtendedXyz, writeXyz } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { emptyMolecule, type MoleculeDraft } from '../draft.ts';

/** A structure that a person took from somewhere: its SMILES, or its atoms where it has coordinates, and what it is called there. */
export interface TakenStructure {
  name: string | null;
  smiles: string | null;
  molecule: Molecule | null;
}

/** The molecule input that holds a taken structure: its coordinates where it has some, else its SMILES. */
export function draftOfTaken({ name, smiles, molecule }: TakenStructure): MoleculeDraft {
  if (!molecule) return { ...emptyMolecule, text: smiles ?? '', called: name };
  const text = molecule.cell ? writeExtendedXyz([molecule]) : writeXyz([molecule]);
  return {
    ...emptyMolecule,
    kind: 'file',
    file: { name: `${name ?? 'structure'}.xyz`, text },
    charge: String(molecule.charge),
    multiplicity: String(molecule.multiplicity),
  };
}
