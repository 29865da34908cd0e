import { type ItemSummary, summaryOf } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow } from '@cuvette/core/workflows';
import { calculationsOfHeadline } from '@cuvette/core/workflows/items/headline-of';
import type { Services } from '../services.ts';
import { readManyMolecules } from '../store/calculations.ts';
import type { Reader } from '../store/reader.ts';
import { findItem } from './read-item.ts';

/** Most calculations that are read for the table of a summary; those of its headline are read in any case. */
const mostCalculations = 4;

/** An item in a few words and numbers, as the reader sees it; null when it is not visible. */
export async function summaryOfItem(
  services: Services,
  reader: Reader,
  uuid: string,
): Promise<{ item: WorkflowItem; summary: ItemSummary } | null> {
  const item = await findItem(services, reader, uuid, 0);
  if (!item) return null;
  const definition = await loadWorkflow(item.object_type);
  const all = definition?.calculations(item) ?? [];
  const uuids = all.length > mostCalculations ? calculationsOfHeadline(definition, item) : all;
  const read = await readManyMolecules(services.db.drizzle, services.files, reader, uuids, false);
  return { item, summary: summaryOf(item, definition, new Map(Object.entries(read))) };
}
