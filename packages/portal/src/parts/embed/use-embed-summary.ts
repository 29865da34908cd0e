import { type ItemSummary, type SummaryLanguage, summaryOf } from '@cuvette/core/embedding';
import type { Molecule, WorkflowItem } from '@cuvette/core/entities';
import { loadResults, type NamedValue, type ResultDefinition } from '@cuvette/core/workflows';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { ownerClient } from '../../clients.ts';
import { type EmbedPart, partsOf } from './embed-parts.ts';

/** Most calculations that are read for a few numbers. */
const mostCalculations = 10;

const dataOf = (reads: readonly { data?: Molecule[] | undefined }[]) => reads.map((read) => read.data ?? null);

export interface EmbedSummary {
  summary: ItemSummary;
  /** The same without what is read of calculations, as the server draws it. */
  badge: ItemSummary;
  /** Null until it is there, or where the type is unknown. */
  definition: ResultDefinition | null;
  /** Its numbers that have a name. */
  values: NamedValue[];
  /** What can be shown of it alone. */
  parts: EmbedPart[];
}

/** An item in a few words and numbers; `language` says the summary, English without. */
export function useEmbedSummary(item: WorkflowItem, language: SummaryLanguage | undefined): EmbedSummary {
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
  const uuids = useMemo(() => definition?.calculations(item).slice(0, mostCalculations) ?? [], [definition, item]);
  const reads = useQueries(
    { queries: uuids.map((uuid) => ownerClient.molecules(uuid)), combine: dataOf },
    ownerClient.queryClient,
  );
  // Apart from the language, so that its picture is drawn once.
  const badge = useMemo(() => summaryOf(item, definition), [item, definition]);
  return useMemo(() => {
    const molecules = new Map<string, readonly Molecule[]>();
    uuids.forEach((uuid, index) => {
      const data = reads[index];
      if (data) molecules.set(uuid, data);
    });
    const values = definition ? namedValuesOf(definition, item, molecules).filter(({ value }) => value !== null) : [];
    return {
      summary: summaryOf(item, definition, molecules, language),
      badge,
      definition,
      values,
      parts: partsOf(item, definition, molecules),
    };
  }, [item, definition, uuids, reads, language, badge]);
}
