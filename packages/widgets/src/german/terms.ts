import { german } from '@cuvette/core/workflows/types/german';
import { translator } from '../translator.ts';
import { admetTerms } from './admet-terms.ts';
import { cellWords } from './cell-words.ts';
import { explanations } from './explanations.ts';
import { comma } from './numbers.ts';
import { phrases } from './phrases.ts';
import { spectrumNotes } from './spectrum-notes.ts';
import { titles } from './titles.ts';

/** Every text of core that has a German one. `tests/scripts/german-terms.test.ts` refuses an identifier that core does not write. */
export const germanTerms: Readonly<Record<string, string>> = {
  ...titles,
  ...german,
  ...cellWords,
  ...explanations,
  ...admetTerms,
  ...phrases,
  ...spectrumNotes,
};

/**
 * What core calls a type, a tab, a column, a unit, a structure, a named value or why a table is empty, in German. What has no German here (a person's
 * text, a method's name, a text that nobody translated yet) comes back as it is.
 */
export const inGerman = translator(germanTerms, comma);
