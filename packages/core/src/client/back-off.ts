/** What shares tries of a server that is away; it comes with the first failure, so that a page whose server answers does not load it. */
let outages: typeof import('./outage.ts') | undefined;

/** Asks a server with one back-off for all that read from it (see `askTogether`). */
export function askWithBackOff(origin: string, call: () => Promise<Response>): Promise<Response> {
  if (outages) return outages.askTogether(origin, call);
  const asked = call();
  // 502 to 504 come from a gateway whose server is away. A reader that has gone says nothing about the server.
  asked
    .then(
      ({ status }) => status > 501,
      ({ name }) => name !== 'AbortError',
    )
    .then(async (failed) => {
      if (failed) (outages = await import('./outage.ts')).noteFailure(origin);
    })
    .catch(() => undefined);
  return asked;
}
