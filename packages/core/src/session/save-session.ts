import { initialViewerState } from './initial-view.ts';
import type { SavedSession, SessionState } from './session.ts';
import type { ViewerState } from './viewer-state.ts';

/** Prefix of what is saved; another format gets another number. */
export const savedVersion = '1-';
/** Selections that are longer when written are left out: an address has to stay one that can be sent. */
const longestSelection = 1000;

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
  return kept.length === 0 ? '' : savedVersion + toBase64(JSON.stringify(Object.fromEntries(kept)));
}

/** Returns what of a viewer's state is not as in the beginning; null where all is. */
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

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}
