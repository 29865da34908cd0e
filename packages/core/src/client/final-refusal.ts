import { ApiError } from './api-error.ts';

const identifier = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a text is written as identifiers of items are; what is not can be no item of a server. */
export const isIdentifier = (text: string): boolean => identifier.test(text);

/** Whether an origin is not that of the page. Where there is no page (Node), nothing is elsewhere. */
export function isElsewhere(origin: string): boolean {
  return origin !== '' && typeof location !== 'undefined' && origin !== location.origin;
}

/** Why a page of another origin gets no answer for a person: no session is ever sent there. */
export const notSignedIn = (origin: string) => new ApiError(401, `This page is not signed in to ${origin}.`);

/** Whether what was said once is the answer for good: to a page that is never signed in there, and to what is no identifier. */
export function isFinalRefusal(error: unknown, origin: string, uuid: string): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  if (status < 400 || status >= 500) return false;
  return !isIdentifier(uuid) || (status < 404 && isElsewhere(origin));
}
