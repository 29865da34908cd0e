import { englishAtHand } from './english-at-hand.ts';
import { languageTables, type Translation } from './language-tables.ts';
import type { Words } from './words.ts';

/** The message tables of the views. German is loaded when a page asks for it: an English page never pays for it. */
const tables = languageTables<Words>(englishAtHand, {
  de: async () => (await import('./german/words.ts')).german,
});

/** Adds a translation for a language tag such as `fr`; English stands in for what it lacks. What is on the page is written in it at once. */
export function addLanguage(tag: string, words: Translation<Words>): void {
  tables.add(tag, words);
}

/** Calls back when a table was added or has arrived. */
export const onNewWords = tables.onNew;

/** The table for a language tag (`de-CH` finds `de`), English where there is no translation, null where `loadWords` would bring one. */
export const wordsAtHand = tables.atHand;

/** Brings the table of a language; where its script does not come, English stands in for it. */
export const loadWords = tables.load;

/** The table for a language tag; English while another is on its way. */
export function wordsFor(tag: string | null | undefined): Words {
  return wordsAtHand(tag) ?? englishAtHand;
}
