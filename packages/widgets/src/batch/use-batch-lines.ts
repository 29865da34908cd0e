import { drawnFormatOf } from '@cuvette/core/chemistry';
import type { AccountClient } from '@cuvette/core/client';
import { mostInBatch } from '@cuvette/core/entities';
import type { WorkflowData, WorkflowDefinition } from '@cuvette/core/workflows';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type BatchLine, judgeLines, unknownSmiles, withComputed } from './batch-lines.ts';
import { type BatchSource, isSdf, moleculesOf, pastedSource, readDrawnFile, readRecords } from './batch-source.ts';
import { useFindings } from './use-findings.ts';
import { useIdenticalLines } from './use-identical-lines.ts';

/** The list of a batch: where its molecules come from, what a person decided for all, and the state of each line. */
export type BatchList = ReturnType<typeof useBatchLines>;

const nothing: BatchSource = { kind: 'text', text: '' };

/** Whether a text is read by a library or the server, which takes a moment. */
const isRead = (text: string): boolean => isSdf(text) || drawnFormatOf(text) !== null;

/** Reads the list of a batch and asks the server about its molecules, with these settings. `start`: the text that it begins with; `folder`: where the batch goes, null is the root folder. */
export function useBatchLines(
  client: AccountClient,
  definition: WorkflowDefinition,
  data: WorkflowData,
  start: string,
  folder: string | null,
) {
  const [source, setSource] = useState<BatchSource>(() => (isRead(start) ? nothing : pastedSource(start)));
  const [isCut, setCut] = useState(false);
  const [choices, setChoices] = useState({ largest: false, repeats: false, isomers: false, computed: false });
  const [except, setExcept] = useState<ReadonlySet<number>>(new Set());
  const { molecules: all, blanks, comments } = useMemo(() => moleculesOf(source), [source]);
  const isTooLong = all.length > mostInBatch && !isCut;
  const molecules = useMemo(() => (isTooLong ? [] : all.slice(0, mostInBatch)), [isTooLong, all]);
  const { findings, want, problem, retry } = useFindings(client, definition, data, choices.isomers);
  const judged = useMemo(() => judgeLines(molecules, findings, choices), [molecules, findings, choices]);
  useEffect(() => want(unknownSmiles(judged)), [judged, want]);
  const { identical, want: seek } = useIdenticalLines(client, { definition, data, folder, isomers: choices.isomers });
  // Asked when the whole list is judged: then it is known what would run.
  const runnable = useMemo(
    () =>
      judged.some(({ state }) => state === 'waiting')
        ? []
        : judged.flatMap(({ state, runs }) => (state === 'ready' ? [runs] : [])),
    [judged],
  );
  useEffect(() => seek(runnable), [runnable, seek]);
  const lines = useMemo(
    () => withComputed(judged, { identical, leave: choices.computed, except }),
    [judged, identical, choices.computed, except],
  );
  // Records are read with the drawing library, which is loaded first: what was given last holds.
  const given = useRef(start);
  const readText = useCallback(
    async (text: string) => {
      given.current = text;
      setCut(false);
      setExcept(new Set());
      if (drawnFormatOf(text)) {
        const read = await readDrawnFile(client, text).catch(() => pastedSource(text));
        if (given.current === text) setSource(read);
        return;
      }
      if (!isSdf(text)) return setSource(pastedSource(text));
      const read = await readRecords(text);
      if (given.current === text) setSource(read);
    },
    [client],
  );
  useEffect(() => {
    if (isRead(start)) void readText(start);
  }, [start, readText]);
  const count = (state: BatchLine['state']) => lines.filter((line) => line.state === state).length;
  const structures = new Set(lines.map(({ runs }) => findings.get(runs)?.canonical ?? runs));
  return {
    source,
    /** Reads a drawing or a reaction of a file. */
    readDrawn: (text: string, name: string) => readDrawnFile(client, text, name),
    /** Takes a text that was typed or pasted: a list, a table or an SDF. */
    setText: (text: string) => void readText(text),
    /** Takes a file that was read. */
    setSource(next: BatchSource) {
      given.current = '';
      setSource(next);
      setCut(false);
      setExcept(new Set());
    },
    /** How many molecules were given, also where they are more than one batch takes. */
    given: all.length,
    isTooLong,
    takeFirst: () => setCut(true),
    lines,
    counts: { ready: count('ready'), waiting: count('waiting'), out: count('out'), passed: { blanks, comments } },
    choices,
    choose: (next: Partial<typeof choices>) => {
      setChoices((before) => ({ ...before, ...next }));
      // A choice for all holds for all.
      if (next.computed !== undefined) setExcept(new Set());
    },
    /** Runs a line that was computed already, or leaves it out: the contrary of now. */
    toggle: (line: number) =>
      setExcept((before) => {
        const after = new Set(before);
        if (!after.delete(line)) after.add(line);
        return after;
      }),
    /** Choices that the list gives reason for, or that were made. */
    offered: {
      largest: choices.largest || lines.some(({ smiles }) => smiles.includes('.')),
      repeats: choices.repeats || structures.size < lines.length,
      computed: lines.some((line) => line.identical),
      isomers: choices.isomers || lines.some(({ runs }) => (findings.get(runs)?.isomers ?? 0) > 1),
    },
    /** Why the server could not be asked; null where it could. */
    problem,
    retry,
  };
}
