import { ApiError, type Client, isIdentifier, readTogether } from '@cuvette/core/client';
import type { CalculationSummary, Molecule, WorkflowItem } from '@cuvette/core/entities';
import { entryOfType, type WorkflowDefinition } from '@cuvette/core/workflows';
import { type ComparedEntry, type ComparedItem, shownStructure } from '@cuvette/core/workflows/comparison/index';
import { namedValuesOf } from '@cuvette/core/workflows/results/named-values';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
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
  /** Whether items are still being read. */
  reading: boolean;
  /** Whether the settings of some calculations are not read, for there are too many. */
  levelsLeftOut: boolean;
}

interface Reading<T> {
  data: T | undefined;
  error: unknown;
}

/** Outside the hook, so that what is combined stays the same until something arrives. */
const readings = <T>(reads: readonly { data?: T | undefined; error: unknown }[]): Reading<T>[] =>
  reads.map(({ data, error }) => ({ data, error }));
const moleculesOf = (reads: readonly { data?: Molecule[] | undefined }[]) => reads.map(({ data }) => data ?? null);
const summariesOf = (reads: readonly { data?: CalculationSummary | undefined }[]) =>
  reads.map(({ data }) => data ?? null);

/**
 * The items of a comparison with what is known of them so far: each arrives by itself, and one that cannot be read does not keep the others.
 * @param type the type that all must have; null where any may stand there
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

  const wanted = useMemo(() => {
    const behind = new Map<string, WorkflowItem>();
    for (const item of fitting) {
      for (const uuid of calculationsBehind(item, definitions.get(item.object_type) ?? null, whole))
        behind.set(uuid, item);
    }
    return [...behind].map(([uuid, item]) => ({ uuid, item }));
  }, [fitting, definitions, whole]);
  const molecules = useQueries(
    { queries: wanted.map(({ item, uuid }) => readOfMolecules(client, item, uuid)), combine: moleculesOf },
    client.queryClient,
  );
  const byCalculation = useMemo(
    () => new Map(wanted.flatMap(({ uuid }, index) => (molecules[index] ? [[uuid, molecules[index]] as const] : []))),
    [wanted, molecules],
  );

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
      combine: summariesOf,
    },
    client.queryClient,
  );
  const calculations = useMemo(
    () => new Map(asked.flatMap((uuid, index) => (summaries[index] ? [[uuid, summaries[index]] as const] : []))),
    [asked, summaries],
  );

  return useMemo(() => {
    const entries = uuids.map((uuid, index): ComparedEntry => {
      const { data: item, error } = reads[index] ?? { data: undefined, error: null };
      if (!item) {
        const valid = isIdentifier(uuid) || client.kind === 'bundle';
        const problem = valid
          ? error
            ? problemText(error, client, words)
            : words.compare.loading
          : words.compare.notIdentifier;
        return { uuid, read: null, problem };
      }
      if (type !== null && item.object_type !== type) {
        const title = words.ui.term(entryOfType(item.object_type)?.title ?? item.object_type);
        return { uuid, read: null, name: item.name, problem: words.compare.otherType(title) };
      }
      const definition = definitions.get(item.object_type) ?? null;
      return { uuid, read: { item, definition, molecules: byCalculation, calculations }, problem: null };
    });
    return {
      entries,
      items: entries.flatMap(({ read }) => (read ? [read] : [])),
      ofOtherTypes: reads.filter(({ data }) => data && type !== null && data.object_type !== type).length,
      reading: reads.some(({ data, error }, index) => !data && !error && isIdentifier(uuids[index] ?? '')),
      levelsLeftOut,
    };
  }, [uuids, reads, client, type, definitions, byCalculation, calculations, levelsLeftOut, words]);
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

/** The server does not tell what is not shared from what is not there, nor what was deleted. */
function problemText(error: unknown, client: Client, { compare }: Words): string {
  if (error instanceof ApiError && [401, 403, 404].includes(error.status)) {
    return client.kind === 'owner' ? compare.notFound : compare.notFoundShared;
  }
  return compare.failed(error instanceof Error ? error.message : String(error));
}
