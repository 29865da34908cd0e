import type { HeadlineWords } from '../../headline.ts';

/** The partition coefficient. */
export function logpHeadline(logp: number | null): HeadlineWords {
  if (logp === null) return { values: [], sentence: null };
  return {
    values: [{ of: 'logp', label: 'logP' }],
    sentence:
      logp < 0
        ? 'The uncharged molecule prefers water to octanol.'
        : 'The uncharged molecule prefers octanol to water.',
  };
}
