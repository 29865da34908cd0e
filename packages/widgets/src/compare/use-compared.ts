import { ApiError, type Client, isIdentifier, readTogether } from '@cuvette/core/client';
import type { CalculationSummary, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { entryOfType, type WorkflowDefinition } from '@cuvette/core/workflows';
import { type ComparedEntry, type ComparedItem, shownStructure } from '@cuvette/core/workflows/comparison/index';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useWords } from '../elements/context.tsx';
import { readOfMolecules } from '../results/hooks/use-reads.ts';
import type { Words } from '../words.ts';
import { useDefinitions } from './use-definitions.ts';

/** Settings of so many calculations are read at most; each is a call of its own. */
export const mostLevelsRead = 200;

export interface Compared {
  entries: readonly ComparedEntry[];
  /** The items that were read, without those that are left out. */
  items: readonly ComparedItem[];
  /** Items of another type than the one that is compared. */
  ofOtherTypes: number;
  /** Whether the first read of something that is shown is still under way; a read that failed once may take long and is not waited for. */
  settling: boolean;
  /** Whether the settings of some calculations are not read, for there are too many. */
  levelsLeftOut: boolean;
  /** Calculations whose structures could not be read. */
  withoutMolecules: ReadonlySet<string>;
  /** Whether something could not be read that another try may bring: the server was away, or failed. */
  failed: boolean;
  /** Reads what could not be read again; what is there stays. */
  retry: () => void;
}

interface Reading<T> {
  data: T | undefined;
  error: unknown;
  failureCount: number;
}

/** Outside the hook, so that what is combined stays the same until something arrives. */
const readings = <T>(reads: readonly { data?: T | undefined; error: unknown; failureCount: number }[]): Reading<T>[] =>
  reads.map(({ data, error, failureCount }) => ({ data, error, failureCount }));
/** Whether something is read for the first time and has not failed yet. */
const isFirst = ({ data, error, failureCount }: Reading<unknown>) =>
  data === undefined && error === null && failureCount === 0;
/** Returns what a read without an answer met, where another try may bring one. */
const mayCome = ({ data, error }: Reading<unknown>) => data === undefined && error !== null && !isRefused(error);

/**
 * The items of a comparison with what is known of them so far: each arrives by itself, and one that cannot be read does not keep the others.
 * @param type the type that all must have; null where any may be there
 * @param whole reads the structures and settings behind every row of a result, not only those behind its headline
 */
export function useCompared(client: Client, uuids: readonly string[], type: string | null, whole: boolean): Compared {
  const words = useWords();
  const reads = useQueries(
    {
      queries: uuids.map((uuid) => ({
        ...client.workflow(uuid),
        queryFn: () => readTogether(client).workflow(uuid),
        enabled: isIdentifier(uuid) || client.kind === 'bundle',
      })),
      combine: readings<WorkflowItem>,
    },
    client.queryClient,
  );
  const fitting = useMemo(
    () => reads.flatMap(({ data }) => (data && (type === null || data.object_type === type) ? [data] : [])),
    [reads, type],
  );
  const types = useMemo(() => [...new Set(fitting.map(({ object_type }) => object_type))], [fitting]);
  const definitions = useDefinitions(types);

  const { wanted, molecules, byCalculation } = useMoleculesBehind(client, fitting, definitions, whole);
  const heads = useMemo(
    () =>
      fitting.flatMap((item) => {
        const shown = shownStructure({
          item,
          definition: definitions.get(item.object_type) ?? null,
          molecules: byCalculation,
        });
        return shown?.source.kind === 'calculation' ? [shown.source.uuid] : [];
      }),
    [fitting, definitions, byCalculation],
  );
  const all = useMemo(() => (whole ? wanted.map(({ uuid }) => uuid) : []), [whole, wanted]);
  const levelsLeftOut = all.length > mostLevelsRead;
  const asked = useMemo(
    () => [...new Set([...heads, ...(levelsLeftOut ? all.slice(0, mostLevelsRead) : all)])],
    [heads, all, levelsLeftOut],
  );
  const summaries = useQueries(
    {
      queries: asked.map((uuid) => ({
        ...client.calculation(uuid),
        queryFn: () => readTogether(client).calculation(uuid),
        staleTime: 60_000,
      })),
      combine: readings<CalculationSummary>,
    },
    client.queryClient,
  );
  const calculations = useMemo(
    () =>
      new Map(asked.flatMap((uuid, index) => (summaries[index]?.data ? [[uuid, summaries[index].data] as const] : []))),
    [asked, summaries],
  );
  const withoutMolecules = useMemo(
    () =>
      new Set(wanted.flatMap(({ uuid }, index) => (molecules[index]?.error && !molecules[index].data ? [uuid] : []))),
    [wanted, molecules],
  );
  const failed = [reads, molecules, summaries].some((of) => of.some(mayCome));
  const settling =
    reads.some((read, index) => isFirst(read) && (isIdentifier(uuids[index] ?? '') || client.kind === 'bundle')) ||
    types.some((each) => !definitions.has(each)) ||
    molecules.some(isFirst) ||
    summaries.some(isFirst);
  const retry = useCallback(() => {
    const named = new Set([...uuids, ...wanted.map(({ uuid }) => uuid), ...asked]);
    void client.queryClient.refetchQueries({
      type: 'active',
      predicate: ({ queryKey, state }) =>
        state.data === undefined && state.status === 'error' && named.has(String(queryKey[1])),
    });
  }, [client, uuids, wanted, asked]);

  return useMemo(() => {
    const entries = uuids.map((uuid, index): ComparedEntry => {
      const reading = reads[index] ?? { data: undefined, error: null, failureCount: 0 };
      const problem = problemOf(uuid, reading, type, client, words);
      const item = reading.data;
      if (!item) return { uuid, read: null, problem };
      if (problem !== null) return { uuid, read: null, name: item.name, problem };
      const definition = definitions.get(item.object_type) ?? null;
      return { uuid, read: { item, definition, molecules: byCalculation, calculations }, problem };
    });
    return {
      entries,
      items: entries.flatMap(({ read }) => (read ? [read] : [])),
      ofOtherTypes: reads.filter(({ data }) => data && type !== null && data.object_type !== type).length,
      settling,
      levelsLeftOut,
      withoutMolecules,
      failed,
      retry,
    };
  }, [
    uuids,
    reads,
    client,
    type,
    definitions,
    byCalculation,
    calculations,
    levelsLeftOut,
    withoutMolecules,
    failed,
    settling,
    retry,
    words,
  ]);
}

/** Reads the molecules behind items. @returns which calculations these are, how far each is read, and what is there */
function useMoleculesBehind(
  client: Client,
  items: readonly WorkflowItem[],
  definitions: ReturnType<typeof useDefinitions>,
  whole: boolean,
) {
  const wanted = useMemo(() => {
    const behind = new Map<string, WorkflowItem>();
    for (const item of items) {
      for (const uuid of calculationsBehind(item, definitions.get(item.object_type) ?? null, whole))
        behind.set(uuid, item);
    }
    return [...behind].map(([uuid, item]) => ({ uuid, item }));
  }, [items, definitions, whole]);
  const molecules = useQueries(
    {
      queries: wanted.map(({ item, uuid }) =>
        readOfMolecules(client, item, uuid, { frequencies: hasModes(item, definitions.get(item.object_type) ?? null) }),
      ),
      combine: readings<Molecule[]>,
    },
    client.queryClient,
  );
  const byCalculation = useMemo(
    () =>
      new Map(
        wanted.flatMap(({ uuid }, index) => (molecules[index]?.data ? [[uuid, molecules[index].data] as const] : [])),
      ),
    [wanted, molecules],
  );
  return { wanted, molecules, byCalculation };
}

/** Whether an item's structures have vibrations, of which its infrared spectrum is made; they are read only where they are. */
function hasModes(item: WorkflowItem, definition: WorkflowDefinition | null): boolean {
  return definition?.tabs(item, new Map()).some(({ id }) => id === 'frequencies') ?? false;
}

/** Calculations whose molecules are needed: of the structure that stands for the item and of its values; of all steps where these are one motion. */
function calculationsBehind(item: WorkflowItem, definition: WorkflowDefinition | null, whole: boolean): string[] {
  if (!definition) return [];
  const shown = shownStructure({ item, definition, molecules: new Map() });
  const ofValues = namedValuesOf(definition, item).flatMap(({ calculation }) => (calculation ? [calculation] : []));
  return [
    ...new Set([
      ...(shown?.source.kind === 'calculation' ? [shown.source.uuid] : []),
      ...ofValues,
      ...(whole || definition.playsStructures ? definition.calculations(item) : []),
    ]),
  ];
}

/** Whether the server answered that this is not to be had. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/** Why an item cannot be compared, or that it is being read; null where it can. */
function problemOf(
  uuid: string,
  { data: item, error }: Reading<WorkflowItem>,
  type: string | null,
  client: Client,
  words: Words,
): string | null {
  if (!item) {
    if (!isIdentifier(uuid) && client.kind !== 'bundle') return words.compare.notIdentifier;
    return error ? problemText(error, client, words) : words.compare.loading;
  }
  if (type === null || item.object_type === type) return null;
  return words.compare.otherType(words.ui.term(entryOfType(item.object_type)?.title ?? item.object_type));
}

/** The server does not tell what is not shared from what is not there, nor what was deleted. */
function problemText(error: unknown, client: Client, { compare }: Words): string {
  if (isRefused(error)) return client.kind === 'owner' ? compare.notFound : compare.notFoundShared;
  return compare.failed(error instanceof Error ? error.message : String(error));
}
