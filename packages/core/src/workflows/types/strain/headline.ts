import { phrase } from '../../../entities/phrases.ts';
import { rate, strainLimits } from '../../../tables/ratings.ts';
import type { HeadlineWords } from '../../headline.ts';

const words = {
  good: 'Low strain compared with the lowest of {count} conformers.',
  okay: 'Moderate strain compared with the lowest of {count} conformers.',
  bad: 'High strain compared with the lowest of {count} conformers.',
} as const;

/** The strain, and what it means. */
export function strainHeadline(strain: number | null, conformers: number, ended: boolean): HeadlineWords {
  const rating = rate({ kind: 'below', ...strainLimits }, strain);
  if (!rating)
    return {
      values: ended ? [{ title: 'Strain', text: 'not computed' }] : [],
      sentence: ended ? 'The strain was not computed and may be large.' : null,
    };
  return { values: [{ of: 'strain', label: null }], sentence: phrase(words[rating.bucket], { count: conformers }) };
}
