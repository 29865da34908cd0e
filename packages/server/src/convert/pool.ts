import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { HttpProblem } from '../errors.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { makeTemporary } from '../worker/temporary.ts';

/** Operations of `cuvette_compute convert`. */
export type ConvertOperation =
  | 'inspect_smiles'
  | 'smiles_to_mols'
  | 'mols_to_smiles'
  | 'files_to_mols'
  | 'mol_to_file'
  | 'reorder_to_match_template';

/** An input that the converter could not finish: it took too long, or the process died over it. Others may still succeed. */
export class ConversionStopped extends HttpProblem {}

/** Asks RDKit through warm Python processes. */
export interface ConvertPool {
  /**
   * Throws `HttpProblem` 422 for input that cannot be read (with the place), 503 when the converter is overloaded or missing, `ConversionStopped`
   * when it takes too long (504) or dies over the input (502). `limitMs`: less time than usual.
   */
  run(operation: ConvertOperation, input: unknown, limitMs?: number): Promise<unknown>;
  /** Starts all processes ahead of the first question, with what RDKit loads on first use. From then on one that dies is replaced at once, not on the next question. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

interface Reply {
  id: number;
  ok: boolean;
  output?: unknown;
  error?: { detail: string; field?: string | null; position?: number | null; line?: number | null };
}

interface Request {
  id: number;
  line: string;
  /** Milliseconds that it may take. */
  limitMs: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Slot {
  child: ChildProcess;
  current: Request | null;
  /** Whether its current question is the one that warms it. */
  warming: boolean;
  timer: NodeJS.Timeout | null;
}

/** Settings of the pool. */
export interface PoolOptions {
  python: string;
  size?: number;
  timeoutMs?: number;
  queueLimit?: number;
}

/** RDKit reads what anybody sends: at most 4 GB of memory, 1 GB in a file, 256 open files, no core dumps. */
const limited = 'for one in c:0 v:4194304 f:2097152 n:256; do ulimit -${one%:*} ${one#*:} 2>/dev/null; done; exec "$@"';

const away =
  'The structure converter is not running. Look at the server\'s output, and check that "npm start" set up Python.';

/** Starts a pool; processes start on first use, or by `warm`, and again after a death. */
export async function createConvertPool(options: PoolOptions): Promise<ConvertPool> {
  const { python, size = 2, timeoutMs = 30_000, queueLimit = 400 } = options;
  const home = await makeTemporary('convert');
  const slots: Slot[] = [];
  const queue: Request[] = [];
  let counter = 0;
  let closed = false;
  let keepWarm = false;

  const settle = (slot: Slot, reply: Reply): void => {
    const request = slot.current;
    if (!request || request.id !== reply.id) return;
    slot.current = null;
    slot.warming = false;
    if (slot.timer) clearTimeout(slot.timer);
    if (reply.ok) request.resolve(reply.output);
    else {
      const {
        detail = 'The structure cannot be read.',
        field = null,
        position = null,
        line = null,
      } = reply.error ?? {};
      const place =
        position !== null && !/character/.test(detail)
          ? ` (character ${position})`
          : line !== null && !/line/i.test(detail)
            ? ` (line ${line})`
            : '';
      request.reject(new HttpProblem(422, `${detail}${place}`, field));
    }
    pump();
  };

  const drop = (slot: Slot, error: HttpProblem): void => {
    const index = slots.indexOf(slot);
    if (index < 0) return;
    slots.splice(index, 1);
    if (slot.timer) clearTimeout(slot.timer);
    slot.current?.reject(error);
    slot.current = null;
    slot.child.kill('SIGKILL');
    pump();
    // One that dies while it is warmed would die again: the next question tries it.
    if (keepWarm && !slot.warming) void warmMissing();
  };

  const start = (): Slot => {
    // The child's standard input is our pipe: when this process dies, it reads the end and leaves.
    const child = spawn('/bin/sh', ['-c', limited, 'cuvette-convert', python, '-m', 'cuvette_compute', 'convert'], {
      env: computeEnvironment(home, 1),
      cwd: home,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const slot: Slot = { child, current: null, warming: false, timer: null };
    slots.push(slot);
    child.on('error', () => drop(slot, new HttpProblem(503, away)));
    child.on('exit', (code) => {
      // The shell's word that there is no such program.
      const missing = code === 127 || code === 126;
      const stopped = 'The structure converter stopped while it read this input.';
      drop(slot, missing ? new HttpProblem(503, away) : new ConversionStopped(502, stopped));
    });
    child.stdin?.on('error', () => {});
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      try {
        settle(slot, JSON.parse(line) as Reply);
      } catch {
        drop(slot, new HttpProblem(503, 'The structure converter answered something unreadable.'));
      }
    });
    return slot;
  };

  const give = (slot: Slot, request: Request): void => {
    slot.current = request;
    slot.timer = setTimeout(() => {
      const words = `The structure could not be converted within ${request.limitMs / 1000} s. Try a smaller one.`;
      drop(slot, new ConversionStopped(504, words));
    }, request.limitMs);
    slot.child.stdin?.write(`${request.line}\n`);
  };

  const requestOf = (
    operation: ConvertOperation,
    input: unknown,
    resolve: Request['resolve'],
    reject: Request['reject'],
    limitMs = timeoutMs,
  ): Request => {
    counter += 1;
    const line = JSON.stringify({ id: counter, op: operation, input });
    return { id: counter, line, limitMs: Math.min(limitMs, timeoutMs), resolve, reject };
  };

  const pump = (): void => {
    if (closed) return;
    while (queue.length > 0) {
      const free = slots.find(({ current }) => current === null) ?? (slots.length < size ? start() : null);
      if (!free) return;
      const request = queue.shift();
      if (!request) return;
      give(free, request);
    }
  };

  const warmMissing = async (): Promise<void> => {
    const warmed: Promise<unknown>[] = [];
    while (!closed && slots.length < size) {
      const slot = start();
      slot.warming = true;
      warmed.push(
        new Promise((resolve, reject) => give(slot, requestOf('smiles_to_mols', { smiles: ['C'] }, resolve, reject))),
      );
    }
    // A converter that is missing is said to whoever asks it.
    await Promise.allSettled(warmed);
  };

  const run: ConvertPool['run'] = (operation, input, limitMs) => {
    if (closed) return Promise.reject(new HttpProblem(503, 'The server is stopping.'));
    if (queue.length >= queueLimit) {
      return Promise.reject(new HttpProblem(503, 'Too many structures wait for conversion. Try again in a moment.'));
    }
    return new Promise((resolve, reject) => {
      queue.push(requestOf(operation, input, resolve, reject, limitMs));
      pump();
    });
  };

  return {
    run,
    warm() {
      keepWarm = true;
      return warmMissing();
    },
    async close() {
      closed = true;
      for (const slot of [...slots]) drop(slot, new HttpProblem(503, 'The server is stopping.'));
      for (const request of queue.splice(0)) request.reject(new HttpProblem(503, 'The server is stopping.'));
      await rm(home, { recursive: true, force: true });
    },
  };
}
