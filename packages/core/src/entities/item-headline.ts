import * as z from 'zod/mini';

/** A text of the headline by its identifier and values (`phrases.ts`), so that it can be translated. */
export const TranslatableText = z.object({
  id: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** One value of a headline in a list: a number with ± and unit, or words. */
export const ItemHeadlineValue = z.looseObject({
  /** The text before it ("pKa"); null for nothing. */
  label: z.nullable(z.string()),
  text: z.nullable(TranslatableText),
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
