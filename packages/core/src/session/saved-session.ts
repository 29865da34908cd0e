import * as z from 'zod/mini';
import { initialViewerState } from './initial-view.ts';
import type { SessionState } from './session.ts';
import { ViewerState } from './viewer-state.ts';

/** What of a session can be saved; what is not its own, such as the list of structures, comes with the item. */
export type SavedSession = Pick<SessionState, 'structure' | 'tab' | 'atoms' | 'frame' | 'mode' | 'viewer'>;

/** Stands before what is saved; another way of writing gets another number. */
const version = '1-';
/** Selections that are longer when written are left out: an address has to stay one that can be sent. */
const longestSelection = 1000;
/** Longer texts are no saved sessions. */
const longestText = 20_000;

const index = z.int().check(z.minimum(0));
const orNull = <T extends z.core.SomeType>(schema: T) => z.catch(z._default(z.nullable(schema), null), null);
const name = z.string().check(z.minLength(1), z.maxLength(200));

/** What stands in a saved text, with short names; what is as in the beginning is left out. */
const Saved = z.object({
  s: orNull(name),
  t: orNull(name),
  /** Selected atoms as ranges, "0-4.7". */
  a: orNull(z.string()),
  f: orNull(index),
  m: orNull(index),
  v: z.catch(z._default(z.looseObject({}), {}), {}),
});

/**
 * A session as a short text of letters, digits, - and _, for an address or an attribute: structure, tab, selected atoms, frame, mode, and of how the
 * structure is looked at what is not as in the beginning. Empty where nothing is. The first structure of an item is not named, so that an item that goes on
 * running opens with the one that is first then.
 */
export function saveSession(state: SavedSession & Partial<Pick<SessionState, 'structures'>>): string {
  const { structure, structures = [], tab, atoms, frame, mode, viewer } = state;
  const ranges = rangesOf(atoms);
  const saved = {
    s: structure === structures[0] ? null : structure,
    t: tab,
    a: ranges === '' || ranges.length > longestSelection ? null : ranges,
    f: frame,
    m: mode,
    v: differences(viewer),
  };
  const kept = Object.entries(saved).filter(([, value]) => value !== null);
  return kept.length === 0 ? '' : version + toBase64(JSON.stringify(Object.fromEntries(kept)));
}

/** What a saved text says; what it does not name is as in the beginning, and what does not fit as well. Null for a text that is none or comes from another version. */
export function readSession(text: string): SavedSession | null {
  if (!text.startsWith(version) || text.length > longestText) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(fromBase64(text.slice(version.length)));
  } catch {
    return null;
  }
  const saved = Saved.safeParse(raw);
  if (!saved.success) return null;
  const { s, t, a, f, m, v } = saved.data;
  return { structure: s, tab: t, atoms: atomsOf(a ?? ''), frame: f, mode: m, viewer: ViewerState.parse(v) };
}

/** What of a viewer's state is not as in the beginning; null where all is. */
function differences(viewer: ViewerState): Partial<ViewerState> | null {
  const changed = Object.entries(viewer).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(initialViewerState[key as keyof ViewerState]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}

/** Numbers as ranges in their order: [3, 4, 5, 1] is "3-5.1". */
function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const value of numbers) {
    const last = ranges.at(-1);
    if (last && value === last[1] + 1) last[1] = value;
    else ranges.push([value, value]);
  }
  return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join('.');
}

/** The numbers of `rangesOf`; none for a text that says none, or more than a molecule has. */
function atomsOf(text: string): number[] {
  const atoms: number[] = [];
  for (const range of text.split('.')) {
    const [first, last = first] = (/^(\d{1,7})(?:-(\d{1,7}))?$/.exec(range) ?? []).slice(1).filter(Boolean).map(Number);
    if (first === undefined || last === undefined || last < first || atoms.length + last - first > 100_000) return [];
    for (let atom = first; atom <= last; atom++) atoms.push(atom);
  }
  return atoms;
}

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

function fromBase64(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
