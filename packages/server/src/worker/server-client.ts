import type { Claim } from '../wire/claim.ts';

/** The server answered, but not with success. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.name = 'ServerRefusal';
    this.status = status;
  }
}

/** The answer to one attempt's heartbeat: whether to stop, and why the attempt is over, if it is. */
export interface Beat {
  attempt: string;
  stop: boolean;
  over: string | null;
}

/** The worker's side of the worker API. Throws `ServerRefusal` for an answer, other errors when the server is away. */
export interface ServerClient {
  register(body: unknown): Promise<{ worker: string; heartbeat_seconds: number }>;
  claim(body: unknown, signal: AbortSignal): Promise<Claim | null>;
  heartbeat(body: unknown): Promise<{ known: boolean; attempts: Beat[] }>;
  events(body: unknown): Promise<void>;
  /** Sends one part of a file; `place` says of which attempt and file, and where in it. */
  filePart(place: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(body: unknown): Promise<void>;
}

/** JSON without NUL characters, which an engine may print and no database column holds. */
function jsonText(body: unknown): string {
  const text = JSON.stringify(body);
  // An escape after an even number of backslashes; after an odd one the backslash itself is the text.
  return text.includes('\\u0000') ? text.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1') : text;
}

/** Bytes in a millisecond of the slowest line over which results are still sent: 100 kB/s. */
const slowestLine = 100;

/** Talks to a server with a worker key. A call has more time the more it sends. */
export function createServerClient(server: string, key: string): ServerClient {
  const call = async <T>(name: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<T> => {
    const sent = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : jsonText(body);
    const limit = AbortSignal.timeout(Math.ceil(timeoutMs + sent.length / slowestLine));
    const answer = await fetch(new URL(`/api/worker/${name}`, server), {
      method: 'POST',
      headers: {
        'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
        'x-worker-key': key,
      },
      body: sent,
      redirect: 'error',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    const text = await answer.text();
    if (answer.ok) return JSON.parse(text) as T;
    let detail = text.slice(0, 500);
    try {
      detail = (JSON.parse(text) as { detail?: string }).detail ?? detail;
    } catch {
      // A proxy's own error page: its text says what it can.
    }
    throw new ServerRefusal(answer.status, detail);
  };
  return {
    register: (body) => call('register', body, 30_000),
    claim: async (body, signal) => (await call<{ job: Claim | null }>('claim', body, 45_000, signal)).job,
    heartbeat: (body) => call('heartbeat', body, 5_000),
    events: (body) => call('events', body, 120_000),
    filePart: (place, bytes) => call(`file_part?${new URLSearchParams(place)}`, bytes, 120_000),
    finish: (body) => call('finish', body, 120_000),
  };
}
