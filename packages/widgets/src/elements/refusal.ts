import { ApiError, type Client, isElsewhere } from '@cuvette/core/client';

/** A refusal (not found, not allowed) is an answer: the server is there. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A refusal of whoever asks. */
export const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Whether a client asks as somebody signed in where nobody can be: a page of another origin has no session there. */
export const isNotSignedIn = ({ kind, origin }: Pick<Client, 'kind' | 'origin'>): boolean =>
  kind === 'owner' && isElsewhere(origin);
