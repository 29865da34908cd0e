import { phrase, sentences } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The interaction energy; of several ligands that of the strongest one. */
export function affinityHeadline(count: number): HeadlineWords {
  if (count === 0) return { values: [], sentence: null };
  return {
    values: [{ of: 'interaction_energy', label: null }],
    sentence: sentences(
      count === 1 ? 'One ligand.' : phrase('The strongest of {count} ligands.', { count }),
      'An interaction energy, not a free energy of binding.',
    ),
  };
}
