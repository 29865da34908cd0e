import * as z from 'zod/mini';
import { savedVersion } from './save-session.ts';
import type { SavedSession } from './session.ts';
import { ViewerState } from './viewer-state.ts';

/** Longer texts are no saved sessions. */
const longestText = 20_000;

const index = z.int().check(z.minimum(0));
const orNull = <T extends z.core.SomeType>(schema: T) => z.catch(z._default(z.nullable(schema), null), null);
const name = z.string().check(z.minLength(1), z.maxLength(200));

/** What is in a saved text, with short names; what is as in the beginning is left out. */
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
 * Returns what a saved text says; what it does not name is as in the beginning, and what does not fit as well. Null for a text that is none or comes
 * from another version.
 */
export function readSession(text: string): SavedSession | null {
  if (!text.startsWith(savedVersion) || text.length > longestText) return null;
  let raw: unknown;
  try {
    raw = JSON.parse(fromBase64(text.slice(savedVersion.length)));
  } catch {
    return null;
  }
  const saved = Saved.safeParse(raw);
  if (!saved.success) return null;
  const { s, t, a, f, m, v } = saved.data;
  return { structure: s, tab: t, atoms: atomsOf(a ?? ''), frame: f, mode: m, viewer: ViewerState.parse(v) };
}

/** The numbers of ranges; none for a text that says none, or more than a molecule has. */
function atomsOf(text: string): number[] {
  const atoms: number[] = [];
  for (const range of text.split('.')) {
    const [first, last = first] = (/^(\d{1,7})(?:-(\d{1,7}))?$/.exec(range) ?? []).slice(1).filter(Boolean).map(Number);
    if (first === undefined || last === undefined || last < first || atoms.length + last - first > 100_000) return [];
    for (let atom = first; atom <= last; atom++) atoms.push(atom);
  }
  return atoms;
}

function fromBase64(text: string): string {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
}
