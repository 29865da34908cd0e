import type * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import { askWithBackOff } from './back-off.ts';
import { begunRead } from './begun-reads.ts';
import { isElsewhere, notSignedIn } from './final-refusal.ts';
import type { UploadProgress } from './upload.ts';

export { ApiError } from './api-error.ts';

/** The schema of an answer, or how to get it: then it comes while the answer is under way. */
export type Expected<T> = T | (() => Promise<T>);

/** Reads and writes JSON at one origin. */
export interface Transport {
  /** For what is read without this transport (a stream in a worker): where from, and with whose eyes. `fetch` is null where it is the browser's own. */
  place: { origin: string; credentials: RequestCredentials; fetch: typeof globalThis.fetch | null };
  get: <T extends z.core.$ZodType>(path: string, schema: Expected<T>, signal?: AbortSignal) => Promise<z.output<T>>;
  send: <T extends z.core.$ZodType>(
    method: 'POST' | 'DELETE',
    path: string,
    body: unknown,
    schema: T,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<z.output<T>>;
  /** Sends a file of a media type. */
  upload: <T extends z.core.$ZodType>(
    path: string,
    type: string,
    body: Blob,
    schema: T,
    options?: { onProgress?: UploadProgress | undefined; signal?: AbortSignal | undefined },
  ) => Promise<z.output<T>>;
}

/** Options of a transport; `fetch` can be replaced in tests. */
export interface TransportOptions {
  /** Origin of the server without a slash at the end; empty for the page's own. */
  origin: string;
  credentials: RequestCredentials;
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

const unreachable = 'The server cannot be reached. Check the connection; the page tries again by itself.';

/** Most entries of answers kept for conditional requests. */
const maximumRemembered = 200;

/**
 * Checks an answer against its schema. The check loads with the first call, so that a page draws before it, and a page that reads nothing never loads
 * it.
 */
async function judge<T extends z.core.$ZodType>(
  schema: Expected<T>,
): Promise<(response: Response) => Promise<z.output<T>>> {
  const [{ readAnswer }, expected] = await Promise.all([
    import('./answer.ts'),
    typeof schema === 'function' ? schema() : schema,
  ]).catch(() => {
    throw new ApiError(0, unreachable);
  });
  return (response) => readAnswer(response, expected);
}

/** Transport over fetch. Answers with an ETag are asked for again conditionally, so that an unchanged poll costs a 304 and parses nothing. */
export function createTransport({ origin, credentials, headers = {}, fetch }: TransportOptions): Transport {
  const call = fetch ?? globalThis.fetch.bind(globalThis);
  const remembered = new Map<string, { etag: string; value: unknown }>();
  // No session is ever sent to another origin, and no answer for a person comes back from it: asking again would not change that.
  const foreign = credentials === 'same-origin' && !fetch && Object.keys(headers).length === 0 && isElsewhere(origin);

  async function request(path: string, init: RequestInit, begun?: Promise<Response>): Promise<Response> {
    const ask = () =>
      begun ??
      call(`${origin}${path}`, {
        ...init,
        credentials,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      });
    try {
      // Elements on other people's pages read so, many on a page. A person's own pages ask when the person wants it.
      return await (credentials === 'omit' && !fetch ? askWithBackOff(origin, ask) : ask());
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      throw foreign ? notSignedIn() : new ApiError(0, unreachable);
    }
  }

  return {
    place: { origin, credentials, fetch: fetch ?? null },
    async get<T extends z.core.$ZodType>(path: string, schema: Expected<T>, signal?: AbortSignal) {
      const known = remembered.get(path);
      const judged = judge(schema);
      // Reports the failure of the call itself, where it fails too.
      judged.catch(() => undefined);
      const begun = !known && credentials === 'omit' && !fetch ? begunRead(`${origin}${path}`) : undefined;
      const response = await request(
        path,
        {
          cache: 'no-store',
          headers: { Accept: 'application/json', ...(known ? { 'If-None-Match': known.etag } : {}) },
          ...(signal ? { signal } : {}),
        },
        begun,
      );
      if (response.status === 304 && known) return known.value as z.output<T>;
      const value = await (await judged)(response);
      const etag = response.headers.get('ETag');
      remembered.delete(path);
      if (etag) {
        remembered.set(path, { etag, value });
        const oldest = remembered.keys().next().value;
        if (remembered.size > maximumRemembered && oldest !== undefined) remembered.delete(oldest);
      }
      return value;
    },
    async send(method, path, body, schema, more = {}) {
      const judged = judge(schema);
      judged.catch(() => undefined);
      const response = await request(path, {
        method,
        headers: { ...more, Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      });
      return (await judged)(response);
    },
    async upload(path, type, body, schema, options = {}) {
      const { upload } = await import('./upload.ts');
      const sent = { ...headers, Accept: 'application/json', 'Content-Type': type };
      const judged = await judge(schema);
      return judged(await upload({ address: `${origin}${path}`, headers: sent, body, ...options }, fetch));
    },
  };
}
