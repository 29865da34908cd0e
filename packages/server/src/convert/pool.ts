import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { HttpProblem } from '../errors.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { makeTemporary } from '../worker/temporary.ts';
import { fairQueue } from './fair-queue.ts';

/** Operations of `cuvette_compute convert`. */
export type ConvertOperation =
  | 'inspect_smiles'
  | 'draw_smiles'
  | 'smiles_to_mols'
  | 'mols_to_smiles'
  | 'files_to_mols'
  | 'mol_to_file'
  | 'reorder_to_match_template';

/** An input that the converter could not finish: it took too long, or the process died over it. Others may still succeed. */
export class ConversionStopped extends HttpProblem {}

/** Asks RDKit. */
export interface Converter {
  /**
   * Throws `HttpProblem` 422 for input that cannot be read (with the place), 503 when the converter is overloaded or missing, `ConversionStopped`
   * when it takes too long (504) or dies over the input (502). `limitMs`: less time than usual. `person`: whose share of the converter it takes.
   */
  run(operation: ConvertOperation, input: unknown, limitMs?: number, person?: string): Promise<unknown>;
  /** The same converter for one person's questions: they take turns with other people's. */
  of(person: string): Converter;
}

/**
 * RDKit in warm Python processes, in two lanes. Every question begins in the quick lane; one that is not answered within `quickMs` goes on in the long
 * lane, which has one process of its own, so that
 * nobody's quick questions wait for another's long ones. In both lanes people are served in turn.
 */
export interface ConvertPool extends Converter {
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
  person: string;
  /** Milliseconds that it may take. */
  limitMs: number;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Slot {
  child: ChildProcess;
  current: Request | null;
  lane: 'quick' | 'long';
  /** Whether its current question is the one that warms it. */
  warming: boolean;
  timer: NodeJS.Timeout | null;
}

/** Settings of the pool. */
export interface PoolOptions {
  python: string;
  /** Processes of the quick lane. */
  size?: number;
  /** Milliseconds for a question in all. */
  timeoutMs?: number;
  /** Milliseconds for a question in the quick lane. */
  quickMs?: number;
  /** Questions that may wait, of all people. */
  queueLimit?: number;
  /** Questions of one person that may wait. */
  personLimit?: number;
}

/** How much less of the processor the long lane gets, where somebody else wants it. */
const longNiceness = 10;

/** RDKit reads what anybody sends: at most 4 GB of memory, 1 GB in a file, 256 open files, no core dumps. */
const limited = 'for one in c:0 v:4194304 f:2097152 n:256; do ulimit -${one%:*} ${one#*:} 2>/dev/null; done; exec "$@"';

const away =
  'The structure converter is not running. Look at the server\'s output, and check that "npm start" set up Python.';

/** Starts a pool; processes start on first use, or by `warm`, and again after a death. */
export async function createConvertPool(options: PoolOptions): Promise<ConvertPool> {
  const { python, size = 2, timeoutMs = 30_000, quickMs = 2500, queueLimit = 400, personLimit = 100 } = options;
  const home = await makeTemporary('convert');
  const slots: Slot[] = [];
  const quick = fairQueue<Request>();
  const long = fairQueue<Request>();
  let counter = 0;
  let closed = false;
  let keepWarm = false;

  const inLane = (lane: Slot['lane']): Slot[] => slots.filter((slot) => slot.lane === lane);

  const settle = (slot: Slot, reply: Reply): void => {
    const request = slot.current;
    if (!request || request.id !== reply.id) return;
    slot.current = null;
    slot.warming = false;
    if (slot.timer) clearTimeout(slot.timer);
    if (reply.ok) request.resolve(reply.output);
    else request.reject(problemOf(reply));
    pump();
  };

  /** Ends a process; `error` is for the question that it was asked, and for one that waited for a process that never became warm. */
  const drop = (slot: Slot, error: HttpProblem): void => {
    const index = slots.indexOf(slot);
    if (index < 0) return;
    slots.splice(index, 1);
    if (slot.timer) clearTimeout(slot.timer);
    slot.current?.reject(error);
    if (slot.warming) (slot.lane === 'quick' ? quick : long).take()?.reject(error);
    slot.current = null;
    slot.child.kill('SIGKILL');
    pump();
    // One that dies while it is warmed would die again: the next question tries it.
    if (keepWarm && !slot.warming) warmMissing();
  };

  const start = (lane: Slot['lane']): Promise<unknown> => {
    // The child's standard input is our pipe: when this process dies, it reads the end and leaves.
    const child = spawn('/bin/sh', ['-c', limited, 'cuvette-convert', python, '-m', 'cuvette_compute', 'convert'], {
      env: computeEnvironment(home, 1),
      cwd: home,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const slot: Slot = { child, current: null, lane, warming: true, timer: null };
    slots.push(slot);
    if (lane === 'long') lower(child);
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
    // What a process loads at first counts against nobody's time. A converter that is missing is said to whoever asks it.
    return new Promise<unknown>((resolve, reject) => {
      give(slot, requestOf('smiles_to_mols', { smiles: ['C'] }, resolve, reject), timeoutMs);
    }).catch(() => null);
  };

  const give = (slot: Slot, request: Request, forMs: number): void => {
    slot.current = request;
    slot.timer = setTimeout(() => tookLong(slot, request, forMs), forMs);
    slot.child.stdin?.write(`${request.line}\n`);
  };

  const tookLong = (slot: Slot, request: Request, afterMs: number): void => {
    if (slot.warming || slot.lane === 'long' || request.limitMs <= afterMs) {
      const words = `The structure could not be converted within ${request.limitMs / 1000} s. Try a smaller one.`;
      return drop(slot, new ConversionStopped(504, words));
    }
    if (inLane('long').length === 0) {
      // It goes on where it is, as the process of the long lane; the quick lane gets another.
      slot.lane = 'long';
      lower(slot.child);
      slot.timer = setTimeout(() => tookLong(slot, request, request.limitMs), request.limitMs - afterMs);
      if (keepWarm) warmMissing();
      return pump();
    }
    slot.current = null;
    long.add(request.person, request);
    drop(slot, new ConversionStopped(504, ''));
  };

  const requestOf = (
    operation: ConvertOperation,
    input: unknown,
    resolve: Request['resolve'],
    reject: Request['reject'],
    limitMs = timeoutMs,
    person = '',
  ): Request => {
    counter += 1;
    const line = JSON.stringify({ id: counter, op: operation, input });
    return { id: counter, line, person, limitMs: Math.min(limitMs, timeoutMs), resolve, reject };
  };

  /** Whether a question of this person goes on in the long lane, or waits for it. */
  const hasLong = (person: string): boolean =>
    long.count(person) > 0 || inLane('long').some(({ current }) => current?.person === person);

  /** The next question for the quick lane. Whoever has one in the long lane waits behind it: another long one would cost the quick lane its process. */
  const nextQuick = (): Request | undefined => {
    for (let request = quick.take(); request; request = quick.take()) {
      if (!hasLong(request.person)) return request;
      long.add(request.person, request);
    }
    return undefined;
  };

  /** Gives what waits to processes that are free, and starts one where there are too few. */
  const pump = (): void => {
    if (closed) return;
    for (const slot of inLane('quick')) {
      const request = slot.current === null ? nextQuick() : undefined;
      if (request) give(slot, request, Math.min(quickMs, request.limitMs));
    }
    const starting = inLane('quick').filter(({ warming }) => warming).length;
    for (let more = quick.count() - starting; more > 0 && inLane('quick').length < size; more -= 1) void start('quick');
    const [slow] = inLane('long');
    if (!slow) {
      if (long.count() > 0) void start('long');
    } else if (slow.current === null) {
      const request = long.take();
      // Its niceness cannot be taken back, so it serves nobody else.
      if (request) give(slow, request, request.limitMs);
      else drop(slow, new ConversionStopped(504, ''));
    }
  };

  const warmMissing = (): Promise<unknown> => {
    const warmed: Promise<unknown>[] = [];
    while (!closed && inLane('quick').length < size) warmed.push(start('quick'));
    return Promise.all(warmed);
  };

  const run: ConvertPool['run'] = (operation, input, limitMs, person = '') => {
    if (closed) return Promise.reject(new HttpProblem(503, 'The server is stopping.'));
    if (quick.count() + long.count() >= queueLimit) {
      return Promise.reject(new HttpProblem(503, 'Too many structures wait for conversion. Try again in a moment.'));
    }
    if (quick.count(person) + long.count(person) >= personLimit) {
      const words = `${personLimit} structures of yours wait for conversion already. Try again when they are done.`;
      return Promise.reject(new HttpProblem(503, words));
    }
    return new Promise((resolve, reject) => {
      quick.add(person, requestOf(operation, input, resolve, reject, limitMs, person));
      pump();
    });
  };

  const pool: ConvertPool = {
    run,
    of: (person) => ofPerson(pool, person),
    async warm() {
      keepWarm = true;
      await warmMissing();
    },
    async close() {
      closed = true;
      const stopping = new HttpProblem(503, 'The server is stopping.');
      for (const slot of [...slots]) drop(slot, stopping);
      for (const request of [...quick.empty(), ...long.empty()]) request.reject(stopping);
      await rm(home, { recursive: true, force: true });
    },
  };
  return pool;
}

function ofPerson(converter: Converter, person: string): Converter {
  return {
    run: (operation, input, limitMs) => converter.run(operation, input, limitMs, person),
    of: (another) => ofPerson(converter, another),
  };
}

/** Lets others have the processor first. A process that has just ended needs no less of it. */
function lower(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, longNiceness);
  } catch {}
}

/** What the converter says against an input, with the place. */
function problemOf({ error }: Reply): HttpProblem {
  const { detail = 'The structure cannot be read.', field = null, position = null, line = null } = error ?? {};
  const place =
    position !== null && !/character/.test(detail)
      ? ` (character ${position})`
      : line !== null && !/line/i.test(detail)
        ? ` (line ${line})`
        : '';
  return new HttpProblem(422, `${detail}${place}`, field);
}
