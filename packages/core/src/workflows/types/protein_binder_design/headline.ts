import { phrase } from '../../../entities/phrases.ts';
import { counted, type HeadlineWord, type HeadlineWords } from '../../headline.ts';

interface Design {
  scores: { quality_score: number | null; iptm: number | null } | null;
}

/** How many binders were designed, and the scores of the best one. */
export function designHeadline(designs: readonly Design[]): HeadlineWords {
  if (designs.length === 0) return { values: [], sentence: null };
  const quality = designs.map(({ scores }) => scores?.quality_score ?? -Infinity);
  const best = quality.indexOf(Math.max(...quality));
  const scores = quality[best] === -Infinity ? null : (designs[best]?.scores ?? null);
  const score = (title: string, value: number | null | undefined): HeadlineWord => ({
    number: { title, unit: null, precision: 2, value: value ?? null },
    minor: true,
  });
  return {
    values: [
      {
        number: {
          title: 'Protein Binder Designs',
          precision: 0,
          value: designs.length,
          ...counted(designs.length, 'design', 'designs'),
        },
        label: null,
      },
      score('Quality score', scores?.quality_score),
      score('ipTM', scores?.iptm),
    ],
    sentence: scores ? phrase('Design {number} has the highest quality score.', { number: best + 1 }) : null,
  };
}
