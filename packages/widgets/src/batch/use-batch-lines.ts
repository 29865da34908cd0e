import type { AccountClient } from '@cuvette/core/client';
import { mostInBatch } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { useEffect, useMemo, useState } from 'react';
import { type BatchLine, judgeLines, unknownSmiles } from './batch-lines.ts';
import { type BatchSource, moleculesOf, pastedSource } from './batch-source.ts';
import { useFindings } from './use-findings.ts';

/** The list of a batch: where its molecules come from, what a person decided for all, and the state of each line. */
export type BatchList = ReturnType<typeof useBatchLines>;

/** Reads the list of a batch and asks the server about its molecules, with these settings. `start`: the text that it begins with. */
export function useBatchLines(
  client: AccountClient,
  definition: WorkflowDefinition,
  data: WorkflowData,
  start: string,
) {
  const [source, setSource] = useState<BatchSource>(() => pastedSource(start));
  const [isCut, setCut] = useState(false);
  const [choices, setChoices] = useState({ largest: false, repeats: false, isomers: false });
  const { molecules: all, blanks, comments } = useMemo(() => moleculesOf(source), [source]);
  const isTooLong = all.length > mostInBatch && !isCut;
  const molecules = useMemo(() => (isTooLong ? [] : all.slice(0, mostInBatch)), [isTooLong, all]);
  const { findings, want, problem, retry } = useFindings(client, definition, data, choices.isomers);
  const lines = useMemo(() => judgeLines(molecules, findings, choices), [molecules, findings, choices]);
  useEffect(() => want(unknownSmiles(lines)), [lines, want]);
  const count = (state: BatchLine['state']) => lines.filter((line) => line.state === state).length;
  const structures = new Set(lines.map(({ runs }) => findings.get(runs)?.canonical ?? runs));
  return {
    source,
    setSource(next: BatchSource) {
      setSource(next);
      setCut(false);
    },
    /** How many molecules were given, also where they are more than one batch takes. */
    given: all.length,
    isTooLong,
    takeFirst: () => setCut(true),
    lines,
    counts: { ready: count('ready'), waiting: count('waiting'), out: count('out'), passed: { blanks, comments } },
    choices,
    choose: (next: Partial<typeof choices>) => setChoices((before) => ({ ...before, ...next })),
    /** Choices that the list gives reason for, or that were made. */
    offered: {
      largest: choices.largest || lines.some(({ smiles }) => smiles.includes('.')),
      repeats: choices.repeats || structures.size < lines.length,
      isomers: choices.isomers || lines.some(({ runs }) => (findings.get(runs)?.isomers ?? 0) > 1),
    },
    /** Why the server could not be asked; null where it could. */
    problem,
    retry,
  };
}
