import { phrase } from '../../../entities/phrases.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

const names = ['singlet', 'doublet', 'triplet', 'quartet', 'quintet', 'sextet', 'septet'] as const;

const nameOf = (multiplicity: number) =>
  names[multiplicity - 1] ?? phrase('multiplicity {multiplicity}', { multiplicity });

/** The lowest state, and how far the next one lies above it. `relative` in kcal/mol; null where a gap is not known. */
export function spinStateHeadline(
  states: readonly { multiplicity: number; relative: number | null }[],
  asked: number,
): HeadlineWords {
  const [lowest, next] = states
    .filter(({ relative }) => relative !== null)
    .sort((a, b) => (a.relative ?? 0) - (b.relative ?? 0));
  if (!lowest) return { values: [], sentence: null };
  const gap: HeadlineWord[] = next
    ? [
        {
          of: `relative_energy_${next.multiplicity}`,
          title: phrase('Gap to the {state}', { state: nameOf(next.multiplicity) }),
          label: null,
        },
      ]
    : [];
  return {
    values: [
      { title: 'Lowest state', label: null, text: nameOf(lowest.multiplicity), order: next?.relative ?? null },
      ...gap,
    ],
    sentence:
      states.length === asked
        ? phrase('Of {count} states.', { count: states.length })
        : phrase('Of {count} states; {failed} more were requested.', {
            count: states.length,
            failed: asked - states.length,
          }),
  };
}
