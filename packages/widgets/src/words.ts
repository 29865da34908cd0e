import { texts } from '@cuvette/core/texts';
import { microstateWords } from './microstates/words.ts';
import { resultWords } from './results/words.ts';
import { trajectoryWords } from './trajectory/words.ts';
import { measureWords, motionWords, selectionWords, valueWords } from './viewer/atom-words.ts';
import { cellWords } from './viewer/cell-words.ts';
import { fileWords } from './viewer/file-words.ts';
import { proteinWords } from './viewer/protein-words.ts';
import { recordingWords } from './viewer/recording/words.ts';
import { loaderWords, structureWords } from './words-eager.ts';

/**
 * Every text that people see in a widget, in one typed table. A translation is another object of this type
 * (`languages.ts`). Texts that the specification fixes word for word stay in core.
 * To add a word: write it here (or in the `words.ts` of its folder) in English and in `german/` in German; without the German one the type check
 * fails. Views get the table from `useWords()`, and write numbers with `localNumber(words, text)`.
 */
export const english = {
  errors: {
    viewFailed: 'This view could not be drawn.',
    loadFailed: 'This part of the page could not be loaded.',
    loadFailedDetail: 'The server did not deliver the script for it. Check the connection, then try again.',
    tryAgain: 'Try again',
    details: 'Details',
    nothingToShow: 'Nothing to show yet',
    noSource: 'This element does not know what to show.',
    noSourceDetail:
      'Give it a workflow="…" identifier, a src="…" bundle address, a bundle inside it, or set its item property.',
  },
  ui: {
    /** How dates and times are written. */
    locale: 'en-GB',
    /** What stands between the whole part of a number and its decimals. */
    decimal: '.',
    close: 'Close',
    loading: 'Loading',
    resizePanes: 'Width of the left pane',
    notAvailable: 'Not available',
    timeSoFar: (time: string) => `${time} so far`,
    seconds: (count: number) => `${count} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    percent: (value: number) => `${Math.round(value)} %`,
  },
  viewer: {
    noWebgl: texts.noWebgl,
    region: '3D structure',
    loading: 'Loading the 3D viewer',
    failed: 'The 3D viewer could not be loaded.',
    noStructure: 'No structure yet',
    menu: 'View',
    rotate: 'Rotate structure',
    drawings: { 'ball-and-stick': 'Balls and sticks', stick: 'Sticks', line: 'Lines' },
    cell: cellWords,
    protein: proteinWords,
    file: fileWords,
    selection: selectionWords,
    measure: measureWords,
    values: valueWords,
    motion: motionWords,
    hideCarbonHydrogen: 'Hide C-H bonds',
    showCarbonHydrogen: 'Show C-H bonds',
    reset: 'Reset',
    fullscreen: 'Full screen',
    leaveFullscreen: 'Leave full screen',
    previous: 'Previous structure',
    next: 'Next structure',
    keys: 'Arrow keys rotate, plus and minus zoom, R resets the view.',
    scrollHint: 'Hold Ctrl, or click first, to zoom',
    atoms: (count: number) => (count === 1 ? '1 atom' : `${count} atoms`),
    position: (title: string, count: number) => `${title} of ${count}`,
    selected: (names: string) => `Selected: ${names}`,
    play: 'Play',
    pause: 'Pause',
    frame: 'Frame',
    frameOf: (index: number, count: number) => `Frame ${index} of ${count}`,
    vibrating: (frequency: string) => `Vibration at ${frequency} cm⁻¹`,
    distance: (names: string, value: string) => `Distance ${names}: ${value} Å`,
    angle: (names: string, value: string) => `Angle ${names}: ${value}°`,
    dihedral: (names: string, value: string) => `Dihedral ${names}: ${value}°`,
  },
  recording: recordingWords,
  elements: {
    loading: 'Loading the workflow',
    notFound: 'This workflow was not found.',
    notFoundDetail: 'It may have been deleted, or its address is not complete. Check the identifier.',
    notAllowed: 'This workflow may not be shown here.',
    notAllowedOwner: 'Sign in to its server, or ask its owner to share it and add the attribute public.',
    notAllowedShared: 'It is not shared. Its owner can switch sharing on, on the page of the workflow.',
    unreachable: 'The server cannot be reached.',
    unreachableDetail: (server: string) => `No answer came from ${server}. It is asked again by itself.`,
    badBundle: 'The file cannot be shown.',
    wrongType: (wanted: string) => `This is not a ${wanted}.`,
    wrongTypeDetail: (title: string) => `It is a ${title}. Use the element <cuvette-workflow> for any type.`,
    noTable: 'This workflow has no table.',
    failed: 'The workflow cannot be shown.',
  },
  structure: structureWords,
  loader: loaderWords,
  trajectory: trajectoryWords,
  microstates: microstateWords,
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
