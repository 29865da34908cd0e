import { mostInBatch } from '@cuvette/core/entities';

const structures = (count: number) => (count === 1 ? 'one structure' : `${count.toLocaleString('en')} structures`);
const lines = (count: number) => (count === 1 ? 'one line' : `${count.toLocaleString('en')} lines`);

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** Texts of batches: the form of many molecules, and the table over what became of them. */
export const batchWords = {
  molecules: 'Molecules',
  limit: `One SMILES a line, with a name after it if you like; or a CSV or SDF file. At most ${mostInBatch.toLocaleString('en')} structures in one batch.`,
  listLabel: 'List of SMILES',
  listHint: 'Blank lines and lines that begin with # are skipped.',
  choose: 'Choose a CSV or SDF file',
  dropHere: 'or drop one here',
  fileLabel: 'File of molecules',
  fileTaken: (name: string) => `File: ${name}`,
  fileRemove: 'Remove the file',
  fileTooLarge: (name: string) => `${name} is larger than 50 MB. Split the file.`,
  fileUnreadable: (name: string) => `${name} could not be opened by the browser.`,
  fileReading: 'Reading the file …',
  sdfNote:
    'Each record is read as SMILES, and its structure is built again. Coordinates of the file are not used. Its data fields become columns of the results.',
  sdfUnreadable: (reason: string) => `The record cannot be read as a structure${reason ? ` (${reason})` : ''}.`,
  mappingTitle: 'Which column is which',
  smilesColumn: 'Column of SMILES',
  nameColumn: 'Column of names',
  noNames: 'None',
  firstRows: 'The first rows of the file',

  tooMany: (count: number) =>
    `The list has ${count.toLocaleString('en')} structures, and a batch takes at most ${mostInBatch.toLocaleString('en')}.`,
  takeFirst: `Take the first ${mostInBatch.toLocaleString('en')}`,
  largest: 'Run only the largest part of salts and solvates',
  repeats: 'Run repeated structures each time',
  computed: 'Leave out what was computed already',
  computedTitle: (count: number) =>
    count === 1 ? 'One of these was computed already' : `${count.toLocaleString('en')} of these were computed already`,
  computedHint:
    'The structure, the settings and the versions of the programs are the same. Computing again draws a new random seed. Choose for each line, or for all above.',
  computedOn: ({ completed_at, name }: { completed_at: string; name: string }) =>
    `Computed on ${day.format(new Date(completed_at))} as “${name}”.`,
  runAgain: 'Compute again',
  runAgainNamed: (line: number) => `Compute line ${line} again`,
  leaveOut: 'Leave out',
  leaveOutNamed: (line: number) => `Leave out line ${line}`,
  isomers: 'Where stereocentres are undefined, run each stereoisomer as a separate item',

  checking: (done: number, all: number) => `Checking ${done} of ${structures(all)} …`,
  willRun: (count: number) => `${structures(count)} will run`,
  leftOut: (count: number) => `${lines(count)} left out`,
  passedOver: (blanks: number, comments: number) =>
    [
      blanks > 0 ? `${blanks} blank` : null,
      comments > 0 ? (comments === 1 ? 'one comment' : `${comments} comments`) : null,
    ]
      .filter(Boolean)
      .join(', '),
  passed: (what: string) => `skipped: ${what}`,
  checkFailed: 'The structures could not be checked.',
  tryAgain: 'Try again',
  sameAs: (line: number) => `The same structure as in line ${line}.`,

  linesTitle: 'The list as it will run',
  linesEmpty: 'No structures yet.',
  structure: 'Structure',
  line: 'Line',
  name: 'Name',
  note: 'Note',
  smiles: 'SMILES',
  state: 'State',
  states: { waiting: 'being checked', ready: 'will run', out: 'left out' },
  why: 'Why',

  settings: 'Settings',
  batchName: 'Name of the folder that is made for the batch',
  usualName: (title: string, count: number) => `${title}, ${structures(count)}`,
  submit: (count: number) => `Submit ${structures(count)}`,
  submitNone: 'Submit',
  submitting: 'Submitting …',
  needList: 'Enter a list of molecules first.',
  needLess: 'Shorten the list, or take its first part.',
  needCheck: 'The structures are still being checked.',
  needOne: 'No line of the list can run. Each line has its reason.',
  needSettings: 'Some settings cannot run. They are marked.',
  needMethods: 'Asking this server which methods it can run …',
  refused: 'The server refused this; the reason is above. Nothing was lost.',
  notes: (title: string, count: number, from: string | null) =>
    `${title}: a batch of ${structures(count)}${from ? ` from ${from}` : ''}.`,
  notesLeftOut: 'Lines that were not run:',

  headline: 'Result',
  tableTitle: 'Results of the batch',
  tableEmpty: 'This folder is empty.',
  progress: (done: number, all: number) => `${done} of ${all} finished`,
  failed: (count: number) => (count === 1 ? 'one failed' : `${count} failed`),
  stopped: (count: number) => (count === 1 ? 'one stopped' : `${count} stopped`),
  notRunCount: (count: number) => (count === 1 ? 'one line not run' : `${count} lines not run`),
  notRun: 'Not run',
  stepState: (step: string, state: string) => (step === '' ? state : `${step}: ${state}`),
  stepFailed: (step: string, reason: string) => (reason === '' ? `${step} failed` : `${step}: ${reason}`),
  lineNamed: (line: number) => `Line ${line}`,
  type: 'Workflow',
  open: 'Open',
  openNamed: (name: string) => `Open ${name}`,
  compare: 'Compare',
  compareMany: (count: number) => `Compare ${count}`,
  compareHint: 'Put the selected rows side by side. Select several with Ctrl or Shift.',
  sdf: 'SDF',
  sdfHint: 'Download structures (drawn, 2D) and values as SDF',
  again: (count: number) => (count === 1 ? 'Submit the failed one again' : `Submit the ${count} failed ones again`),
  stepsAgainHint: 'The steps that were stopped because of them are submitted again too, and wait for them.',
  submittingAgain: (done: number, all: number) => `Submitting again: ${done} of ${all} …`,
  againFailed: (count: number, reason: string) =>
    `${count === 1 ? 'One was' : `${count} were`} not submitted again: ${reason}`,
  stopAll: (count: number) =>
    count === 1 ? 'Stop the one that has not ended' : `Stop the ${count} that have not ended`,
  stopAllHint: 'Finished results are kept. Running items lose their unfinished work.',
  stopNow: 'Stop them',
  keepRunning: 'Keep them running',
  stopping: 'Stopping …',
  stopFailed: (reason: string) => `Not all could be stopped: ${reason}`,
  loading: 'Loading …',
} as const;
