import type { Translation } from '../language-tables.ts';
import type { Words } from '../words.ts';

/** A searched list of choices. */
export const comboboxGerman: Translation<Words['combobox']> = {
  noMatches: 'Keine Treffer',
  searching: 'Wird gesucht …',
  show: 'Auswahl zeigen',
  matches: (count) => (count === 1 ? '1 Treffer' : `${count} Treffer`),
  more: (count) => `${count} weitere; tippen Sie, um einzugrenzen`,
};
