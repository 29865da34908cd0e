import * as z from 'zod/mini';
import { Phrase } from './phrase-schema.ts';
import { optionalNull } from './scalars.ts';

/** A number of a result as a sentence quotes it; `value` is null where it was not computed, or not yet. */
export const ItemValue = z.looseObject({
  /** Its name, as the data call it ("strongest_acid"). */
  path: z.string(),
  title: z.string(),
  unit: z.nullable(z.string()),
  /** Decimals shown. */
  precision: z.int(),
  value: z.nullable(z.number()),
  /** The number with ± and unit, as a sentence writes it ("4.92 ± 0.49"); empty where it is not there, missing from older servers. */
  written: z.optional(z.string()),
  /** ± in the same unit, where its size is known. */
  uncertainty: z.nullable(z.number()),
  /** Why a finished result has no such value; null where it has one, where nothing failed, and from older servers. */
  error: optionalNull(z.string()),
  /** A note that belongs beside the number. */
  remark: z.nullable(z.string()),
  /** What changes the meaning of the number (a method that is known to fail here); null where nothing does. */
  note: z.nullable(z.string()),
  /** What computed it: what ran, or only what was asked for; null where neither is recorded. */
  method: z.nullable(z.object({ text: z.string(), ran: z.boolean() })),
  /** Those of the texts above that have values in them, by identifier and values: other languages are made of them. */
  phrases: z.optional(z.partialRecord(z.enum(['title', 'error', 'remark', 'note', 'method']), Phrase)),
});
export type ItemValue = z.infer<typeof ItemValue>;

/** One of the key results of an item, as a sentence quotes it: a number, or words. */
export const ItemKeyResult = z.looseObject({
  ...ItemValue.shape,
  /** Name of the number; null where it has none. */
  path: z.nullable(z.string()),
  /** What is before it where several follow one another ("HOMO"); null for nothing. */
  label: z.nullable(z.string()),
  /** Atom, bond or structure that it belongs to: "O8", "Pose 1". */
  site: z.nullable(z.string()),
  /** The words of a result that no single number describes; then `value` is what lists sort by. */
  text: z.nullable(z.string()),
  /** What those words were made of, so that they can be translated. */
  phrase: z.nullable(Phrase),
});
export type ItemKeyResult = z.infer<typeof ItemKeyResult>;

/** All numbers of an item that have a name, and as much of the item as is shown beside them. */
export const ItemValues = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  object_type: z.string(),
  object_status: z.int(),
  /** Path of the type's pages in the portal ("/conformer_search"). */
  page: z.string(),
  /** The newer item that was submitted from this one; missing where the reader may see none. */
  superseded_by: z.optional(z.object({ uuid: z.string(), name: z.string() })),
  /** After how many seconds it may be asked for again; null where nothing changes any more. */
  poll_seconds: z.nullable(z.number()),
  values: z.array(ItemValue),
  /** The key results, at most three and the main one first; missing from older servers. */
  key_results: z.optional(z.array(ItemKeyResult)),
});
export type ItemValues = z.infer<typeof ItemValues>;
