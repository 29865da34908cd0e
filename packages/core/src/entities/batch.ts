import * as z from 'zod/mini';
import { IdenticalItem } from './identical-item.ts';
import { ItemHeadline } from './item-headline.ts';
import { FolderRecipe, RecipePlace } from './recipe.ts';
import { optionalNull } from './scalars.ts';

/** Most structures of one batch. */
export const mostInBatch = 1000;

/** Columns of a list that somebody gave, as headings with the text of one row. */
export const OwnColumns = z
  .array(z.tuple([z.string().check(z.maxLength(200)), z.string().check(z.maxLength(2000))]))
  .check(z.maxLength(200));
export type OwnColumns = z.infer<typeof OwnColumns>;

/** What is found of one structure of a batch before it is submitted. */
export const BatchFinding = z.looseObject({
  /** As RDKit writes it; null where it cannot be read. */
  canonical: z.nullable(z.string()),
  /** Separate parts: a salt has several. */
  parts: z.int(),
  /** Stereoisomers that the SMILES leaves open; 0 where it leaves none. */
  isomers: z.int(),
  /** The isomer that would run of those that are open; null where none is open, or each would run. */
  runs: optionalNull(z.string()),
  /** Why it cannot be run; null where nothing is seen that is in the way. */
  problem: z.nullable(z.string()),
});
export type BatchFinding = z.infer<typeof BatchFinding>;

/** Answer of `POST /api/workflow/batch_check`, one finding for each SMILES in their order. */
export const BatchFindings = z.looseObject({ results: z.array(BatchFinding) });

/** Answer of `POST /api/workflow/batch_identical`, for each SMILES in their order; null for one that was not computed. */
export const BatchIdentical = z.looseObject({ results: z.array(z.nullable(IdenticalItem)) });

/** Short answer of `POST /api/workflow/batch_submit` (`summary`): what was made, and what was left out; `index` counts structures from 0. */
export const BatchSummary = z.looseObject({
  uuids: z.array(z.string()),
  skipped: z.array(z.looseObject({ index: z.int(), detail: z.string() })),
  /** Finished items of the project with the same input and versions as those submitted. All are computed again. */
  identical: z.optional(z.array(IdenticalItem)),
});
export type BatchSummary = z.infer<typeof BatchSummary>;

/** A named number of a type: what it is called and how it is written. */
export const ValueColumn = z.object({
  path: z.string(),
  title: z.string(),
  unit: z.nullable(z.string()),
  /** Decimals shown. */
  precision: z.int(),
  /** It belongs to the key results of the type, which are first in a table. */
  headline: z.optional(z.boolean()),
  /** By which rule its values are rated (`RatingRule`); missing where they are not. */
  rating: z.optional(z.looseObject({ kind: z.string() })),
});
export type ValueColumn = z.infer<typeof ValueColumn>;

/** An item of a folder with its named numbers. */
export const ValueRow = z.object({
  uuid: z.string(),
  name: z.string(),
  smiles: z.nullable(z.string()),
  object_type: z.string(),
  object_status: z.int(),
  /** Why it failed, in a sentence. */
  error: z.nullable(z.string()),
  /** The item that it was submitted again from. */
  resubmitted_from_uuid: z.nullable(z.string()),
  /** What changes the meaning of its numbers; null where nothing does. */
  note: optionalNull(z.string()),
  /** In the order of its type's columns; null for what is not computed. Empty while there are none. */
  values: z.array(z.nullable(z.number())),
  /** Its key results; missing while there are none, and from older servers. */
  headline: z.optional(ItemHeadline),
  /** What the list that it came from says of it, column by column. */
  columns: z.optional(z.nullable(OwnColumns)),
  /** Its place in the run of a recipe; missing outside of one. */
  recipe: z.optional(RecipePlace),
});
export type ValueRow = z.infer<typeof ValueRow>;

/** Answer of `GET /api/folder/{uuid}/values`: the items of a folder in the order that they were submitted in, with their named numbers. */
export const FolderValues = z.looseObject({
  items: z.array(ValueRow),
  /** By type. */
  columns: z.record(z.string(), z.array(ValueColumn)),
  /** How many items lie in the folder, whether they changed or not. */
  total: z.int(),
  /** The recipe that its items were made by; missing where they were not. */
  recipe: z.optional(FolderRecipe),
  /** What to ask with next (`changed_since`) to get only what changed after this answer. */
  as_of: z.string(),
});
export type FolderValues = z.infer<typeof FolderValues>;
