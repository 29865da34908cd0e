import { randomUUID } from 'node:crypto';
import { Recipe, RecipeCreate, RecipeDraft, RecipeRun, RecipeStarted, RecipeUpdate } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem, notFound } from '../../errors.ts';
import { convertingFor } from '../../services.ts';
import { insertFolderIn, seesFolder } from '../../store/folders/folders.ts';
import {
  changeRecipe,
  deleteRecipe,
  insertRecipe,
  insertRecipeRun,
  listRecipes,
  readRecipe,
  recipeOfFolder,
  recipeRunOf,
} from '../../store/recipes.ts';
import { isUuid } from '../../wire/body.ts';
import { Done, done } from '../http/answers.ts';
import { project_uuid } from '../http/parameters.ts';
import { person, type Route, route, withinProject } from '../http/route.ts';
import { submitOnce } from '../items/submit-once.ts';
import { refuseRecipe } from './judge-recipe.ts';
import { recipeOfItem } from './recipe-of-item.ts';
import { prepareAgain } from './run-again.ts';
import { prepareRun } from './run-recipe.ts';

const example = {
  name: 'Conformers → geometry',
  steps: [
    { id: 'conformers', workflow_type: 'conformer_search', workflow_data: { conf_gen_mode: 'rapid' } },
    {
      id: 'geometry',
      workflow_type: 'basic_calculation',
      initial_molecule: { $from: 'conformers', path: 'conformers[0]' },
      workflow_data: { settings: { method: 'gfn2_xtb', tasks: ['optimize'] } },
    },
  ],
};

/** Chains that are saved with their settings, and run on one molecule or on many. */
export const recipeRoutes: Route[] = [
  route('GET /api/recipe', withinProject, {
    summary: 'Lists the recipes that you may run',
    description: 'All at once, your own by name and then those of others: a person can save at most 1000.',
    query: { project_uuid },
    answer: z.array(Recipe),
    handle: ({ db, reader, query }) => listRecipes(db.drizzle, reader, query.project_uuid),
  }),
  route('POST /api/recipe', person, {
    summary: 'Saves a recipe: a chain of workflow types with their settings',
    description:
      'Each step names a type, its settings, and what it takes from earlier steps (`$from` is the name of a step). A step without a structure of an earlier one begins with the molecule that the recipe is run on.',
    example,
    body: RecipeCreate,
    status: 201,
    answer: Recipe,
    async handle({ db, reader, body }) {
      await refuseRecipe(body.steps);
      return readRecipe(db.drizzle, reader, await insertRecipe(db, reader, body));
    },
  }),
  route('GET /api/recipe/:uuid', withinProject, {
    summary: 'Reads a recipe',
    answer: Recipe,
    handle: ({ db, reader, uuid }) => readRecipe(db.drizzle, reader, uuid),
  }),
  route('POST /api/recipe/:uuid', person, {
    summary: 'Changes a recipe; what is left out stays',
    body: RecipeUpdate,
    emptyBody: {},
    answer: Recipe,
    async handle({ db, reader, uuid, body }) {
      if (body.steps) await refuseRecipe(body.steps);
      return (await changeRecipe(db, reader, uuid, body)) ? readRecipe(db.drizzle, reader, uuid) : null;
    },
  }),
  route('DELETE /api/recipe/:uuid', person, {
    summary: 'Deletes a recipe; what was made by it stays',
    answer: Done,
    handle: async ({ db, reader, uuid }) => ((await deleteRecipe(db, reader, uuid)) ? done : null),
  }),
  route('POST /api/recipe/:uuid/run', withinProject, {
    summary: 'Runs a recipe on one molecule or on many: all items of the chain are submitted at once',
    description:
      'The items lie in a new folder, whose table (`GET /api/folder/{uuid}/values`) has a row for each molecule. First steps are checked now, later ones when those before them have completed. A run makes 1000 items at most.',
    example: { name: 'Alcohols', molecules: [{ smiles: 'CCO' }, { name: 'Propanol', smiles: 'CCCO' }] },
    body: RecipeRun,
    status: 201,
    once: true,
    answer: RecipeStarted,
    async handle({ services, db, account, reader, uuid, body, request }) {
      const recipe = await readRecipe(db.drizzle, reader, uuid);
      if (!recipe) return null;
      const above = body.folder_uuid ?? account.root_folder_uuid;
      const isOwn = body.folder_uuid === null && !reader.project;
      if (!isUuid(above) || !(isOwn || (await seesFolder(db.drizzle, reader, above)))) {
        throw new HttpProblem(404, 'The folder was not found, or you have no access to it.', 'folder_uuid');
      }
      await refuseRecipe(recipe.steps);
      let skipped: RecipeStarted['skipped'] = [];
      const stored = await submitOnce(services, account.id, request, async () => {
        const folder = randomUUID();
        const prepared = await prepareRun(convertingFor(services, reader), reader, recipe, body, folder);
        skipped = prepared.skipped;
        return {
          parent: folder,
          items: prepared.items,
          async before(tx) {
            const made = await insertFolderIn(tx, reader, above, { uuid: folder, name: body.name ?? recipe.name });
            if (made === null) throw notFound('The folder');
            await insertRecipeRun(tx, folder, recipe);
          },
        };
      });
      return { ...(await recipeRunOf(db.drizzle, stored.uuids)), skipped };
    },
  }),
  route('POST /api/folder/:uuid/submit_failed_again', withinProject, {
    summary: 'Submits the failed steps of a recipe’s run again, with the steps that were stopped because of them',
    description:
      'The folder is that of a run (`POST /api/recipe/{uuid}/run`). The steps are those of the recipe as it was run. Each new item remembers the one that it comes from (`resubmitted_from_uuid`) and takes its place in the table.',
    emptyBody: {},
    status: 201,
    once: true,
    answer: RecipeStarted,
    async handle({ services, db, account, reader, uuid, request }) {
      if (!(await seesFolder(db.drizzle, reader, uuid))) return null;
      const recipe = await recipeOfFolder(db.drizzle, uuid);
      if (!recipe) throw new HttpProblem(409, 'The items of this folder were not made by a recipe.');
      let skipped: RecipeStarted['skipped'] = [];
      const stored = await submitOnce(services, account.id, request, async () => {
        const prepared = await prepareAgain(convertingFor(services, reader), reader, uuid, recipe);
        skipped = prepared.skipped;
        return { parent: uuid, items: prepared.items };
      });
      return { ...(await recipeRunOf(db.drizzle, stored.uuids)), skipped };
    },
  }),
  route('GET /api/workflow/:uuid/recipe', withinProject, {
    summary: 'Reads the chain that leads to an item as a recipe, to be changed and saved',
    answer: RecipeDraft,
    handle: ({ services, reader, uuid }) => recipeOfItem(services, reader, uuid),
  }),
];
