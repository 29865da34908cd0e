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

type Event = Record<string, unknown>;

/** Answers after which trying again cannot help: the attempt is over, unknown, or not ours. */
const final = new Set([401, 403, 404, 409]);

/** Answers to something that the server cannot take: the attempt is still ours, so it is ended as text. */
const unfit = new Set([400, 413, 415, 422]);

const batchBytes = 32 * 2 ** 20;

/** Characters after which the next log line is an event of its own: joining copies the text. */
const longestLog = 8192;

/** Carries the events of one attempt to the server in order; while the server is away it keeps them and tries again. */
export class Delivery {
  readonly #client: ServerClient;
  readonly #key: AttemptKey;
  readonly #onOver: (reason: string) => void;
  readonly #queue: { text: string; event: Event; file?: OutgoingFile }[] = [];
  /** How many of the queue, from its start, are on their way: these are no longer to be changed. */
  #sending = 0;
  #abandoned = false;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #ending: Promise<void> = Promise.resolve();
  /** Bytes of the attempt's log at the server by its last answer, so that a call whose answer was lost adds nothing twice. */
  #logBytes = 0;

  /** `onOver` is called when the server says that the attempt is over. */
  constructor(client: ServerClient, key: AttemptKey, onOver: (reason: string) => void) {
    this.#client = client;
    this.#key = key;
    this.#onOver = onOver;
  }

  add(event: Event): void {
    if (this.#abandoned || this.#replaceWaiting(event) || this.#joinLast(event)) return;
    this.#queue.push({ text: JSON.stringify(event), event });
    this.#later();
  }

  /** Sends a file's bytes at its turn, then its event. Closes the file. */
  addFile(event: Event, file: OutgoingFile): void {
    if (this.#abandoned) return file.close();
    this.#queue.push({ text: '', event, file });
    this.#later();
  }

  /** Sends what is left, then the ending. False when the server no longer wants it. */
  async finish(last: Event): Promise<boolean> {
    if (this.#timer) clearTimeout(this.#timer);
    while (this.#queue.length > 0 && !this.#abandoned) await this.#flush();
    const taken =
      !this.#abandoned &&
      (await this.#attempt(() => this.#client.finish({ ...this.#key, ...last, log_bytes: this.#logBytes })));
    await this.#ending;
    return taken;
  }

  /** Stops trying; waits until the server knows why, where it does not yet. */
  async abandon(): Promise<void> {
    this.#drop();
    if (this.#timer) clearTimeout(this.#timer);
    await this.#ending;
  }

  #drop(): void {
    this.#abandoned = true;
    for (const { file } of this.#queue) file?.close();
  }

  async #attempt(send: () => Promise<void>): Promise<boolean> {
    for (let wait = 250; !this.#abandoned; wait = Math.min(wait * 2, 5000)) {
      try {
        await send();
        return true;
      } catch (error) {
        if (error instanceof ServerRefusal && final.has(error.status)) {
          this.#drop();
          this.#onOver(error.message);
          return false;
        }
        if (error instanceof ServerRefusal && unfit.has(error.status)) {
          this.#fail('The server could not take what this job delivered. This is a bug in Cuvette.', error.message);
          return false;
        }
        await sleep(wait);
      }
    }
    return false;
  }

  /** Ends the attempt as failed without what could not be delivered: nobody would learn why it went silent. */
  #fail(message: string, detail: string): void {
    this.#drop();
    this.#onOver(`${message} ${detail}`);
    const report = { outcome: 'failed', error: errorLine('internal_error', message, detail) };
    const nothing = { exit_code: null, signal: null, peak_memory_mb: null, output_tail: '' };
    this.#ending = (async () => {
      for (let wait = 250; ; wait = Math.min(wait * 2, 5000)) {
        try {
          return await this.#client.finish({ ...this.#key, ...report, ...nothing });
        } catch (error) {
          if (error instanceof ServerRefusal && error.status < 500) return;
          await sleep(wait);
        }
      }
    })();
  }

  /** Sends the bytes of the file that is first in the queue. False when nobody wants them. */
  async #sendFile(file: OutgoingFile): Promise<boolean> {
    const uuid = randomUUID();
    let position = 0;
    for (let offset = 0; offset < file.bytes; position += 1) {
      const bytes = file.read(offset);
      if (bytes === null) {
        const message = 'A file of results became shorter while it was sent. This is a bug in Cuvette.';
        this.#fail(message, `It had ${file.bytes} bytes.`);
        return false;
      }
      const place = { ...this.#key, file: uuid, position: String(position) };
      if (!(await this.#attempt(() => this.#client.filePart(place, bytes)))) return false;
      offset += bytes.length;
    }
    const first = this.#queue[0];
    if (first) {
      const { path: _path, ...described } = first.event;
      const event = { ...described, uuid, bytes: file.bytes };
      this.#queue[0] = { text: JSON.stringify(event), event };
    }
    file.close();
    return true;
  }

  async #drain(): Promise<void> {
    const queue = this.#queue;
    while (queue.length > 0 && !this.#abandoned) {
      const file = queue[0]?.file;
      this.#sending = 1;
      if (file && !(await this.#sendFile(file))) return;
      let bytes = 0;
      let count = 0;
      while (count < queue.length && !queue[count]?.file && count < 500 && (count === 0 || bytes < batchBytes)) {
        bytes += queue[count]?.text.length ?? 0;
        count += 1;
      }
      this.#sending = count;
      const events = queue.slice(0, count).map(({ event }) => event);
      const deliver = async () => {
        const taken = await this.#client.events({ ...this.#key, events, log_bytes: this.#logBytes });
        this.#logBytes = taken.log_bytes ?? this.#logBytes;
      };
      if (!(await this.#attempt(deliver))) return;
      queue.splice(0, count);
      this.#sending = 0;
    }
  }

  /** Puts an event into what waits where that says the same: of progress only the newest counts, and neighbouring log lines are one text. */
  #joinLast(event: Event): boolean {
    const index = this.#queue.length - 1;
    const last = this.#queue[index];
    if (!last || index < this.#sending || last.event.event !== event.event) return false;
    const log = event.event === 'log' && last.text.length < longestLog;
    if (!log && event.event !== 'progress') return false;
    const joined = log ? { ...event, text: `${last.event.text}\n${event.text}` } : event;
    this.#queue[index] = { text: JSON.stringify(joined), event: joined };
    return true;
  }

  /** A calculation that is sent again while the server is away replaces the one that waits: only the newest counts, and they are large. */
  #replaceWaiting(event: Event): boolean {
    if (event.event !== 'calculation') return false;
    const waiting = this.#queue.findIndex(
      (entry, index) =>
        index >= this.#sending && entry.event.event === 'calculation' && entry.event.uuid === event.uuid,
    );
    if (waiting < 0) return false;
    // In its place: what follows it may name it.
    this.#queue[waiting] = { text: JSON.stringify(event), event };
    return true;
  }

  #flush(): Promise<void> {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  #later(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      void this.#flush();
    }, 150);
  }
}
