import { phrase, type Text } from '../../../entities/phrases.ts';

/** Returns what a structure is by its vibrations (frequencies in cm⁻¹, imaginary ones negative): a minimum, a transition state, or neither. */
export function vibrationsInWords(modes: readonly { frequency: number }[]): Text {
  const imaginary = modes.filter(({ frequency }) => frequency < 0).length;
  if (imaginary === 0) return 'All frequencies are real: the structure is a minimum.';
  if (imaginary === 1) return 'One frequency is imaginary, as it is at a transition state.';
  return phrase('{count} frequencies are imaginary: the structure is neither a minimum nor a transition state.', {
    count: imaginary,
  });
}
