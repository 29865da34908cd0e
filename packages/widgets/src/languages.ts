import { englishAtHand } from './english-at-hand.ts';
import type { Words } from './words.ts';

/** Tables that came with the script or were added by a page. */
const languages = new Map<string, Words>([['en', englishAtHand]]);

/** Tables that are loaded when a page asks for their language: an English page never pays for them. */
const loaders: Readonly<Record<string, () => Promise<Words>>> = {
  de: async () => (await import('./german/words.ts')).german,
};

const listeners = new Set<() => void>();

/** Adds a translation for a language tag such as `fr`; what is on the page is written in it at once. */
export function addLanguage(tag: string, words: Words): void {
  languages.set(tag.toLowerCase(), words);
  for (const listener of [...listeners]) listener();
}

/** Calls back when a table was added or has arrived. */
export function onNewWords(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A tag and its shorter forms: `de-CH-1996`, `de-CH`, `de`. */
function formsOf(tag: string | null | undefined): string[] {
  const parts = (tag || 'en').toLowerCase().split(/[-_]/);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'));
}

/** The table for a language tag (`de-CH` finds `de`), English where there is no translation, null where `loadWords` would bring one. */
export function wordsAtHand(tag: string | null | undefined): Words | null {
  for (const form of formsOf(tag)) {
    const known = languages.get(form);
    if (known) return known;
    if (Object.hasOwn(loaders, form)) return null;
  }
  return englishAtHand;
}

/** Brings the table of a language; where its script does not come, English stands in for it. */
export async function loadWords(tag: string | null | undefined): Promise<Words> {
  const known = wordsAtHand(tag);
  if (known) return known;
  const form = formsOf(tag).find((each) => Object.hasOwn(loaders, each)) ?? 'en';
  const words = (await loaders[form]?.().catch(() => null)) ?? englishAtHand;
  if (!languages.has(form)) addLanguage(form, words);
  return languages.get(form) ?? words;
}

/** The table for a language tag; English while another is on its way. */
export function wordsFor(tag: string | null | undefined): Words {
  return wordsAtHand(tag) ?? englishAtHand;
}
