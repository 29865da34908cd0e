import type { Molecule } from '../../../entities/molecule.ts';
import { phrase, type Text } from '../../../entities/phrases.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';
import { hasExcitedStates } from '../../parts/calculations/calculation-tables.ts';
import { type ExcitedState, excitedStates } from '../../parts/calculations/excited-states-table.ts';
import { vibrationsInWords } from '../../parts/calculations/vibrations-in-words.ts';

/** The excitation that absorbs most, of those that were computed. */
function brightest(molecule: Molecule): Text | null {
  const states = excitedStates(molecule);
  const best = states.reduce<ExcitedState | null>(
    (found, state) => ((state.oscillator ?? 0) > (found?.oscillator ?? 0) ? state : found),
    null,
  );
  if (!best) return 'None of the excited states absorbs.';
  return phrase('The strongest of {count} absorptions lies at {wavelength} nm (f = {strength}).', {
    count: states.length,
    wavelength: Math.round(best.wavelength),
    strength: (best.oscillator ?? 0).toFixed(3),
  });
}

/** The energy, and what the vibrations say of the structure; of excited states the lowest one; without vibrations, the gap and the dipole moment. */
export function calculationHeadline(molecule: Molecule | undefined): HeadlineWords {
  const energy: HeadlineWord = { of: 'energy', title: 'Energy' };
  if (molecule && hasExcitedStates([molecule]) && !molecule.vibrational_modes?.length) {
    return { values: [{ of: 'lowest_excitation' }, { of: 'energy', minor: true }], sentence: brightest(molecule) };
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
