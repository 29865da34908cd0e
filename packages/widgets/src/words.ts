import { candidateWords } from './compare/candidate-words.ts';
import { compareWords } from './compare/words.ts';
import { measuredWords } from './measured/words.ts';
import { microstateWords } from './microstates/words.ts';
import { nmrWords } from './plot/nmr-words.ts';
import { plotWords } from './plot/words.ts';
import { calculationWords } from './results/calculation-words.ts';
import { dynamicsWords } from './results/dynamics-words.ts';
import { panelWords } from './results/panels/words.ts';
import { resultWords } from './results/words.ts';
import { tableWords } from './table/words.ts';
import { trajectoryWords } from './trajectory/words.ts';
import { comboboxWords } from './ui/combobox-words.ts';
import { recordingWords } from './viewer/recording/words.ts';
import { viewerWords } from './viewer/words.ts';
import { sharedWords } from './words-shared.ts';

/**
 * Every text that people see in a widget, in one typed table. A translation is another object of this type
 * (`languages.ts`). Texts that must not change are in core (`texts`).
 * A page holds the sections of the views that it loads: each view adds its own with `addEnglish` (`english-at-hand.ts`).
 * To add a word: write it here (or in the `words.ts` of its folder) in English, and in `german/` in German; English stands in for what German lacks.
 * Views get the table from `useWords()`, and write numbers with `localNumber(words, text)`.
 */
export const english = {
  ...sharedWords,
  table: tableWords,
  plot: plotWords,
  calculation: calculationWords,
  viewer: viewerWords,
  recording: recordingWords,
  trajectory: trajectoryWords,
  dynamics: dynamicsWords,
  nmr: nmrWords,
  measured: measuredWords,
  microstates: microstateWords,
  panels: panelWords,
  compare: compareWords,
  candidates: candidateWords,
  combobox: comboboxWords,
  ...resultWords,
} as const satisfies MessageTable;

type Message = string | ((...values: never[]) => string);
interface MessageTable {
  readonly [key: string]: Message | MessageTable;
}

/** The same table with any text in place of the English one. */
type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...values: infer V) => string
      ? (...values: V) => string
      : Translated<T[K]>;
};

export type Words = Translated<typeof english>;
