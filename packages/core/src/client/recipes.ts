import * as z from 'zod/mini';
import {
  Recipe,
  type RecipeCreate,
  RecipeDraft,
  type RecipeRun,
  RecipeStarted,
  type RecipeUpdate,
} from '../entities/recipe.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** The calls for recipes: chains that were saved with their settings. */
export function recipeCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  const address = (uuid: string) => `/api/recipe/${encodeURIComponent(uuid)}`;
  return {
    /** The recipes that the person may run: their own, then those of others. */
    recipes: () =>
      queryOptions({
        queryKey: ['recipe', 'list'],
        queryFn: ({ signal }) => get('/api/recipe', z.array(Recipe), signal),
        staleTime: 15_000,
      }),
    recipe: (uuid: string) =>
      queryOptions({ queryKey: ['recipe', uuid], queryFn: ({ signal }) => get(address(uuid), Recipe, signal) }),
    /** The chain that leads to an item, as a recipe that is not saved yet. */
    recipeOfItem: (uuid: string) =>
      queryOptions({
        queryKey: ['recipe', 'of', uuid],
        queryFn: ({ signal }) => get(`/api/workflow/${encodeURIComponent(uuid)}/recipe`, RecipeDraft, signal),
      }),
    saveRecipe: (body: RecipeCreate) => refreshed(send('POST', '/api/recipe', body, Recipe), ['recipe']),
    changeRecipe: (uuid: string, body: RecipeUpdate) =>
      refreshed(send('POST', address(uuid), body, Recipe), ['recipe']),
    deleteRecipe: (uuid: string) => refreshed(send('DELETE', address(uuid), {}, z.unknown()), ['recipe']),
    /** Submits the chain for each molecule. `key`: a name of this run (`callKey`); sent again with it, nothing is made twice. */
    runRecipe: (uuid: string, body: RecipeRun, key: string) =>
      refreshed(
        send('POST', `${address(uuid)}/run`, body, RecipeStarted, { 'Idempotency-Key': `"${key}"` }),
        ['folder'],
        ['sidebar'],
      ),
    /** Submits the failed steps of the run in a folder again, with the steps that were stopped because of them. `key` as for `runRecipe`. */
    submitFailedStepsAgain: (folder: string, key: string) =>
      refreshed(
        send('POST', `/api/folder/${encodeURIComponent(folder)}/submit_failed_again`, {}, RecipeStarted, {
          'Idempotency-Key': `"${key}"`,
        }),
        ['folder'],
        ['sidebar'],
      ),
  };
}
