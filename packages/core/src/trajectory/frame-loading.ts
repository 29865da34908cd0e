import type { PlacedAtom } from '../chemistry/atoms.ts';
import type { FrameRange } from './frame-range.ts';
import { withStart } from './frame-range.ts';
import { createFrameStore, type FrameStore } from './frame-store.ts';
import { freshState, type HeldState, limitsOf, type Playable } from './player-state.ts';
import { type StreamHeader, TrajectoryProblem } from './stream-header.ts';

/** What loading needs of its player. */
export interface LoadingHost {
  held: HeldState;
  /** What is played now. */
  playable: () => Playable;
  /** Called before frames go: playing stops, and how they were laid is forgotten. */
  letGo: () => void;
  /** Called after other frames took the place of those that were here. */
  replaced: () => void;
  warn: (text: string) => void;
}

/** Brings the frames of a player, and keeps them. */
export interface FrameLoading {
  store: () => FrameStore | null;
  /** Loads the range, instead of what is being loaded or was. Never rejects: the state says how it went. */
  load: () => Promise<void>;
  /** Whether what was asked for last ended at this frame or beyond it. */
  askedTo: (end: number) => boolean;
  /** Loads what was added to the end, after what is on its way. */
  extendTo: (end: number) => void;
  /** Loads what has grown while what is here is shown and played on, and then takes its place. */
  loadBehind: (before: number, loaded: FrameRange) => Promise<void>;
  /** Stops loading, and lets go of the frames. */
  letGo: () => void;
}

export function createFrameLoading(host: LoadingHost): FrameLoading {
  const now: Loading = { host, store: null, loading: null, askedEnd: 0 };
  return {
    store: () => now.store,
    load: () => load(now),
    askedTo: (end) => now.askedEnd >= end,
    extendTo(end) {
      now.askedEnd = end;
      if (host.held.get().load === 'success') void loadTail(now);
    },
    loadBehind: (before, loaded) => loadBehind(now, before, loaded),
    letGo: () => letGo(now),
  };
}

/** What is loaded, and is being loaded. */
interface Loading {
  host: LoadingHost;
  store: FrameStore | null;
  loading: AbortController | null;
  /** Where the range ended that was asked for last. */
  askedEnd: number;
}

const sourceOf = ({ host: { held, playable } }: Loading) => playable().sources[held.get().trajectory];
const atomCount = ({ host }: Loading) => host.playable().structure.length;

function letGo(now: Loading): void {
  now.host.letGo();
  now.loading?.abort();
  now.loading = null;
  now.store = null;
}

/** Begins to load, instead of what is being loaded. */
function begin(now: Loading): AbortController {
  now.loading?.abort();
  now.loading = new AbortController();
  return now.loading;
}

function failed(now: Loading, error: unknown): void {
  letGo(now);
  now.host.held.update({ load: 'failure', problem: messageOf(error), frame: null, loaded: null });
}

function begun({ host: { held, playable } }: Loading, header: StreamHeader, range: FrameRange): void {
  checkAtoms(header, playable().structure);
  const { total: known, trajectory } = held.get();
  const total = header.total ?? known;
  if (total === known || total === null) return;
  const limits = limitsOf(playable(), trajectory, total);
  held.update({ total, range: withStart({ ...range, end: Math.min(range.end, total) }, range.start, total, limits) });
}

async function load(now: Loading): Promise<void> {
  const { held, warn } = now.host;
  const from = sourceOf(now);
  if (!from) return;
  letGo(now);
  const { signal } = begin(now);
  const { range } = held.get();
  now.askedEnd = range.end;
  const into = createFrameStore(atomCount(now), range.end - range.start);
  now.store = into;
  let announced: number | null = null;
  let came = 0;
  held.update({ load: 'pending', problem: null, frame: null, loaded: { ...range, received: 0 } });
  const hear = {
    begun(header: StreamHeader) {
      announced = header.frames;
      if (!signal.aborted) begun(now, header, range);
    },
    frames(block: Float32Array) {
      came += block.length / (3 * atomCount(now));
      if (signal.aborted || into.append(block) === 0) return;
      const frame = held.get().frame ?? range.start;
      held.update({ frame, loaded: { ...range, received: into.length } });
    },
  };
  try {
    await from.load(range, hear, signal);
    if (signal.aborted) return;
    if (announced !== null && came !== announced) {
      warn(`The trajectory should have ${announced} frames; ${came} arrived.`);
    }
    if (into.length === 0) throw new TrajectoryProblem('There are no frames in this range.');
    now.loading = null;
    held.update({ load: 'success', loaded: { ...range, end: range.start + into.length, received: into.length } });
    // Its source may have grown meanwhile.
    if (now.askedEnd > range.end) void loadTail(now);
  } catch (error) {
    if (!signal.aborted) failed(now, error);
  }
}

/** Loads what comes after the frames that are here, which are played on meanwhile and stay where this fails: growing further tries it again. */
async function loadTail(now: Loading): Promise<void> {
  const { held, playable, warn } = now.host;
  const { loaded } = held.get();
  const from = sourceOf(now);
  const into = now.store;
  // What is on its way comes first.
  if (!from || !loaded || !into || now.loading) return;
  const { start } = loaded;
  const range = { start: start + into.length, end: now.askedEnd };
  if (range.start >= range.end) return;
  const own = begin(now);
  into.widen(range.end - start);
  const frames = (block: Float32Array) => {
    if (own.signal.aborted || into.append(block) === 0) return;
    held.update({ loaded: { start, end: start + into.length, received: into.length } });
  };
  try {
    await from.load(range, { begun: (header) => checkAtoms(header, playable().structure), frames }, own.signal);
  } catch (error) {
    if (!own.signal.aborted) warn(`New frames were not loaded: ${messageOf(error)}`);
  }
  if (now.loading !== own) return;
  now.loading = null;
  if (now.askedEnd > range.end) void loadTail(now);
}

async function loadBehind(now: Loading, before: number, loaded: FrameRange): Promise<void> {
  const { held, playable, replaced } = now.host;
  const from = sourceOf(now);
  if (!from) return;
  const { signal } = begin(now);
  const whole = freshState(playable(), held.get().trajectory, held.get());
  const grown = (range: FrameRange) => (range.start === 0 && range.end >= before ? whole.range : range);
  const range = grown(loaded);
  const into = createFrameStore(atomCount(now), range.end - range.start);
  const begins = (header: StreamHeader) => checkAtoms(header, playable().structure);
  try {
    await from.load(range, { begun: begins, frames: (block) => void into.append(block) }, signal);
    if (signal.aborted) return;
    if (into.length === 0) throw new TrajectoryProblem('There are no frames in this range.');
    now.loading = null;
    now.store = into;
    const end = range.start + into.length;
    const state = held.get();
    held.update({
      total: whole.total,
      range: grown(state.range),
      loaded: { start: range.start, end, received: into.length },
      frame: Math.min(state.frame ?? range.start, end - 1),
    });
    replaced();
  } catch (error) {
    if (!signal.aborted) failed(now, error);
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function checkAtoms({ atoms }: StreamHeader, structure: readonly PlacedAtom[]): void {
  if (atoms === structure.length) return;
  throw new TrajectoryProblem(
    `The trajectory has ${atoms} atoms, and its structure has ${structure.length}: they do not belong together.`,
  );
}
