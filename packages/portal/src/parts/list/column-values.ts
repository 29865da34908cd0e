import type { AccountClient } from '@cuvette/core/client';
import { isFinished, type WorkflowItem } from '@cuvette/core/entities';
import { energyCalculation, type PropertySource, type SavedProperty, savedProperties } from '@cuvette/core/tables';
import { useQuery } from '@tanstack/react-query';
import { ownerClient } from '../../clients.ts';
import type { FolderEntry } from '../paths.ts';

/** What the columns of each item are read from, by its identifier. */
export type ColumnSources = ReadonlyMap<string, PropertySource>;

/** The properties of these identifiers, in this order. */
export function propertiesOf(ids: readonly string[]): SavedProperty[] {
  return ids.flatMap((id) => savedProperties.find((one) => one.id === id) ?? []);
}

/** Whether an item of this type can have the property. */
export function applies(property: SavedProperty, item: Pick<WorkflowItem, 'object_type'>): boolean {
  return property.types === null || property.types.includes(item.object_type);
}

/** Reads what the columns of finished items show: their data, and molecules only where a column is read from one. */
export async function readSources(
  client: AccountClient,
  items: readonly WorkflowItem[],
  ids: readonly string[],
): Promise<ColumnSources> {
  const properties = propertiesOf(ids);
  const asked = items.filter(
    (item) => isFinished(item.object_status) && properties.some((property) => applies(property, item)),
  );
  const needsData = (item: WorkflowItem) => properties.some(({ types }) => types?.includes(item.object_type));
  const needsMolecule = properties.some(({ types }) => types === null);
  const uuids = asked.filter(needsData).map(({ uuid }) => uuid);
  const whole =
    client === ownerClient
      ? await ownerClient.wholeWorkflows(uuids)
      : (await Promise.all(uuids.map((uuid) => client.source.workflow(uuid).catch(() => null)))).flatMap(
          (item) => item ?? [],
        );
  const data = new Map(whole.map((item) => [item.uuid, item.object_data ?? {}]));
  const molecules = await Promise.all(
    asked.map(async (item) => {
      const calculation = needsMolecule ? energyCalculation(item.object_type, item.calculation_uuids) : null;
      if (!calculation) return null;
      const read = await client.queryClient.fetchQuery(client.molecules(calculation)).catch(() => []);
      return (read.at(-1) as PropertySource['molecule'] | undefined) ?? null;
    }),
  );
  return new Map(
    asked.map(({ uuid }, index) => [uuid, { data: data.get(uuid) ?? {}, molecule: molecules[index] ?? null }]),
  );
}

const none: ColumnSources = new Map();

/** What the columns of the shown items are read from, as far as it has come. */
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
