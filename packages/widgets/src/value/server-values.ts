import { ApiError, askWithBackOff, isElsewhere, isFinalRefusal, notSignedIn } from '@cuvette/core/client';
import type { ItemValues } from '@cuvette/core/entities';
import type { ReadFrom, ValuesSource } from './values-source.ts';

/** Milliseconds before a read that failed is tried again: at first soon, then as often as an item that runs is read. */
const waits = [1000, 2000, 4000];
const pollInterval = 10_000;
/** Milliseconds for which what was read counts as new. */
const fresh = 1000;

/** One answer of `GET …/workflow/{uuid}/values`, kept as it changes, for all elements that quote the item. */
class SharedValues {
  values: ItemValues | null = null;
  failure: unknown = null;
  readonly listeners = new Set<() => void>();
  readonly #address: string;
  readonly #credentials: RequestCredentials;
  readonly #origin: string;
  readonly #uuid: string;
  #tag: string | null = null;
  #failures = 0;
  #readAt = 0;
  #reading: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, { kind, origin }: ReadFrom, uuid: string) {
    this.#address = address;
    this.#credentials = kind === 'owner' ? 'same-origin' : 'omit';
    this.#origin = origin;
    this.#uuid = uuid;
  }

  start() {
    document.addEventListener('visibilitychange', this.#look);
    addEventListener('online', this.#look);
    void this.#read();
  }

  stop() {
    document.removeEventListener('visibilitychange', this.#look);
    removeEventListener('online', this.#look);
    clearTimeout(this.#timer);
    this.#reading?.abort();
    this.#reading = null;
  }

  /** Back on the page, the person sees the present values; a hidden page asks for nothing. */
  #look = () => {
    if (!document.hidden && Date.now() - this.#readAt > fresh) void this.#read();
  };

  async #read() {
    if (this.#reading) return;
    clearTimeout(this.#timer);
    const reading = new AbortController();
    this.#reading = reading;
    let next: number | null = null;
    try {
      const known = this.values;
      this.values = (await this.#ask(reading.signal)) ?? known;
      this.failure = null;
      this.#failures = 0;
      const seconds = this.values?.poll_seconds ?? null;
      next = seconds === null ? null : seconds * 1000;
    } catch (error) {
      if (reading.signal.aborted) return;
      const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
      next = isFinalRefusal(error, this.#origin, this.#uuid)
        ? null
        : ((refused ? undefined : waits[this.#failures]) ?? pollInterval);
      this.#failures++;
      this.failure = error;
    }
    if (reading.signal.aborted) return;
    this.#reading = null;
    this.#readAt = Date.now();
    for (const tell of [...this.listeners]) tell();
    if (next !== null && this.listeners.size > 0) {
      this.#timer = setTimeout(() => {
        if (!document.hidden) void this.#read();
      }, next);
    }
  }

  /** The answer; null where it is the one that is known. */
  async #ask(signal: AbortSignal): Promise<ItemValues | null> {
    const personal = this.#credentials === 'same-origin';
    const ask = () =>
      fetch(this.#address, {
        signal,
        cache: 'no-store',
        credentials: this.#credentials,
        headers: { Accept: 'application/json', ...(this.#tag ? { 'If-None-Match': this.#tag } : {}) },
      });
    // Another origin refuses personal reads as if it were away, and still answers those of the public.
    const response = await (personal ? ask() : askWithBackOff(this.#origin, ask)).catch((error: unknown) => {
      if (signal.aborted) throw error;
      const foreign = personal && isElsewhere(this.#origin);
      throw foreign ? notSignedIn() : new ApiError(0, 'Unreachable.');
    });
    if (response.status === 304 && this.values) return null;
    const body = (await response.json().catch(() => null)) as Partial<ItemValues & { detail: string }> | null;
    if (!response.ok) {
      const detail = body?.detail ?? `The server answered ${response.status}.`;
      throw new ApiError(response.status, detail);
    }
    if (!Array.isArray(body?.values)) throw new ApiError(response.status, 'The answer has no values.');
    this.#tag = response.headers.get('ETag');
    return body as ItemValues;
  }
}

const shared = new Map<string, SharedValues>();

/**
 * Reads the named numbers of an item from its server, without what a page needs to show more than numbers. All elements that quote an item
 * through the same eyes share one read and one poll.
 * @param from the server, and with whose eyes: `owner` or `shared`
 */
export function serverValues(from: ReadFrom, uuid: string, listener: () => void): ValuesSource {
  const query = from.link ? `?${new URLSearchParams({ link: from.link })}` : '';
  const base = from.kind === 'shared' ? '/api/shared' : '/api';
  const address = `${from.origin}${base}/workflow/${encodeURIComponent(uuid)}/values${query}`;
  const known = shared.get(address);
  const read = known ?? new SharedValues(address, from, uuid);
  // Several elements may give the same function.
  const tell = () => listener();
  read.listeners.add(tell);
  if (!known) {
    shared.set(address, read);
    read.start();
  }
  return {
    from,
    get values() {
      return read.values;
    },
    get item() {
      return read.values;
    },
    get failure() {
      return read.values ? null : read.failure;
    },
    waitsFor: () => false,
    stop() {
      if (!read.listeners.delete(tell) || read.listeners.size > 0) return;
      read.stop();
      shared.delete(address);
    },
  };
}
