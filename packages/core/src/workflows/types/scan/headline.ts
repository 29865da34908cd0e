import { phrase, sentences, type Text } from '../../../entities/phrases.ts';
import type { NamedValue } from '../../definition.ts';
import type { HeadlineWords } from '../../headline.ts';

/** The barrier, and where the highest and the lowest point lie. */
export function scanHeadline(
  barrier: NamedValue | null,
  places: { top?: Text | null | undefined; bottom?: Text | null | undefined },
  points: { computed: number; failed: number },
): HeadlineWords {
  if (!barrier || barrier.value === null) return { values: [], sentence: null };
  return {
    values: [{ of: 'barrier', label: null, site: places.top ?? null }],
    sentence: sentences(
      places.bottom ? phrase('Lowest at {place}.', { place: places.bottom }) : null,
      points.failed > 0
        ? phrase('{failed} of {count} points failed.', {
            failed: points.failed,
            count: points.computed + points.failed,
          })
        : phrase('{count} points.', { count: points.computed }),
    ),
  };
}
