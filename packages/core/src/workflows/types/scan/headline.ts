import { phrase, sentences } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The barrier, and where the highest and the lowest point lie. */
export function scanHeadline(
  named: (path: string) => NamedValue | null,
  points: { computed: number; failed: number },
): HeadlineWords {
  const [top, bottom] = [named('barrier'), named('minimum')];
  if (!top || top.value === null) return { values: [], sentence: null };
  return {
    values: [{ of: 'barrier', label: null, site: top.remark ?? null }],
    sentence: sentences(
      bottom?.remark ? phrase('Lowest at {place}.', { place: bottom.remark }) : null,
      points.failed > 0
        ? phrase('{failed} of {count} points failed.', {
            failed: points.failed,
            count: points.computed + points.failed,
          })
        : phrase('{count} points.', { count: points.computed }),
    ),
  };
}
