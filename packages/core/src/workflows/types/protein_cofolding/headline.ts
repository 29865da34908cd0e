import { numbered, phrase } from '../../../entities/phrases.ts';
import { rate, scoreRules } from '../../../tables/ratings.ts';
import type { HeadlineWord, HeadlineWords } from '../../headline.ts';

interface Sample {
  scores: { confidence_score: number | null; iptm: number | null; ptm: number | null } | null;
  affinity_score: { probability_binary: number } | null;
}

const confidenceWords = { good: 'high confidence', okay: 'medium confidence', bad: 'low confidence' } as const;

/** Confidence of the best predicted structure, and how likely the ligand binds where that was asked for. */
export function cofoldingHeadline(samples: readonly Sample[]): HeadlineWords {
  if (samples.length === 0) return { values: [], sentence: null };
  const confidence = samples.map(({ scores }) => scores?.confidence_score ?? -Infinity);
  const place = confidence.indexOf(Math.max(...confidence));
  const best = samples[place];
  const score = (title: string, value: number | null | undefined, minor: boolean): HeadlineWord => ({
    number: { title, unit: null, precision: 2, value: value ?? null },
    site: minor ? null : numbered('Structure', place + 1),
    minor,
  });
  const rating = rate(scoreRules.confidence_score, best?.scores?.confidence_score);
  return {
    values: [
      score('Confidence score', best?.scores?.confidence_score, false),
      score('ipTM', best?.scores?.iptm, true),
      score('Affinity probability', best?.affinity_score?.probability_binary, true),
    ],
    sentence: rating
      ? phrase('{structure} of {count} is predicted with {confidence}.', {
          structure: numbered('Structure', place + 1),
          count: samples.length,
          confidence: confidenceWords[rating.bucket],
        })
      : null,
  };
}
