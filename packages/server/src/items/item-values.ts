import type { ItemValues } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { valueText } from '@cuvette/core/workflows/items/headline-text';
import { calculationsOfValues, itemValues } from '@cuvette/core/workflows/items/item-values';
import type { Services } from '../services.ts';
import { readManyMolecules } from '../store/calculations.ts';
import type { Reader } from '../store/reader.ts';
import { itemFor } from './read-item.ts';

/** Reads the named numbers of an item, each also as text for hosts that format no numbers. Throws 404. */
export async function valuesOfItem(services: Services, reader: Reader, uuid: string): Promise<ItemValues> {
  const { db, files } = services;
  const item = await itemFor(services, reader, uuid, 0);
  const definition = await loadWorkflow(item.object_type);
  const needed = calculationsOfValues(definition, item);
  const molecules = needed.length > 0 ? await readManyMolecules(db.drizzle, files, reader, needed, false) : {};
  const answer = itemValues(definition, item, new Map(Object.entries(molecules)));
  return {
    ...answer,
    values: answer.values.map((value) => ({ ...value, written: valueText({ ...value, method: null }) })),
  };
}
