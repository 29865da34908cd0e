import type { FolderValues, ItemHeadline, ValueColumn, WorkflowItem } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import type { RatingRule } from '@cuvette/core/tables';
import { loadWorkflow, type MoleculesByCalculation, type WorkflowDefinition } from '@cuvette/core/workflows';
import { headlineOf } from '@cuvette/core/workflows/items/headline-of';
import { notesOfItem } from '@cuvette/core/workflows/items/item-notes';
import { calculationsOfValues } from '@cuvette/core/workflows/items/item-values';
import { listedHeadline } from '@cuvette/core/workflows/items/listed-headline';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import type { Services } from '../../services.ts';
import { readManyMolecules } from '../../store/calculations.ts';
import { readValuedItems, type ValuedItem } from '../../store/folders/folder-values.ts';
import { seesFolder } from '../../store/folders/folders.ts';
import type { Reader } from '../../store/reader.ts';
import { recipeOfFolder } from '../../store/recipes.ts';

/** An item of which only the parts are there that its named numbers are read from. */
const asItem = (item: ValuedItem) => item as Partial<WorkflowItem> as WorkflowItem;

/** The rules by which the facts of a result rate its named numbers, by their names. */
function ratingsOf(
  definition: WorkflowDefinition | null,
  item: WorkflowItem,
  molecules: MoleculesByCalculation,
): ReadonlyMap<string, RatingRule> {
  const facts = Object.values(definition?.parts(item, molecules) ?? {}).flatMap((parts) =>
    parts.flatMap((part) => (part.kind === 'facts' ? part.facts : [])),
  );
  return new Map(facts.flatMap((fact) => ('rating' in fact && fact.rating ? [[fact.path, fact.rating] as const] : [])));
}

/**
 * The items of a folder with their named numbers: what a table over a batch shows, and asks for again while it fills. With `since` (an ISO date) only those
 * that changed since then; null where the reader does not see the folder.
 */
export async function valuesInFolder(
  { db: { drizzle: db }, files }: Services,
  reader: Reader,
  uuid: string,
  since: string | undefined,
): Promise<FolderValues | null> {
  if (!(await seesFolder(db, reader, uuid))) return null;
  const { items, total, asOf } = await readValuedItems(db, reader, uuid, since);
  const recipe = await recipeOfFolder(db, uuid);
  const definitions = new Map<string, WorkflowDefinition | null>();
  for (const { object_type } of items) {
    if (!definitions.has(object_type)) definitions.set(object_type, await loadWorkflow(object_type));
  }
  const definitionOf = ({ object_type }: ValuedItem) => definitions.get(object_type) ?? null;
  const finished = items.filter(({ object_data }) => object_data !== null);
  const needed = finished.flatMap((item) => calculationsOfValues(definitionOf(item), asItem(item)));
  const molecules = new Map(
    Object.entries(needed.length > 0 ? await readManyMolecules(db, files, reader, needed, false) : {}),
  );
  const valuesOf = (item: ValuedItem) => {
    const definition = definitionOf(item);
    return definition ? namedValuesOf(definition, asItem(item), molecules) : [];
  };
  // Most types name the same numbers whatever their data. Some name them after what was asked for; each such name becomes a column.
  // A Map: a type of another server may be called "constructor".
  const columns = new Map<string, ValueColumn[]>();
  const values = new Map<string, Map<string, number | null>>();
  const headlines = new Map<string, ItemHeadline>();
  for (const item of finished) {
    const found = valuesOf(item);
    values.set(item.uuid, new Map(found.map(({ path, value }) => [path, value])));
    const known = columns.get(item.object_type) ?? [];
    columns.set(item.object_type, known);
    const headline = headlineOf(definitionOf(item), asItem(item), molecules);
    headlines.set(item.uuid, listedHeadline(headline));
    const quoted = new Set(headline.values.map(({ path }) => path));
    const fresh = found.filter(({ path }) => !known.some((column) => column.path === path));
    const ratings = fresh.length > 0 ? ratingsOf(definitionOf(item), asItem(item), molecules) : new Map();
    for (const { path, title, unit, precision } of fresh) {
      const rating = ratings.get(path);
      known.push({
        path,
        title: inEnglish(title),
        unit,
        precision,
        headline: quoted.has(path),
        ...(rating ? { rating } : {}),
      });
    }
  }
  return {
    items: items.map((item) => {
      const { name, smiles, object_type, object_status, error, resubmitted_from_uuid } = item;
      const own = values.get(item.uuid);
      const headline = headlines.get(item.uuid);
      return {
        uuid: item.uuid,
        name,
        smiles: smiles ?? null,
        object_type,
        object_status,
        error: error?.message ?? null,
        resubmitted_from_uuid,
        note: own ? notesOfItem(definitionOf(item), asItem(item), molecules) : null,
        ...(headline ? { headline } : {}),
        columns: item.columns,
        ...(item.recipe ? { recipe: item.recipe } : {}),
        values: own ? (columns.get(object_type) ?? []).map(({ path }) => own.get(path) ?? null) : [],
      };
    }),
    columns: Object.fromEntries(columns),
    total,
    ...(recipe ? { recipe } : {}),
    as_of: asOf,
  };
}
