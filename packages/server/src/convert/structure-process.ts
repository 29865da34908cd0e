import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import * as z from 'zod/mini';
import { HttpProblem } from '../errors.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { makeTemporary } from '../worker/temporary.ts';
import { fairQueue } from './fair-queue.ts';

/** A molecule as the process keeps it: its number, canonical SMILES, and fingerprints of 256 bytes in base64. */
interface SearchedMolecule {
  number: number;
  smiles: string;
  pattern: string;
  similarity: string;
}

/** Molecules in the memory of a process of RDKit, and searches among them. */
export interface StructureProcess {
  /**
   * Searches after the molecules that `newer` gives were added: it is asked for those after a number until there are none. Throws `HttpProblem` 422 for a
   * SMARTS that cannot be read or takes too long, 503 where the process is missing or too many searches wait.
   */
  substructure(smarts: string, newer: Newer, person: string): Promise<number[]>;
  /** Numbers and Tanimoto coefficients, the highest first, of at least `least` (0 to 1) to a Morgan fingerprint (base64). Throws as `substructure`. */
  similar(
    asked: { fingerprint: string; least: number },
    newer: Newer,
    person: string,
  ): Promise<{ numbers: number[]; similarities: number[] }>;
  /** Starts the process ahead of the first search, with the molecules that there are. */
  warm(newer: Newer): Promise<void>;
  close(): Promise<void>;
}

/** Molecules after a number, some of them at a time. */
type Newer = (after: number) => Promise<SearchedMolecule[]>;

type Work<T = unknown> = { run: () => Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void };

interface Reply {
  id: number;
  ok: boolean;
  output?: unknown;
  error?: { detail: string; field?: string | null };
}

const Numbers = z.object({ numbers: z.array(z.number()) });
const Similar = z.object({ numbers: z.array(z.number()), similarities: z.array(z.number()) });

/** Searches of one person that may wait, and of all people. */
const personLimit = 10;
const queueLimit = 100;

/** At most 4 GB of memory (millions of molecules), 1 GB in a file, 256 open files, no core dumps. */
const limited = 'for one in c:0 v:4194304 f:2097152 n:256; do ulimit -${one%:*} ${one#*:} 2>/dev/null; done; exec "$@"';

const away =
  'The search by structure is not running. Look at the server\'s output, and check that "npm start" set up Python.';

/** Makes the searches; the process starts on first use, and again after a death. `seconds` is the limit of one substructure search. */
export async function createStructureProcess(options: { python: string; seconds?: number }): Promise<StructureProcess> {
  return new Searches(options.python, options.seconds, await makeTemporary('structures'));
}

class Searches implements StructureProcess {
  readonly #python: string;
  readonly #seconds: number | undefined;
  readonly #home: string;
  readonly #waiting = fairQueue<Work>();
  #busy = false;
  #closed = false;
  #child: ChildProcess | null = null;
  /** The highest number that the process has. */
  #last = 0;
  #counter = 0;
  #answered: { id: number; resolve: (output: unknown) => void; reject: (error: Error) => void } | null = null;

  constructor(python: string, seconds: number | undefined, home: string) {
    this.#python = python;
    this.#seconds = seconds;
    this.#home = home;
  }

  substructure(smarts: string, newer: Newer, person: string): Promise<number[]> {
    return this.#inTurn(person, async () => {
      await this.#freshen(newer);
      return z.parse(Numbers, await this.#ask('substructure', { smarts, seconds: this.#seconds ?? null })).numbers;
    });
  }

  similar(asked: { fingerprint: string; least: number }, newer: Newer, person: string) {
    return this.#inTurn(person, async () => {
      await this.#freshen(newer);
      return z.parse(Similar, await this.#ask('similar', asked));
    });
  }

  warm(newer: Newer): Promise<void> {
    return this.#inTurn('', () => this.#freshen(newer));
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopping = new HttpProblem(503, 'The server is stopping.');
    for (const { reject } of this.#waiting.empty()) reject(stopping);
    this.#drop(this.#child, stopping);
    await rm(this.#home, { recursive: true, force: true });
  }

  /** One search after the other, people in turn. */
  #inTurn<T>(person: string, run: () => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new HttpProblem(503, 'The server is stopping.'));
    if (this.#waiting.count() >= queueLimit || this.#waiting.count(person) >= personLimit) {
      const words = 'Too many searches by structure wait. Try again in a moment.';
      return Promise.reject(new HttpProblem(503, words));
    }
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add(person, { run, resolve, reject } as Work);
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#busy) return;
    const work = this.#waiting.take();
    if (!work) return;
    this.#busy = true;
    try {
      work.resolve(await work.run());
    } catch (error) {
      work.reject(error as Error);
    }
    this.#busy = false;
    void this.#next();
  }

  async #freshen(newer: Newer): Promise<void> {
    this.#child ??= this.#start();
    for (;;) {
      const some = await newer(this.#last);
      const last = some.at(-1)?.number;
      if (last === undefined) return;
      const joined = (parts: readonly string[]) =>
        Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))).toString('base64');
      await this.#ask('add', {
        numbers: some.map(({ number }) => number),
        smiles: some.map(({ smiles }) => smiles),
        patterns: joined(some.map(({ pattern }) => pattern)),
        similarities: joined(some.map(({ similarity }) => similarity)),
      });
      this.#last = last;
    }
  }

  #ask(op: string, input: unknown): Promise<unknown> {
    const child = this.#child;
    if (this.#closed || !child) return Promise.reject(new HttpProblem(503, away));
    this.#counter += 1;
    const id = this.#counter;
    return new Promise((resolve, reject) => {
      this.#answered = { id, resolve, reject };
      child.stdin?.write(`${JSON.stringify({ id, op, input })}\n`);
    });
  }

  #start(): ChildProcess {
    // The child's standard input is our pipe: when this process dies, it reads the end and leaves.
    const child = spawn(
      '/bin/sh',
      ['-c', limited, 'cuvette-structures', this.#python, '-m', 'cuvette_compute', 'structures'],
      { env: computeEnvironment(this.#home, 1), cwd: this.#home, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    this.#last = 0;
    const gone = () => this.#drop(child, new HttpProblem(503, away));
    child.on('error', gone);
    child.on('exit', gone);
    child.stdin?.on('error', () => {});
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      try {
        this.#settle(JSON.parse(line) as Reply);
      } catch {
        gone();
      }
    });
    return child;
  }

  #settle({ id, ok, output, error }: Reply): void {
    const asked = this.#answered;
    if (asked?.id !== id) return;
    this.#answered = null;
    if (ok) asked.resolve(output);
    else asked.reject(new HttpProblem(422, error?.detail ?? 'The structure cannot be read.', error?.field ?? null));
  }

  /** Ends a process; the next search starts another. */
  #drop(child: ChildProcess | null, reason: Error): void {
    if (child === null || child !== this.#child) return;
    this.#child = null;
    this.#last = 0;
    child.kill('SIGKILL');
    this.#answered?.reject(reason);
    this.#answered = null;
  }
}
