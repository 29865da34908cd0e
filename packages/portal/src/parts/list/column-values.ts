import { type AccountClient, uncancelled } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import { energyCalculation, type PropertySource, type SavedProperty, savedProperties } from '@cuvette/core/tables';
import { entryOfType, loadWorkflow } from '@cuvette/core/workflows';
import { notesOfValues } from '@cuvette/core/workflows/items/item-notes';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import type { FolderEntry } from '../paths.ts';

/** What the columns of an item are read from, and what changes the meaning of its numbers, by the column. */
export interface ColumnSource extends PropertySource {
  notes: ReadonlyMap<string, string>;
}

/** What the columns of each item are read from, by its identifier. */
export type ColumnSources = ReadonlyMap<string, ColumnSource>;

/** The properties of these identifiers, in this order. */
export function propertiesOf(ids: readonly string[]): SavedProperty[] {
  return ids.flatMap((id) => savedProperties.find((one) => one.id === id) ?? []);
}

/** Whether an item of this type can have the property. */
export function applies(property: SavedProperty, item: Pick<WorkflowItem, 'object_type'>): boolean {
  return property.types === null || property.types.includes(item.object_type);
}

/** Returns what changes the meaning of the number in a column; null where nothing does, or where there is no number. */
export function noteOf(property: SavedProperty, source: ColumnSource): string | null {
  return property.read(source) === null ? null : (source.notes.get(property.id) ?? null);
}

/** Reads what the columns of finished items show: the items whole, since their notes are there too, and molecules only where a column is read from one. */
export async function readSources(
  client: AccountClient,
  items: readonly WorkflowItem[],
  ids: readonly string[],
): Promise<ColumnSources> {
  const properties = propertiesOf(ids);
  const asked = items.filter(
    (item) => isFinished(item.object_status) && properties.some((property) => applies(property, item)),
  );
  const needsMolecule = properties.some(({ types }) => types === null);
  const uuids = asked.map(({ uuid }) => uuid);
  const whole =
    client === ownerClient
      ? await ownerClient.wholeWorkflows(uuids)
      : (await Promise.all(uuids.map((uuid) => client.source.workflow(uuid).catch(() => null)))).flatMap(
          (item) => item ?? [],
        );
  const wholes = new Map(whole.map((item) => [item.uuid, item]));
  const read = await Promise.all(
    asked.map(async (item): Promise<[string, ColumnSource]> => {
      const found = wholes.get(item.uuid) ?? null;
      const definition = found ? await loadWorkflow(found.object_type) : null;
      const own = properties.filter((property) => applies(property, item)).map(({ id }) => id);
      return [
        item.uuid,
        {
          data: found?.object_data ?? {},
          molecule: needsMolecule ? await moleculeOf(client, item) : null,
          notes: found ? notesOfValues(definition, found, own) : new Map(),
        },
      ];
    }),
  );
  return new Map(read);
}

/** The last molecule of the calculation whose energies an item has; null where there is none, or it cannot be read. */
async function moleculeOf(client: AccountClient, item: WorkflowItem): Promise<PropertySource['molecule']> {
  const calculation = energyCalculation(entryOfType(item.object_type)?.stages === true, item.calculation_uuids);
  if (!calculation) return null;
  const read = await uncancelled(() => client.queryClient.fetchQuery(client.molecules(calculation))).catch(() => []);
  return (read.at(-1) as PropertySource['molecule'] | undefined) ?? null;
}

const none: ColumnSources = new Map();

/** Returns what the columns of the shown items are read from, as far as it has come. */
export function useColumnSources(
  client: AccountClient,
  rows: readonly FolderEntry[],
  ids: readonly string[],
): ColumnSources {
  const items = rows.flatMap((entry) => (entry.type === 'workflow' ? [entry.data] : []));
  const states = items.map(({ uuid, object_status, updated_at }) => [uuid, object_status, updated_at]);
  const query = useQuery(
    {
      queryKey: ['column-values', client.link, states, ids],
      queryFn: () => readSources(client, items, ids),
      enabled: ids.length > 0 && items.length > 0,
      placeholderData: (before: ColumnSources | undefined) => before,
      staleTime: Number.POSITIVE_INFINITY,
    },
    client.queryClient,
  );
  return query.data ?? none;
}
