import { phrase } from '../../../entities/phrases.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The collision cross section, averaged over the conformers. */
export function crossSectionHeadline(conformers: number): HeadlineWords {
  return {
    values: [{ of: 'average_ccs', title: 'Collision cross section', label: null }],
    sentence:
      conformers === 0
        ? null
        : conformers === 1
          ? 'Of one conformer.'
          : phrase('Average over {count} conformers by their weights.', { count: conformers }),
  };
}
