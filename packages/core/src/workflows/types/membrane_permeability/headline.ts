import type { HeadlineWords } from '../../headline.ts';

/** The permeabilities of the blood-brain barrier and of Caco-2 cells. */
export function permeabilityHeadline(hasValues: boolean): HeadlineWords {
  if (!hasValues) return { values: [], sentence: null };
  return {
    values: [
      { of: 'bbb_logP', label: 'BBB' },
      { of: 'caco_2_logP', label: 'Caco-2', minor: true },
    ],
    sentence: 'Intrinsic permeabilities, without transporters.',
  };
}
