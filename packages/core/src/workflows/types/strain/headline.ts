import { phrase } from '../../../entities/phrases.ts';
import { rate, strainLimits } from '../../../tables/ratings.ts';
import type { HeadlineWords } from '../../headline.ts';

const words = {
  good: 'The pose is little strained, compared with the lowest of {count} conformers.',
  okay: 'The pose is somewhat strained, compared with the lowest of {count} conformers.',
  bad: 'The pose is much strained, compared with the lowest of {count} conformers.',
} as const;

/** The strain, and what it means. */
export function strainHeadline(strain: number | null, conformers: number, ended: boolean): HeadlineWords {
  const rating = rate({ kind: 'below', ...strainLimits }, strain);
  if (!rating)
    return {
      values: ended ? [{ title: 'Strain', text: 'not computed' }] : [],
      sentence: ended ? 'The strain is unknown, not small.' : null,
    };
  return { values: [{ of: 'strain', label: null }], sentence: phrase(words[rating.bucket], { count: conformers }) };
}
