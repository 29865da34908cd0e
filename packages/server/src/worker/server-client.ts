import { withoutEndSlashes } from '../slashes.ts';
import type { Claim } from '../wire/claim.ts';
import { withoutNul } from '../wire/nul-escapes.ts';
import { callOverSpool, spoolOf } from './spool.ts';

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
interface Beat {
  attempt: string;
  stop: boolean;
  over: string | null;
}

/** The answer to a registration: what the worker is called there, and the seconds between its heartbeats. */
export interface Registration {
  worker: string;
  heartbeat_seconds: number;
}

/** The worker's side of the worker API. Throws `ServerRefusal` for an answer, other errors when the server is away. */
export interface ServerClient {
  register(body: unknown): Promise<Registration>;
  /** The next job, or null; `denied` says why this worker gets no more of them. */
  claim(body: unknown, signal: AbortSignal): Promise<{ job: Claim | null; denied?: string | null }>;
  heartbeat(body: unknown): Promise<{ known: boolean; attempts: Beat[] }>;
  /** Delivers what compute printed; the answer tells how many bytes the attempt's log has (servers of older versions do not). */
  events(body: unknown): Promise<{ log_bytes?: number | null }>;
  /** Sends one part of a file; `place` says of which attempt and file, and where in it. */
  filePart(place: Record<string, string>, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  finish(body: unknown): Promise<void>;
}

/** JSON without NUL characters, which an engine may print and no database column holds. */
function jsonText(body: unknown): string {
  return withoutNul(JSON.stringify(body));
}

/** Bytes in a millisecond of the slowest line over which results are still sent: 100 kB/s. */
const slowestLine = 100;

/** Talks to a server with a worker key, at its address or over a folder that is relayed (`file:`). A call has more time the more it sends. */
export function createServerClient(server: string, key: string): ServerClient {
  const spool = spoolOf(server);
  const call = async <T>(name: string, body: unknown, timeoutMs: number, signal?: AbortSignal): Promise<T> => {
    const sent = body instanceof Uint8Array ? (body as Uint8Array<ArrayBuffer>) : jsonText(body);
    const limit = AbortSignal.timeout(Math.ceil(timeoutMs + sent.length / slowestLine));
    const address = `/api/worker/${name}`;
    const request = {
      method: 'POST',
      headers: {
        'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
        'x-worker-key': key,
      },
      body: sent,
      redirect: 'error' as const,
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    };
    const answer =
      spool === null
        ? await fetch(`${withoutEndSlashes(server)}${address}`, request)
        : await callOverSpool(spool, address, request);
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
    claim: (body, signal) => call('claim', body, 45_000, signal),
    heartbeat: (body) => call('heartbeat', body, 5_000),
    events: (body) => call('events', body, 120_000),
    filePart: (place, bytes) => call(`file_part?${new URLSearchParams(place)}`, bytes, 120_000),
    finish: (body) => call('finish', body, 120_000),
  };
}
