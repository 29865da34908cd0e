/** The three buckets that a value is sorted into. */
export type Bucket = 'good' | 'okay' | 'bad';

/** A rating as it is shown: a word and a shape beside the colour, so that it does not hang on colour alone. */
export interface Rating {
  bucket: Bucket;
  word: string;
  shape: 'circle' | 'triangle' | 'square';
}

const ratings: Record<Bucket, Rating> = {
  good: { bucket: 'good', word: 'good', shape: 'circle' },
  okay: { bucket: 'okay', word: 'okay', shape: 'triangle' },
  bad: { bucket: 'bad', word: 'bad', shape: 'square' },
};

/** The rating of a bucket. */
export function ratingOf(bucket: Bucket): Rating {
  return ratings[bucket];
}

/** How many rated values of a group are good, okay and bad. */
export type RatingCounts = Readonly<Record<Bucket, number>>;

/** Counts the ratings of a group; null where none of its values is rated. */
export function countRatings(group: readonly (Rating | null)[]): RatingCounts | null {
  const counts = { good: 0, okay: 0, bad: 0 };
  for (const rating of group) if (rating) counts[rating.bucket] += 1;
  return counts.good + counts.okay + counts.bad > 0 ? counts : null;
}

/** The rating of a group: that of its worst value. */
export function worstRating({ okay, bad }: RatingCounts): Rating {
  return ratings[bad > 0 ? 'bad' : okay > 0 ? 'okay' : 'good'];
}

/**
 * How a property is rated. `higher`: okay from `okay` where there is one, good from `good` on. `lower`: good up to `good`, okay up to `okay`. `below`: good under
 * `good`, okay up to `okay`. `range`: good from `good[0]` to
 * `good[1]`, okay within `okay` where there is one.
 */
export type RatingRule =
  | { kind: 'higher'; okay: number | null; good: number }
  | { kind: 'lower'; good: number; okay: number | null }
  | { kind: 'below'; good: number; okay: number }
  | { kind: 'range'; good: readonly [number, number]; okay?: readonly [number, number] };

/** The rating of a value; null where there is no rule or no finite value, for what was not computed is unknown, not bad. */
export function rate(rule: RatingRule | null | undefined, value: number | null | undefined): Rating | null {
  if (!rule || value === null || value === undefined || !Number.isFinite(value)) return null;
  return ratings[bucketOf(rule, value)];
}

function bucketOf(rule: RatingRule, value: number): Bucket {
  switch (rule.kind) {
    case 'higher':
      return value >= rule.good ? 'good' : rule.okay !== null && value >= rule.okay ? 'okay' : 'bad';
    case 'lower':
      return value <= rule.good ? 'good' : rule.okay !== null && value <= rule.okay ? 'okay' : 'bad';
    case 'below':
      return value < rule.good ? 'good' : value <= rule.okay ? 'okay' : 'bad';
    case 'range': {
      const within = ([low, high]: readonly [number, number]) => value >= low && value <= high;
      return within(rule.good) ? 'good' : rule.okay && within(rule.okay) ? 'okay' : 'bad';
    }
  }
}

/** Rules as text for a legend: "good from 0.6, okay from 0.3". */
export function ruleInWords(rule: RatingRule): string {
  switch (rule.kind) {
    case 'higher':
      return rule.okay === null ? `good from ${rule.good}` : `good from ${rule.good}, okay from ${rule.okay}`;
    case 'lower':
      return rule.okay === null ? `good up to ${rule.good}` : `good up to ${rule.good}, okay up to ${rule.okay}`;
    case 'below':
      return `good under ${rule.good}, okay up to ${rule.okay}`;
    case 'range':
      return `good from ${rule.good[0]} to ${rule.good[1]}${rule.okay ? `, okay from ${rule.okay[0]} to ${rule.okay[1]}` : ''}`;
  }
}

/** Rules for scores of structures and for strain (kcal/mol). Where no source is given, the cut-offs are conventions. */
export const scoreRules = {
  bbb_penetrance: { kind: 'higher', okay: 0.4, good: 0.6 },
  /** A scale up to 6: molecules that enter the central nervous system have 4 and more (Gupta et al. 2019, 10.1021/acs.jmedchem.9b01220). */
  bbb_score: { kind: 'higher', okay: null, good: 4 },
  ptm: { kind: 'higher', okay: 0.5, good: 0.7 },
  iptm: { kind: 'higher', okay: 0.6, good: 0.8 },
  plddt: { kind: 'higher', okay: 0.5, good: 0.7 },
  confidence_score: { kind: 'higher', okay: 0.5, good: 0.75 },
  affinity_probability: { kind: 'higher', okay: 0.5, good: 0.75 },
} as const satisfies Record<string, RatingRule>;

/** Limits of strain in kcal/mol: good under 4, okay up to 8, bad above. */
export const strainLimits = { good: 4, okay: 8 } as const;

/** The rating of a strain energy in kcal/mol; a strain that was not computed is unknown. */
export function rateStrain(strain: number | null | undefined): Rating | null {
  return rate({ kind: 'below', ...strainLimits }, strain);
}
