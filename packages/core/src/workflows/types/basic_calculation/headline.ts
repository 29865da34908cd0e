import type { Molecule } from '../../../entities/molecule.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';
import { hasExcitedStates } from '../../parts/calculations/calculation-tables.ts';
import { vibrationsInWords } from '../../parts/calculations/vibrations-in-words.ts';

/** The energy, and what the vibrations say of the structure; of excited states the lowest one; without vibrations, the gap and the dipole moment. */
export function calculationHeadline(molecule: Molecule | undefined): HeadlineWords {
  const energy: HeadlineWord = { of: 'energy', title: 'Energy' };
  if (molecule && hasExcitedStates([molecule]) && !molecule.vibrational_modes?.length) {
    return { values: [{ of: 'lowest_excitation' }, { of: 'energy', minor: true }], sentence: null };
  }
  const modes = molecule?.vibrational_modes;
  if (!modes?.length) {
    const more: HeadlineWord[] = [
      { of: 'homo_lumo_gap', minor: true },
      { of: 'dipole', minor: true },
    ];
    return { values: [energy, ...more], sentence: null };
  }
  const more: HeadlineWord[] = [
    { of: 'gibbs_free_energy', minor: true },
    { of: 'lowest_frequency', minor: true },
  ];
  return { values: [energy, ...more], sentence: vibrationsInWords(modes) };
}
