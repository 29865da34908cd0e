import {
  type ComparedPoints,
  comparedPoints,
  type MeasuredCurve,
  type MeasuredKind,
  NoSpectrum,
  readSpectra,
} from '@cuvette/core/chemistry/spectra';
import { ApiError, addSpectrum, type Client, changeSpectrum, removeSpectrum } from '@cuvette/core/client';
import type { AddSpectrum, ChangeSpectrum, MeasuredSpectrum, WorkflowItem } from '@cuvette/core/entities';
import type { Text } from '@cuvette/core/phrases';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';

/** A measured spectrum that is shown: kept with the item, or on this page alone. */
export interface ShownSpectrum {
  spectrum: MeasuredSpectrum;
  /** Its file as text; null until it is read. */
  text: string | null;
  /** On the axis of the computed spectrum. */
  points: ComparedPoints | null;
  isKept: boolean;
}

interface LocalSpectrum {
  spectrum: MeasuredSpectrum;
  text: string;
  curve: Pick<MeasuredCurve, 'x' | 'y'>;
}

export interface Measured {
  shown: readonly ShownSpectrum[];
  /** What was left out of the last file, or why it was not added or changed. */
  notes: readonly Text[];
  /** Reads a text and keeps what is in it; on a page that may not change the item it is shown only. */
  add: (text: string, filename: string) => Promise<void>;
  change: (name: string, change: ChangeSpectrum) => void;
  remove: (shown: ShownSpectrum) => void;
  removed: string | null;
  undo: () => void;
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Spectra of a text as they are shown where nothing is kept. Throws NoSpectrum. */
function localSpectra(
  text: string,
  filename: string,
  kind: MeasuredKind,
  first: number,
): { spectra: LocalSpectrum[]; notes: readonly Text[] } {
  const read = readSpectra(text, kind);
  const spectra = read.spectra.map(
    (curve, at): LocalSpectrum => ({
      text,
      curve,
      spectrum: {
        name: `local-${first + at}`,
        title: curve.title || filename || 'Measured',
        kind: curve.kind ?? kind,
        x_unit: curve.xUnit,
        y_unit: curve.yUnit,
        field: curve.field,
        peaks: [],
        fit: { places: 'none', heights: 'maximum' },
        points: curve.x.length,
        source: { filename, form: curve.form, block: curve.block },
        added_at: '',
      },
    }),
  );
  return { spectra, notes: read.notes };
}

/** Texts of what can fail. */
interface MeasuredTexts {
  failed: (reason: string) => string;
  notSaved: (reason: string) => string;
  otherKind: (title: string) => string;
}

/** The kept and the local spectra of one kind with their points, as far as their files are read. */
function useShown(client: Client, item: WorkflowItem, kind: MeasuredKind, local: readonly LocalSpectrum[]) {
  const list = useQuery(client.spectra(item.uuid), client.queryClient).data;
  const kept = useMemo(() => (list ?? []).filter((each) => each.kind === kind), [list, kind]);
  const texts = useQueries(
    {
      queries: kept.map(({ name, x_unit, y_unit, field }) => ({
        queryKey: ['spectrum', item.uuid, name, x_unit, y_unit, field],
        queryFn: ({ signal }: { signal: AbortSignal }) => client.source.spectrum(item.uuid, name, signal),
        staleTime: Number.POSITIVE_INFINITY,
      })),
      combine: textsOf,
    },
    client.queryClient,
  );
  return useMemo(
    () => [
      ...kept.map((spectrum, at): ShownSpectrum => {
        const text = texts[at] ?? null;
        const curve = text === null ? null : curveOf(text, spectrum.kind);
        return { spectrum, text, points: curve && pointsOf(curve, spectrum), isKept: true };
      }),
      ...local.map(
        ({ spectrum, text, curve }): ShownSpectrum => ({
          spectrum,
          text,
          points: pointsOf(curve, spectrum),
          isKept: false,
        }),
      ),
    ],
    [kept, texts, local],
  );
}

/** Changes of the kept spectra of an item; the list on the page changes at once, and is read again where the server refuses. */
function useKeeping(client: Client, uuid: string, onProblem: (reason: string) => void) {
  const { queryClient, transport } = client;
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const setList = (change: (spectra: readonly MeasuredSpectrum[]) => MeasuredSpectrum[]) =>
    queryClient.setQueryData<MeasuredSpectrum[]>(['spectra', uuid], (before) => change(before ?? []));
  return {
    async keep(body: AddSpectrum) {
      const added = await addSpectrum(transport, uuid, body);
      setList((before) => [...before, ...added.spectra]);
      return added;
    },
    change(name: string, changed: ChangeSpectrum) {
      setList((before) => before.map((each) => (each.name === name ? withChange(each, changed) : each)));
      if (client.kind !== 'owner') return;
      // One after the other, so that the last change stays.
      sending.current = sending.current
        .then(() => changeSpectrum(transport, uuid, name, changed))
        .catch((error: unknown) => {
          onProblem(reasonOf(error));
          return queryClient.invalidateQueries({ queryKey: ['spectra', uuid] });
        });
    },
    async drop(name: string) {
      await removeSpectrum(transport, uuid, name);
      setList((before) => before.filter((each) => each.name !== name));
    },
  };
}

const withChange = (spectrum: MeasuredSpectrum, change: ChangeSpectrum) =>
  ({ ...spectrum, ...change }) as MeasuredSpectrum;

/** The measured spectra of an item of one kind: reads them, adds, changes and removes them. */
export function useMeasured(client: Client, item: WorkflowItem, kind: MeasuredKind, words: MeasuredTexts): Measured {
  const [local, setLocal] = useState<readonly LocalSpectrum[]>([]);
  const [notes, setNotes] = useState<readonly Text[]>([]);
  const [last, setLast] = useState<{ title: string; body: AddSpectrum } | null>(null);
  const made = useRef(0);
  const shown = useShown(client, item, kind, local);
  const keeping = useKeeping(client, item.uuid, (reason) => setNotes([words.notSaved(reason)]));

  // What was read here and there is the same text; its notes are in the language of the page.
  const keep = async (body: AddSpectrum, found: readonly Text[]) => {
    const added = await keeping.keep(body);
    const others = added.spectra.filter((each) => each.kind !== kind).map(({ title }) => words.otherKind(title));
    setNotes([...found, ...others]);
  };
  const add = async (text: string, filename: string) => {
    setNotes([]);
    try {
      // What cannot be read is refused here, before it travels.
      const read = localSpectra(text, filename, kind, made.current);
      made.current += read.spectra.length;
      // The kind is given only where the file does not name its own.
      const unnamed = readSpectra(text, null).spectra.some((each) => each.kind === null);
      const body = { text, filename, ...(unnamed ? { kind } : {}) };
      const kept = client.kind === 'owner' && (await isKept(keep(body, read.notes)));
      if (kept) return;
      setLocal((before) => [...before, ...read.spectra]);
      setNotes(read.notes);
    } catch (error) {
      setNotes([error instanceof NoSpectrum ? error.text : words.failed(reasonOf(error))]);
    }
  };
  const change = (name: string, changed: ChangeSpectrum) => {
    if (!local.some(({ spectrum }) => spectrum.name === name)) keeping.change(name, changed);
    else
      setLocal((before) =>
        before.map((each) =>
          each.spectrum.name === name ? { ...each, spectrum: withChange(each.spectrum, changed) } : each,
        ),
      );
  };
  const remove = ({ spectrum, text, isKept: kept }: ShownSpectrum) => {
    if (text === null) return;
    const { title, source, peaks, fit, x_unit, y_unit, field } = spectrum;
    setNotes([]);
    setLast({
      title,
      body: { text, filename: source.filename, title, peaks, fit, kind: spectrum.kind, x_unit, y_unit, field },
    });
    if (!kept) setLocal((before) => before.filter((each) => each.spectrum.name !== spectrum.name));
    else
      keeping.drop(spectrum.name).catch((error: unknown) => {
        setLast(null);
        setNotes([words.notSaved(reasonOf(error))]);
      });
  };
  const undo = () => {
    if (!last) return;
    setLast(null);
    if (client.kind !== 'owner') void add(last.body.text, last.body.filename ?? '');
    else keep(last.body, []).catch((error: unknown) => setNotes([words.failed(reasonOf(error))]));
  };
  return { shown, notes, add, change, remove, removed: last?.title ?? null, undo };
}

/** Whether a spectrum was kept: who may only read the item still sees it. Throws what else went wrong. */
async function isKept(keeping: Promise<void>): Promise<boolean> {
  try {
    await keeping;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return false;
    throw error;
  }
}

/** Outside the hook, so that what is combined stays the same until something arrives. */
const textsOf = (reads: readonly { data?: string | undefined }[]) => reads.map(({ data }) => data);

function curveOf(text: string, kind: MeasuredKind): Pick<MeasuredCurve, 'x' | 'y'> | null {
  try {
    return readSpectra(text, kind).spectra[0] ?? null;
  } catch (error) {
    if (error instanceof NoSpectrum) return null;
    throw error;
  }
}

const pointsOf = (curve: Pick<MeasuredCurve, 'x' | 'y'>, { kind, x_unit, y_unit, field }: MeasuredSpectrum) =>
  comparedPoints({ ...curve, xUnit: x_unit, yUnit: y_unit }, kind, field);
