/** Reads that a page's first script began before the client had come (`begin-reads.ts` of the widgets): their answers by address. */
const key = Symbol.for('cuvette.begun-reads.1');

/** The read of this address that was begun, once: the next time it is asked anew. */
export function begunRead(address: string): Promise<Response> | undefined {
  const begun = (globalThis as { [key]?: Map<string, Promise<Response>> })[key];
  const read = begun?.get(address);
  begun?.delete(address);
  return read;
}
