/** Where the client looks for what was begun (core/src/client/begun-reads.ts). Named here once more: `embed.js` imports no other file. */
const key = Symbol.for('cuvette.begun-reads.1');
const holder = globalThis as { [key]?: Map<string, Promise<Response>> };

/** How long an answer waits for its reader, in milliseconds; after that it is asked for anew. */
const longestWait = 60_000;

/**
 * Begins to read what is shared with everybody, as the client will that asks for it once it has come.
 * @param heard is given the text of the answer
 */
export function beginRead(address: string, heard: (text: string) => void): void {
  holder[key] ??= new Map();
  const begun = holder[key];
  if (begun.has(address)) return;
  const read = fetch(address, { cache: 'no-store', credentials: 'omit', headers: { Accept: 'application/json' } });
  begun.set(address, read);
  setTimeout(() => begun.get(address) === read && begun.delete(address), longestWait);
  // The client reports a read that fails, and tries again.
  read.then((response) => response.clone().text()).then(heard, () => undefined);
}
