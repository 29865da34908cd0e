/** Statuses with which a gateway answers for a server that is away. */
const awayStatuses: readonly number[] = [502, 503, 504];
/** Milliseconds without another try: after the first failure, and at most. A little less than readers wait (1, 2, 4 and 10 s). */
const shortest = 900;
const longest = 9000;

interface Outage {
  /** Tries that failed one after the other. */
  failures: number;
  /** When the next try may begin (`performance.now()`). */
  next: number;
  /** The try that is under way; false when the server did not answer. */
  probe: Promise<boolean> | null;
}

/** Servers that could not be reached, by their origins. */
const outages = new Map<string, Outage>();
let listens = false;

/** The next read asks the server, however short ago it was away: the browser is online again, or a person pressed something, maybe *Try again*. */
function endOutages(): void {
  for (const outage of outages.values()) outage.next = 0;
}

/** Notes that a server could not be reached. */
export function noteFailure(origin: string): void {
  if (!listens && typeof addEventListener === 'function') {
    // Before those who read again then.
    for (const event of ['online', 'click']) addEventListener(event, endOutages, { capture: true });
  }
  listens = true;
  const outage = outages.get(origin) ?? { failures: 0, next: 0, probe: null };
  outages.set(origin, outage);
  const now = performance.now();
  // Reads that were under way together are one failure.
  if (!outage.probe && now < outage.next) return;
  outage.failures += 1;
  outage.next = now + Math.min(longest, shortest * 2 ** (outage.failures - 1));
}

/**
 * Asks a server with one back-off for all that read from it: while it is away, one read tries, the others wait for it and fail with it, and between two tries
 * nobody asks. So a page of seven elements asks as often as one.
 * @param call rejects where the server cannot be reached
 * @throws TypeError, as `fetch` does, where the server is away and was not asked; else what `call` throws
 */
export async function askTogether(origin: string, call: () => Promise<Response>): Promise<Response> {
  let outage = outages.get(origin);
  while (outage) {
    if (outage.probe ? !(await outage.probe) : performance.now() < outage.next)
      throw new TypeError('The server is away.');
    outage = outages.get(origin);
    if (outage && !outage.probe && performance.now() >= outage.next) break;
  }
  const probe = Promise.withResolvers<boolean>();
  if (outage) outage.probe = probe.promise;
  let answered = true;
  try {
    const response = await call();
    answered = !awayStatuses.includes(response.status);
    if (answered) outages.delete(origin);
    return response;
  } catch (error) {
    // A reader that has gone says nothing about the server.
    answered = error instanceof Error && error.name === 'AbortError';
    throw error;
  } finally {
    if (!answered) noteFailure(origin);
    if (outage) outage.probe = null;
    probe.resolve(answered);
  }
}
