import { type FolderRecipe, type RecipeStep, status, statusName, type ValueColumn } from '@cuvette/core/entities';
import {
  type Column,
  makeTable,
  numberColumn,
  type RatingRule,
  type TableData,
  textColumn,
} from '@cuvette/core/tables';
import { entryOfType } from '@cuvette/core/workflows';
import type { BatchRow } from './batch-table.ts';
import { columnsOfType, type FolderTable, type ValuedItem } from './use-folder-values.ts';
import { batchWords as words } from './words.ts';

/** A molecule of a run: its row, whose item is that of the last step, and its items by step. */
export interface RecipeRow extends BatchRow {
  steps: ReadonlyMap<string, ValuedItem>;
}

const titleOf = ({ title, workflow_type }: RecipeStep) => title ?? entryOfType(workflow_type)?.title ?? workflow_type;

/** The items of a run without those that were submitted again in the same place. */
export function presentItems(items: readonly ValuedItem[]): ValuedItem[] {
  const placeOf = ({ recipe }: ValuedItem) => (recipe ? `${recipe.row} ${recipe.step}` : null);
  const replaced = new Map(items.map((item) => [item.resubmitted_from_uuid, placeOf(item)]));
  return items.filter((item) => {
    const place = placeOf(item);
    return place === null || replaced.get(item.uuid) !== place;
  });
}

/** The rows of a run, one for each molecule in the order in which they were given. */
export function recipeRows(items: readonly ValuedItem[], { steps }: FolderRecipe): RecipeRow[] {
  const byRow = new Map<number, Map<string, ValuedItem>>();
  for (const item of presentItems(items)) {
    if (!item.recipe) continue;
    const own = byRow.get(item.recipe.row) ?? new Map<string, ValuedItem>();
    byRow.set(item.recipe.row, own.set(item.recipe.step, item));
  }
  return [...byRow.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, own]) => {
      const ofRow = steps.flatMap((step) => own.get(step.id) ?? []);
      const [first] = ofRow;
      const last = ofRow.at(-1) ?? null;
      const failed = steps.find(({ id }) => own.get(id)?.object_status === status.failed);
      const current = ofRow.find(({ object_status }) => object_status !== status.completed) ?? last;
      const step = steps.find(({ id }) => own.get(id) === current);
      return {
        item: last,
        name: (first?.name ?? '').replace(/: [^:]*$/, ''),
        smiles: first?.smiles ?? last?.smiles ?? null,
        state: current === null ? '' : words.stepState(step ? titleOf(step) : '', statusName(current.object_status)),
        why: failed ? words.stepFailed(titleOf(failed), own.get(failed.id)?.error ?? '') : null,
        own: new Map(),
        steps: own,
      };
    });
}

/** The columns that a recipe shows of a step: those that it names, else the key results where it is the last one. */
function shownColumns(step: RecipeStep, isLast: boolean, columns: FolderTable['columns']): readonly ValueColumn[] {
  const known = columnsOfType(columns, step.workflow_type);
  const { columns: wanted } = step;
  if (wanted) return wanted.flatMap((path) => known.find((column) => column.path === path) ?? []);
  return isLast ? known.filter(({ headline = false }) => headline) : [];
}

/**
 * One table over the run of a recipe: a row for each molecule, the values of the last step first, then those that the recipe names of earlier ones.
 * @param narrow for a phone: the drawing comes after the values, so that names and numbers are in sight together
 */
export function recipeTable(
  rows: readonly RecipeRow[],
  columns: FolderTable['columns'],
  { steps }: FolderRecipe,
  narrow = false,
): TableData {
  const last = steps.at(-1);
  const values = [...steps].reverse().flatMap((step) =>
    shownColumns(step, step === last, columns).map(({ path, title, unit, precision, ...column }): Column => {
      const rating = column.rating as RatingRule | undefined;
      const head = { title: steps.length > 1 ? `${titleOf(step)}: ${title}` : title, precision };
      return numberColumn(
        { id: `${step.id}.${path}`, ...head, ...(unit ? { unit } : {}), ...(rating ? { rating } : {}) },
        rows.map((row) => row.steps.get(step.id)?.values.get(path) ?? null),
      );
    }),
  );
  const drawing = textColumn(
    { id: 'structure', title: words.structure, notation: 'smiles' },
    rows.map(({ smiles }) => smiles),
  );
  const texts = (id: string, title: string, of: (row: RecipeRow) => string | null) =>
    textColumn({ id, title }, rows.map(of));
  const notes = (row: RecipeRow) => [...row.steps.values()].flatMap(({ note }) => note ?? []).join('; ') || null;
  return makeTable({
    id: 'batch',
    title: words.tableTitle,
    length: rows.length,
    columns: [
      ...(narrow ? [] : [drawing]),
      texts('name', words.name, ({ name }) => name),
      ...values,
      ...(narrow ? [drawing] : []),
      texts('state', words.state, ({ state }) => state),
      ...(rows.some(({ why }) => why !== null) ? [texts('why', words.why, ({ why }) => why)] : []),
      ...(rows.some((row) => notes(row) !== null) ? [texts('note', words.note, notes)] : []),
      texts('smiles', words.smiles, ({ smiles }) => smiles),
    ],
    structures: rows.map(({ item }) => item?.uuid ?? null),
    empty: words.tableEmpty,
  });
}
