import { statusPhrase } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { texts } from '@cuvette/core/texts';
import { bundleWords } from './elements/bundle-problem.ts';
import { loaderWords, structureWords } from './words-eager.ts';

/** Labels of an item, by their name in `itemLabels`. */
const labelWords = {
  Queued: 'Queued',
  Running: 'Running',
  Completed: 'Completed',
  Failed: 'Failed',
  Stopped: 'Stopped',
  Stopping: 'Stopping',
  Draft: 'Draft',
  Unknown: 'Unknown',
  Shared: 'Shared',
  'Ancestor Shared': 'Ancestor Shared',
  Starred: 'Starred',
  'Email When Complete': 'Email When Complete',
} as const;

/** What every view of an item says: how far it is, and why there is nothing to see. */
const itemWords = {
  /** What is in the place of a table whose workflow is not completed; its status by its code. */
  unfinished: (name: string, status: number) => `${name} ${statusPhrase(status)}`,
  viewOnCuvette: texts.viewOnCuvette,
  tabs: 'Results',
  viewer: 'Structure',
  loading: 'Loading the result',
  loadingStructure: 'Loading the structure',
  structureFailed: texts.moleculesFailed,
  proteinFailed: texts.proteinFailed,
  withoutProtein: 'The ligand is shown without it.',
  noStructureYet: 'The structure appears here when it is computed.',
  noStructureCame: 'No structure was computed.',
  formulaMeanwhile: 'This is the submitted structure. Its 3D structure appears here when it is computed.',
  formulaDraft: 'This is the input. Its 3D structure is computed after submission.',
  formulaInstead: 'This is the submitted structure. No 3D structure was computed.',
  notFoundTitle: 'Nothing here',
  notFound:
    'There is no result at this address, or it was deleted. Check the link, or ask the person who gave it to you.',
  notAllowedTitle: 'Not shared with you',
  notAllowed: 'This result is not public, or you are not signed in. Sign in to Cuvette, or ask its owner to share it.',
  offlineTitle: 'No connection',
  offline: 'Cuvette cannot be reached. Check the connection. This page tries again automatically.',
  offlineKept: 'Cuvette cannot be reached. This is the last known state. Trying again …',
  readFailedTitle: 'This result could not be read',
  readFailed: 'This version of Cuvette cannot read the answer of the server.',
  tryAgain: 'Try again',
  waitingTitle: 'Waiting to run',
  waitingPlace: (position: number) => (position === 1 ? 'Next in the queue.' : `Place ${position} in the queue.`),
  waiting: 'Waiting for a free worker.',
  running: 'Running',
  stopping: 'Stopping. Results so far are kept.',
  partial: 'Results so far. More follow while the calculation runs.',
  failedTitle: 'This calculation failed',
  failed: 'The calculation ended without a result.',
  stoppedTitle: 'Stopped',
  stopped: 'This calculation was stopped. Earlier results are kept.',
  draftTitle: 'Draft',
  draft: 'This has not been submitted yet.',
  shared: 'Shared',
  starred: 'Starred',
} as const;

/** The words that every element needs. Those of one view are in its folder: this table is in what every page loads. */
export const sharedWords = {
  errors: {
    viewFailed: 'This view could not be drawn.',
    loadFailed: 'This part of the page could not be loaded.',
    loadFailedDetail: 'The server did not deliver the script for it. Check the connection, then try again.',
    tryAgain: 'Try again',
    details: 'Details',
    nothingToShow: 'Nothing to show yet',
    noSource: 'This element has no source.',
    noSourceDetail:
      'Give it a workflow="…" identifier, a src="…" bundle address, a bundle inside it, or set its item property.',
  },
  ui: {
    /** How dates and times are written. */
    locale: 'en-GB',
    /** What core calls a tab, a column, a type, a unit or a structure; what is no term of it (a person's text) comes back as it is. */
    term: inEnglish,
    /** What is between the whole part of a number and its decimals. */
    decimal: '.',
    close: 'Close',
    loading: 'Loading',
    resizePanes: 'Width of the left pane',
    notAvailable: 'Not available',
    timeSoFar: (time: string) => `${time} so far`,
    seconds: (count: number) => (count > 0 ? `${count} s` : '< 1 s'),
    minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
    hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
    percent: (value: number) => `${Math.round(value)} %`,
  },
  elements: {
    loading: 'Loading the workflow',
    notFound: 'This workflow was not found.',
    notFoundOwner:
      'It is not shared with you, it was deleted, or its identifier is not complete. Check the identifier, or ask its owner to share it.',
    notFoundShared:
      'Most likely it is not shared with everybody, or no longer: ask its owner to share it. It may also have been deleted, or its identifier is not complete.',
    notFoundLink:
      'Most likely the share link has expired or was revoked: ask its owner for another one. The workflow may also have been deleted, or its identifier is not complete.',
    notIdentifier: 'This is not the identifier of a workflow.',
    notIdentifierDetail: (text: string) =>
      `“${text}” should look like 1b4e28ba-2fa1-41d2-883f-0016d3cca427, the last part of the address of the workflow’s page.`,
    notSignedIn: (server: string) => `This page is not signed in to ${server}.`,
    notSignedInDetail: 'Add the attribute public to the element, and share the workflow on its own page.',
    notAllowed: 'This workflow may not be shown here.',
    notAllowedOwner: 'Sign in to its server, or ask its owner to share it and add the attribute public.',
    notAllowedShared: 'It is not shared. Its owner can switch sharing on, on the page of the workflow.',
    unreachable: 'The server cannot be reached.',
    unreachableDetail: (server: string) => `${server} does not answer. Trying again …`,
    badBundle: 'The file cannot be shown.',
    wrongType: (wanted: string) => `This is not a ${wanted}.`,
    wrongTypeDetail: (title: string) => `It is a ${title}. Use the element <cuvette-workflow> for any type.`,
    noTable: 'This workflow has no table.',
    noSuchTable: (table: string) => `There is no table “${table}”.`,
    noSuchTab: (tab: string) => `There is no tab “${tab}”.`,
    thereAre: (names: string) => `This result has: ${names}.`,
    failed: 'The workflow cannot be shown.',
  },
  bundle: bundleWords,
  structure: structureWords,
  loader: loaderWords,
  labels: labelWords,
  result: itemWords,
} as const;
