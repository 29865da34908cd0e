import * as z from 'zod/mini';
import { Phrase } from './phrase-schema.ts';

/** One value of a headline in a list: a number with ± and unit, or words. */
export const ItemHeadlineValue = z.looseObject({
  /** The text before it ("pKa"); null for nothing. */
  label: z.nullable(z.string()),
  /** By its identifier and values, so that it can be shown in another language. */
  text: z.nullable(Phrase),
  /** A number; of words what lists sort by. */
  value: z.nullable(z.number()),
  /** ± in the same unit. */
  uncertainty: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  /** Decimals shown. */
  precision: z.int(),
});

/** The key results of an item in a few words, as lists carry it. Of one that goes on, what is known so far. */
export const ItemHeadline = z.looseObject({
  values: z.array(ItemHeadlineValue),
  /** The item did not complete: these values are all that it has. */
  incomplete: z.boolean(),
  /** Where the molecule lies outside the calibration of the method; null where it does not. */
  applicability: z.nullable(z.string()),
  /** What changes the meaning of the numbers; null where nothing does. */
  note: z.nullable(z.string()),
  /** Titles of the method and the solvent, which tell items of one name apart; missing from older servers. */
  level: z.optional(z.array(z.string())),
});
export type ItemHeadline = z.infer<typeof ItemHeadline>;
