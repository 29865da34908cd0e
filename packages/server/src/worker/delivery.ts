import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorLine } from './outcome.ts';
import type { OutgoingFile } from './outgoing-file.ts';
import { type ServerClient, ServerRefusal } from './server-client.ts';

/** Proof that a call comes from the owner of the attempt. */
export interface AttemptKey {
  attempt: string;
  token: string;
}

/** Carries events to the server in order; while the server is away it keeps them and tries again. */
export interface Delivery {
  add(event: Record<string, unknown>): void;
  /** Sends a file's bytes at its turn, then its event. Closes the file. */
  addFile(event: Record<string, unknown>, file: OutgoingFile): void;
  /** Sends what is left, then the ending. False when the server no longer wants it. */
  finish(ending: Record<string, unknown>): Promise<boolean>;
  /** Stops trying; waits until the server knows why, where it does not yet. */
  abandon(): Promise<void>;
}

/** Answers after which trying again cannot help: the attempt is over, unknown, or not ours. */
const final = new Set([401, 403, 404, 409]);

/** Answers to something that the server cannot take: the attempt is still ours, so it is ended in words. */
const unfit = new Set([400, 413, 415, 422]);

const batchBytes = 32 * 2 ** 20;

/** Starts delivering for one attempt. `onOver` is called when the server says that the attempt is over. */
export function createDelivery(client: ServerClient, key: AttemptKey, onOver: (reason: string) => void): Delivery {
  const queue: { text: string; event: Record<string, unknown>; file?: OutgoingFile }[] = [];
  /** How many of the queue, from its start, are on their way: these are no longer to be changed. */
  let sending = 0;
  let abandoned = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let ending: Promise<void> = Promise.resolve();

  const drop = (): void => {
    abandoned = true;
    for (const { file } of queue) file?.close();
  };

  const attempt = async (send: () => Promise<void>): Promise<boolean> => {
    for (let wait = 250; !abandoned; wait = Math.min(wait * 2, 5000)) {
      try {
        await send();
        return true;
      } catch (error) {
        if (error instanceof ServerRefusal && final.has(error.status)) {
          drop();
          onOver(error.message);
          return false;
        }
        if (error instanceof ServerRefusal && unfit.has(error.status)) {
          fail('The server could not take what this job delivered. This is a bug in Cuvette.', error.message);
          return false;
        }
        await sleep(wait);
      }
    }
    return false;
  };

  /** Ends the attempt as failed without what could not be delivered: nobody would learn why it went silent. */
  const fail = (message: string, detail: string): void => {
    drop();
    onOver(`${message} ${detail}`);
    const report = { outcome: 'failed', error: errorLine('internal_error', message, detail) };
    const nothing = { exit_code: null, signal: null, peak_memory_mb: null, output_tail: '' };
    ending = (async () => {
      for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
        try {
          return await client.finish({ ...key, ...report, ...nothing });
        } catch (error) {
          if (error instanceof ServerRefusal && error.status < 500) return;
          await sleep(wait);
        }
      }
    })();
  };

  /** Sends the bytes of the file that stands first in the queue. False when nobody wants them. */
  const sendFile = async (file: OutgoingFile): Promise<boolean> => {
    const uuid = randomUUID();
    let position = 0;
    for (let offset = 0; offset < file.bytes; position += 1) {
      const bytes = file.read(offset);
      if (bytes === null) {
        fail(
          'A file of results became shorter while it was sent. This is a bug in Cuvette.',
          `It had ${file.bytes} bytes.`,
        );
        return false;
      }
      const place = { ...key, file: uuid, position: String(position) };
      if (!(await attempt(() => client.filePart(place, bytes)))) return false;
      offset += bytes.length;
    }
    const first = queue[0];
    if (first) {
      const { path: _path, ...described } = first.event;
      const event = { ...described, uuid, bytes: file.bytes };
      queue[0] = { text: JSON.stringify(event), event };
    }
    file.close();
    return true;
  };

  const drain = async (): Promise<void> => {
    while (queue.length > 0 && !abandoned) {
      const file = queue[0]?.file;
      sending = 1;
      if (file && !(await sendFile(file))) return;
      let bytes = 0;
      let count = 0;
      while (count < queue.length && !queue[count]?.file && count < 500 && (count === 0 || bytes < batchBytes)) {
        bytes += queue[count]?.text.length ?? 0;
        count += 1;
      }
      sending = count;
      const batch = queue.slice(0, count).map(({ event }) => event);
      if (!(await attempt(() => client.events({ ...key, events: batch })))) return;
      queue.splice(0, count);
      sending = 0;
    }
  };

  /** A calculation that is sent again while the server is away replaces the one that waits: only the newest counts, and they are large. */
  const replaceWaiting = (event: Record<string, unknown>): boolean => {
    const waiting = queue.findIndex(
      (entry, index) => index >= sending && entry.event.event === 'calculation' && entry.event.uuid === event.uuid,
    );
    if (event.event !== 'calculation' || waiting < 0) return false;
    // In its place: what follows it may name it.
    queue[waiting] = { text: JSON.stringify(event), event };
    return true;
  };

  const flush = (): Promise<void> => {
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  };

  const later = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, 150);
  };

  return {
    add(event) {
      if (abandoned) return;
      if (replaceWaiting(event)) return;
      const last = queue.at(-1);
      // Of progress only the newest counts, and neighbouring log lines are one text.
      if (event.event === 'progress' && last?.event.event === 'progress' && !running) queue.pop();
      queue.push({ text: JSON.stringify(event), event });
      later();
    },
    addFile(event, file) {
      if (abandoned) return file.close();
      queue.push({ text: '', event, file });
      later();
    },
    async finish(last) {
      if (timer) clearTimeout(timer);
      while (queue.length > 0 && !abandoned) await flush();
      const taken = !abandoned && (await attempt(() => client.finish({ ...key, ...last })));
      await ending;
      return taken;
    },
    async abandon() {
      drop();
      if (timer) clearTimeout(timer);
      await ending;
    },
  };
}
