import { ApiError } from './api-error.ts';

const identifier = /^[\da-f-]{36}$/i;

/** Whether a text is written as identifiers of items are; what is not can be no item of a server. */
export const isIdentifier = (text: string): boolean => identifier.test(text);

/** Whether a server, by its address, is at another origin than the page. Where there is no page (Node), nothing is elsewhere. */
export function isElsewhere(server: string): boolean {
  const here = globalThis.location?.origin;
  return server !== '' && here !== undefined && server !== here && !server.startsWith(`${here}/`);
}

/** Why a page of another origin gets no answer for a person: no session is ever sent there. */
export const notSignedIn = () => new ApiError(401, 'Not signed in.');

/** Whether a refusal is final: to a page that is never signed in there, and to what is no identifier. */
export function isFinalRefusal(error: unknown, origin: string, uuid: string): boolean {
  const status = error instanceof ApiError ? error.status : 0;
  if (status < 400 || status >= 500) return false;
  return !isIdentifier(uuid) || (status < 404 && isElsewhere(origin));
}
