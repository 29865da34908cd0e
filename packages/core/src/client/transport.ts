import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import type { UploadProgress } from './upload.ts';

export { ApiError } from './api-error.ts';

/** Reads and writes JSON at one origin. */
export interface Transport {
  /** For what is read without this transport (a stream in a worker): where from, and with whose eyes. `fetch` is null where it is the browser's own. */
  place: { origin: string; credentials: RequestCredentials; fetch: typeof globalThis.fetch | null };
  get: <T extends z.core.$ZodType>(path: string, schema: T, signal?: AbortSignal) => Promise<z.output<T>>;
  send: <T extends z.core.$ZodType>(
    method: 'POST' | 'DELETE',
    path: string,
    body: unknown,
    schema: T,
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

const ErrorBody = z.object({ detail: z.string(), field: z.optional(z.string()) });

/** Options of a transport; `fetch` can be replaced in tests. */
export interface TransportOptions {
  /** Origin of the server without a slash at the end; empty for the page's own. */
  origin: string;
  credentials: RequestCredentials;
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
}

/** Most entries of answers kept for conditional requests. */
const maximumRemembered = 200;

/** Transport over fetch. Answers with an ETag are asked for again conditionally, so that an unchanged poll costs a 304 and parses nothing. */
export function createTransport({ origin, credentials, headers = {}, fetch }: TransportOptions): Transport {
  const call = fetch ?? globalThis.fetch.bind(globalThis);
  const remembered = new Map<string, { etag: string; value: unknown }>();

  async function request(path: string, init: RequestInit): Promise<Response> {
    try {
      return await call(`${origin}${path}`, {
        ...init,
        credentials,
        headers: { ...headers, ...(init.headers as Record<string, string>) },
      });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') throw error;
      throw new ApiError(0, 'The server cannot be reached. Check the connection; the page tries again by itself.');
    }
  }

  return {
    place: { origin, credentials, fetch: fetch ?? null },
    async get(path, schema, signal) {
      const known = remembered.get(path);
      const response = await request(path, {
        cache: 'no-store',
        headers: { Accept: 'application/json', ...(known ? { 'If-None-Match': known.etag } : {}) },
        ...(signal ? { signal } : {}),
      });
      if (response.status === 304 && known) return known.value as z.output<typeof schema>;
      const value = await read(response, schema);
      const etag = response.headers.get('ETag');
      remembered.delete(path);
      if (etag) {
        remembered.set(path, { etag, value });
        const oldest = remembered.keys().next().value;
        if (remembered.size > maximumRemembered && oldest !== undefined) remembered.delete(oldest);
      }
      return value;
    },
    async send(method, path, body, schema) {
      const response = await request(path, {
        method,
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: JSON.stringify(body ?? {}),
      });
      return read(response, schema);
    },
    async upload(path, type, body, schema, options = {}) {
      const { upload } = await import('./upload.ts');
      const sent = { ...headers, Accept: 'application/json', 'Content-Type': type };
      return read(await upload({ address: `${origin}${path}`, headers: sent, body, ...options }, fetch), schema);
    },
  };
}

async function read<T extends z.core.$ZodType>(response: Response, schema: T): Promise<z.output<T>> {
  const text = await response.text();
  const body = parseJson(text);
  if (!response.ok) {
    const parsed = z.safeParse(ErrorBody, body);
    if (parsed.success) throw new ApiError(response.status, parsed.data.detail, parsed.data.field ?? null);
    throw new ApiError(response.status, `The server answered with an error (status ${response.status}).`);
  }
  const result = z.safeParse(schema, body);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new ApiError(
    response.status,
    `The server's answer does not fit at "${issue?.path.join('.')}": ${issue?.message}.`,
  );
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
