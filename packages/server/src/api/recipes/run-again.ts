import { type Recipe, type RecipeStarted, type RecipeStep, status } from '@cuvette/core/entities';
import { awaitedSteps, orderedSteps } from '@cuvette/core/workflows/chains/recipe-steps';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import type { Member } from '../../store/reader.ts';
import { itemsOfRun, type RunItem } from '../../store/recipes.ts';
import type { PreparedWorkflow } from '../items/submission/new-item.ts';
import { itemsOfStep, placed, submissionOf } from './run-recipe.ts';

/** What becomes of one molecule of a run: the items of its steps as they are now, and the steps that are made again. */
interface Row {
  items: Record<string, string>;
  stored: ReadonlyMap<string, RunItem>;
  again: Set<string>;
}

/** The items of a run by molecule. */
function rowsOf(found: readonly RunItem[]): Map<number, Row> {
  const byRow = new Map<number, RunItem[]>();
  for (const item of found) byRow.set(item.row, [...(byRow.get(item.row) ?? []), item]);
  return new Map(
    [...byRow].map(([row, own]) => [
      row,
      {
        items: Object.fromEntries(own.map(({ step, uuid }) => [step, uuid])),
        stored: new Map(own.map((item) => [item.step, item])),
        again: new Set(),
      },
    ]),
  );
}

/** The item of a step that is to be made again: it failed, or it was stopped because a step that it waits for is made again. Null for all others. */
function itemToRepeat(step: RecipeStep, { stored, items, again }: Row): RunItem | null {
  const item = stored.get(step.id);
  if (!item) return null;
  const awaited = awaitedSteps(step);
  // What it comes from was deleted: there is nothing to begin with.
  if (awaited.some((id) => items[id] === undefined)) return null;
  const wasStopped = item.object_status === status.stopped && awaited.some((id) => again.has(id));
  return item.object_status === status.failed || wasStopped ? item : null;
}

/**
 * Makes the failed steps of a run again, with the steps of the same molecules that were stopped because of them, by the recipe as it was run. Each remembers the item that it comes
 * from and takes its place in the table. Steps that cannot begin are left out and named.
 * Throws 409 where no step failed.
 * @param folder the folder of the run
 */
export async function prepareAgain(
  services: Services,
  reader: Member,
  folder: string,
  { steps: given }: Pick<Recipe, 'steps'>,
): Promise<{ items: PreparedWorkflow[]; skipped: RecipeStarted['skipped'] }> {
  const rows = rowsOf(await itemsOfRun(services.db.drizzle, reader, folder));
  const skipped = new Map<number, string>();
  const made: PreparedWorkflow[] = [];
  for (const step of orderedSteps(given) ?? []) {
    const left = [...rows].flatMap(([index, row]) => {
      const item = skipped.has(index) ? null : itemToRepeat(step, row);
      return item ? [{ index, row, item }] : [];
    });
    const wanted = left.map(({ row: { items }, item: { uuid, name, smiles, input } }) => ({
      submission: { ...submissionOf(step, input, name, items), resubmitted_from_uuid: uuid },
      items,
      smiles,
    }));
    const refuse = (place: number, detail: string) => skipped.set(left[place]?.index ?? -1, detail);
    const prepared = await itemsOfStep(services, reader, step, wanted, folder, refuse);
    prepared.forEach((item, place) => {
      const found = left[place];
      if (!item || !found) return;
      found.row.items[step.id] = item.uuid;
      found.row.again.add(step.id);
      made.push(placed(item, { step: step.id, row: found.index }));
    });
  }
  if (made.length === 0) {
    const [reason] = skipped.values();
    throw new HttpProblem(reason ? 422 : 409, reason ?? 'No step of this run failed that could be submitted again.');
  }
  return { items: made, skipped: [...skipped].map(([index, detail]) => ({ index, detail })) };
}
