import { inEnglish } from '@cuvette/core/phrases';
import { bundleWords } from '../elements/bundle-problem.ts';

/** What a number in a sentence says. A table of its own (`languages.ts` beside it); a word that is added here gets its German one in `german/value.ts`. */
export const valueWords = {
  ...bundleWords,
  /** What core calls a number, its unit, and what is remarked of it. */
  term: inEnglish,
  loading: 'Loading the number',
  notYet: 'not finished',
  notYetDetail: (name: string) => `${name} has not finished.`,
  none: 'not computed',
  noneDetail: (title: string, name: string) => `${name} gave no value for “${title}”.`,
  failed: 'failed',
  failedDetail: (name: string) => `${name} failed; there is no number.`,
  stopped: 'stopped',
  stoppedDetail: (name: string) => `${name} was stopped before this number was computed.`,
  unreadable: 'not available',
  notFoundOwner:
    'The workflow was not found. It is not shared with you, it was deleted, or its identifier is not complete. Ask its owner to share it.',
  notFoundShared:
    'The workflow was not found. Most likely it is not shared, or no longer: ask its owner to share it. It may also have been deleted, or its identifier is not complete.',
  notFoundLink:
    'The workflow was not found. Most likely the share link has expired or was revoked: ask its owner for another one. It may also have been deleted.',
  notIdentifier: (text: string) => `“${text}” is not the identifier of a workflow: 32 letters and digits with hyphens.`,
  notSignedIn: (server: string) =>
    `This page is not signed in to ${server}. Add the attribute public, and share the workflow on its own page.`,
  notAllowed: 'The workflow may not be shown here: it is not shared.',
  away: 'The server cannot be reached. Trying again …',
  noSource: 'This element has no source. Give it workflow="…", src="…" or a bundle.',
  unknown: 'no such value',
  unknownDetail: (path: string, known: string) => `There is no value “${path}”. This result has: ${known || 'none'}.`,
  of: (title: string, name: string) => `${title}, ${name}`,
  ran: (method: string) => `Method: ${method}.`,
  requested: (method: string) => `Requested method: ${method}; what ran was not recorded.`,
  withNote: (number: string) => `${number} (with a note)`,
  methodUnknown: 'The method was not recorded.',
  superseded: 'newer result',
  supersededDetail: (name: string) => `This was submitted again; the newer result is “${name}”.`,
} as const;
