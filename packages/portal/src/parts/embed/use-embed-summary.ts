import type { Client } from '@cuvette/core/client';
import { type ItemSummary, type SummaryLanguage, summaryOf } from '@cuvette/core/embedding';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadResults, type NamedValue, type ResultDefinition } from '@cuvette/core/workflows';
import { calculationsOfHeadline } from '@cuvette/core/workflows/items/headline-of';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type EmbedPart, partsOf } from './embed-parts.ts';

/** Most calculations that are read for a few rows; those of the headline are read in any case. */
const mostCalculations = 10;

/** Sources of structures whose atoms the server draws. */
const drawnKinds: readonly string[] = ['calculation', 'molecule'];

const dataOf = (reads: readonly { data?: Molecule[] | undefined }[]) => reads.map((read) => read.data ?? null);

export interface EmbedSummary {
  summary: ItemSummary;
  /** The same in English, as the server draws it. */
  badge: ItemSummary;
  /** Null until it is there, or where the type is unknown. */
  definition: ResultDefinition | null;
  /** Its numbers that have a name. */
  values: NamedValue[];
  /** What can be shown of it alone. */
  parts: EmbedPart[];
  /** Whether the server draws its structure and a plot. */
  hasStructure: boolean;
  hasPlot: boolean;
}

/**
 * An item in a few words and numbers.
 * @param client reads its calculations
 * @param language of the summary; English without
 */
export function useEmbedSummary(
  client: Client,
  item: WorkflowItem,
  language: SummaryLanguage | undefined,
): EmbedSummary {
  const [definition, setDefinition] = useState<ResultDefinition | null>(null);
  useEffect(() => {
    let gone = false;
    void loadResults(item.object_type)
      .catch(() => null)
      .then((loaded) => {
        if (!gone) setDefinition(loaded);
      });
    return () => {
      gone = true;
    };
  }, [item.object_type]);
  const uuids = useMemo(() => {
    const first = definition?.calculations(item).slice(0, mostCalculations) ?? [];
    return [...new Set([...first, ...calculationsOfHeadline(definition, item)])];
  }, [definition, item]);
  const reads = useQueries(
    { queries: uuids.map((uuid) => client.molecules(uuid)), combine: dataOf },
    client.queryClient,
  );
  const molecules = useMemo(() => {
    const read = new Map<string, readonly Molecule[]>();
    uuids.forEach((uuid, index) => {
      const data = reads[index];
      if (data) read.set(uuid, data);
    });
    return read;
  }, [uuids, reads]);
  // Apart from the language, so that its picture is drawn once.
  const badge = useMemo(() => summaryOf(item, definition, molecules), [item, definition, molecules]);
  return useMemo(() => {
    const values = definition ? namedValuesOf(definition, item, molecules).filter(({ value }) => value !== null) : [];
    return {
      summary: summaryOf(item, definition, molecules, language),
      badge,
      definition,
      values,
      parts: partsOf(item, definition, molecules),
      hasStructure: (definition?.structures(item, molecules) ?? []).some(({ source }) =>
        drawnKinds.includes(source.kind),
      ),
      hasPlot: Object.values(definition?.parts(item, molecules) ?? {})
        .flat()
        .some(({ kind }) => kind === 'plot'),
    };
  }, [item, definition, molecules, language, badge]);
}
