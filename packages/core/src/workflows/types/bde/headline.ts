import { phrase, sentences } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';
import type { BondDissociationRow } from './bond-dissociation-rows.ts';

/** The weakest bond with its energy, and how many bonds were broken. */
export function bondHeadline(
  rows: readonly BondDissociationRow[],
  weakest: BondDissociationRow | undefined,
): HeadlineWords {
  if (rows.length === 0) return { values: [], sentence: null };
  const failed = rows.filter(({ energy }) => energy === null).length;
  return {
    values: [{ of: 'weakest_bond', label: null, site: weakest?.bond ?? null }],
    sentence: sentences(
      rows.length === 1
        ? 'One bond was broken.'
        : phrase('The weakest of {count} bonds that were broken.', { count: rows.length }),
      failed > 0 ? phrase('{count} failed.', { count: failed }) : null,
    ),
  };
}
