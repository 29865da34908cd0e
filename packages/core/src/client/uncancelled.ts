import { CancelledError } from './query-core.ts';

/**
 * Returns the answer of a read of the query client, for those who ask for it once and do not observe it. When an item finishes, reads that are under
 * way are cancelled and made again (`rereadWhenFinished` of the elements): an observer hears the second answer, but who awaits the first one would
 * get
 * a `CancelledError`. It is asked for again instead.
 */
export async function uncancelled<Data>(read: () => Promise<Data>): Promise<Data> {
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
    }
  }
}
