import * as z from 'zod/mini';
import { nameSchema } from './name.ts';
import { optionalNull, uuid } from './scalars.ts';

/** Most steps of a recipe. */
export const mostSteps = 20;

/** Most molecules that a recipe is run on at once, and most items that this makes. */
export const mostRecipeMolecules = 500;
export const mostRecipeItems = 1000;

/** Name of a step within its recipe, by which later steps name it. */
const StepId = z
  .string()
  .check(
    z.regex(/^[a-z][a-z0-9_]{0,39}$/, 'must be a name of lower-case letters, digits and _, which begins with a letter'),
  );

/** A result of an earlier step: `{"$from": "conformers", "path": "conformers[0]"}`. */
export const StepReference = z.strictObject({
  $from: StepId,
  path: z.string().check(z.minLength(1), z.maxLength(200)),
});
export type StepReference = z.infer<typeof StepReference>;

/** One step of a recipe: a workflow type with its settings. */
export const RecipeStep = z.object({
  id: StepId,
  /** What its items are called; the type's title where this is null. */
  title: optionalNull(nameSchema(100)),
  workflow_type: z.string(),
  /** Settings of the type. A value may be a result of an earlier step, by the name of the step. */
  workflow_data: z._default(z.record(z.string(), z.unknown()), {}),
  /** The structure of an earlier step that it begins with; null: the molecule that the recipe is run on. */
  initial_molecule: optionalNull(StepReference),
  /** Steps that must have completed before it begins, beside those whose results it takes. */
  after: z._default(z.array(StepId).check(z.maxLength(mostSteps)), []),
  /** Named values that the table has of it; null: its key results, where it is the last step, else none. */
  columns: optionalNull(z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(50))),
});
export type RecipeStep = z.infer<typeof RecipeStep>;
export type RecipeStepInput = z.input<typeof RecipeStep>;

const steps = z.array(RecipeStep).check(z.minLength(1), z.maxLength(mostSteps));
const description = z.string().check(z.maxLength(5000));

/** A chain that was saved with its settings, to be run on other molecules. */
export const Recipe = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  description: z._default(z.string(), ''),
  steps: z.array(RecipeStep),
  /** The project whose people may run it; null for its owner alone. */
  project_uuid: optionalNull(z.string()),
  owner_username: optionalNull(z.string()),
  /** Whether the reader owns it: others run it only. */
  is_mine: z._default(z.boolean(), false),
  created_at: optionalNull(z.string()),
  updated_at: optionalNull(z.string()),
});
export type Recipe = z.infer<typeof Recipe>;

/** Bodies of `POST /api/recipe` and `POST /api/recipe/{uuid}`; what is left out of the second stays. */
export const RecipeCreate = z.object({
  name: nameSchema(200),
  description: z._default(description, ''),
  steps,
  project_uuid: optionalNull(uuid),
});
export type RecipeCreate = z.input<typeof RecipeCreate>;
export const RecipeUpdate = z.object({
  name: z.optional(nameSchema(200)),
  description: z.optional(description),
  steps: z.optional(steps),
  project_uuid: z.optional(z.nullable(uuid)),
});
export type RecipeUpdate = z.input<typeof RecipeUpdate>;

/** A chain of items as a recipe that is not saved yet: answer of `GET /api/workflow/{uuid}/recipe`. */
export const RecipeDraft = z.object({ name: z.string(), description: z.string(), steps: z.array(RecipeStep) });
export type RecipeDraft = z.infer<typeof RecipeDraft>;

/** Body of `POST /api/recipe/{uuid}/run`. */
export const RecipeRun = z.object({
  /** Name of the folder that the run makes; the recipe's name where this is null. */
  name: optionalNull(nameSchema(200)),
  /** The folder that this one is made in; the own root folder where it is null. */
  folder_uuid: optionalNull(uuid),
  /** The molecules that it is run on, each by a SMILES or a structure. */
  molecules: z
    .array(
      z.object({
        name: optionalNull(nameSchema(200)),
        smiles: optionalNull(z.string()),
        molecule: optionalNull(z.unknown()),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostRecipeMolecules)),
  /** Leaves molecules out that cannot be run, in place of refusing all. */
  skip_invalid: z._default(z.boolean(), false),
});
export type RecipeRun = z.input<typeof RecipeRun>;

/** Answer of a run: the folder with its items, and which items belong to which molecule. */
export const RecipeStarted = z.object({
  folder_uuid: z.string(),
  /** For each molecule that runs, in their order: the items by step. */
  rows: z.array(z.object({ name: z.string(), items: z.record(z.string(), z.string()) })),
  /** Molecules that were left out, counted from 0, each with the reason. */
  skipped: z.array(z.object({ index: z.int(), detail: z.string() })),
});
export type RecipeStarted = z.infer<typeof RecipeStarted>;

/** The recipe that the items of a folder were made by, as its table reads it. */
export const FolderRecipe = z.looseObject({
  uuid: z.nullable(z.string()),
  name: z.string(),
  steps: z.array(RecipeStep),
});
export type FolderRecipe = z.infer<typeof FolderRecipe>;

/** The place of an item in the run of a recipe: its step, and the molecule (from 0). */
export const RecipePlace = z.object({ step: z.string(), row: z.int() });
export type RecipePlace = z.infer<typeof RecipePlace>;
