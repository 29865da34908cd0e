import { phrase } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

/** Score and volume of the best pocket, and how many there are. */
export function pocketHeadline(count: number): HeadlineWords {
  if (count === 0) return { values: [], sentence: null };
  return {
    values: [
      { of: 'pocket_score', label: 'best score' },
      { of: 'pocket_volume', minor: true },
    ],
    sentence: count === 1 ? 'One pocket was found.' : phrase('{count} pockets were found.', { count }),
  };
}
