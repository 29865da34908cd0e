import { phrase } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The interaction energy, and the term that attracts most. */
export function decompositionHeadline(largest: string | null): HeadlineWords {
  if (largest === null) return { values: [], sentence: null };
  return {
    values: [
      { of: 'total_interaction_energy', label: null },
      { of: 'electrostatic_interaction_energy', minor: true },
      { of: 'dispersion_interaction_energy', minor: true },
    ],
    sentence: phrase('{term} attracts most.', { term: largest }),
  };
}
