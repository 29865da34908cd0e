import type { ComputeProcess } from './compute-process.ts';
import type { Delivery } from './delivery.ts';
import { createHeadAndTail, createLineReader } from './line-reader.ts';
import { type ErrorLine, errorLine } from './outcome.ts';
import { openOutgoing } from './outgoing-file.ts';

const eventNames = new Set(['progress', 'log', 'step', 'calculation', 'protein', 'partial', 'file', 'result', 'error']);

type Event = Record<string, unknown>;

/** Hears what a job prints: passes its events on, keeps its last one, and ends the job when it prints more than it may. */
export class JobOutput {
  readonly #group: ComputeProcess;
  readonly #directory: string;
  readonly #outputMb: number;
  readonly #delivery: Delivery;
  readonly #noise = createHeadAndTail();
  #noiseBytes = 0;
  /** Which limit ended the job; null while none did. */
  limit: ErrorLine | null = null;
  /** The result or error that it printed. */
  last: Event | null = null;
  /** Settles when nothing more can come. */
  readonly closed: Promise<unknown>;

  /** `directory` has the files that the job names; `outputMb` is what it may print beside its results. */
  constructor(group: ComputeProcess, directory: string, outputMb: number, delivery: Delivery) {
    this.#group = group;
    this.#directory = directory;
    this.#outputMb = outputMb;
    this.#delivery = delivery;
    group.stdout.on(
      'data',
      createLineReader(
        (line) => this.#readLine(line),
        () => this.#tooMuch(),
      ),
    );
    group.stderr.on('data', (chunk: Buffer) => this.#hear(chunk));
    this.closed = Promise.all([ended(group.stdout), ended(group.stderr)]);
  }

  /** The first and the last of what it printed beside its events. */
  noise(): string {
    return this.#noise.text();
  }

  #exceed(error: ErrorLine): void {
    this.limit ??= error;
    this.#group.kill();
  }

  #tooMuch(): void {
    const message = `The job printed more than ${this.#outputMb} MB beside its results and was ended.`;
    this.#exceed(errorLine('resource_error', message));
  }

  /** Counts bytes beside the results. False when they are too many. */
  #count(bytes: number): boolean {
    this.#noiseBytes += bytes;
    if (this.#noiseBytes <= this.#outputMb * 2 ** 20) return true;
    this.#tooMuch();
    return false;
  }

  #hear(chunk: Buffer | string): void {
    this.#noise.add(chunk);
    this.#count(chunk.length);
  }

  #readLine(line: string): void {
    if (this.limit) return;
    const event = parseLine(line);
    if (!event) return this.#hear(`${line}\n`);
    if ((event.event === 'log' || event.event === 'progress') && !this.#count(line.length)) return;
    if (event.event === 'file') return this.#sendFile(event);
    if (event.event === 'result' || event.event === 'error') this.last = event;
    else this.#delivery.add(event);
  }

  #sendFile(event: Event): void {
    try {
      this.#delivery.addFile(event, openOutgoing(this.#directory, String(event.path ?? '')));
    } catch (error) {
      const message = 'A file of the results could not be read. This is a bug in Cuvette.';
      this.#exceed(errorLine('internal_error', message, (error as Error).message));
    }
  }
}

function parseLine(line: string): Record<string, unknown> | null {
  if (!line.startsWith('{')) return null;
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    return typeof value.event === 'string' && eventNames.has(value.event) ? value : null;
  } catch {
    return null;
  }
}

function ended(stream: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve());
    stream.once('end', () => resolve());
  });
}
