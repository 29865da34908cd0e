import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { HttpProblem } from '../errors.ts';
import { computeEnvironment } from '../worker/environment.ts';
import { makeTemporary } from '../worker/temporary.ts';
import { fairQueue } from './fair-queue.ts';

/** Operations of `cuvette_compute convert`. */
type ConvertOperation =
  | 'inspect_smiles'
  | 'inchi_to_smiles'
  | 'draw_smiles'
  | 'describe_structures'
  | 'whole_molecule'
  | 'ligands_to_smiles'
  | 'smiles_to_mols'
  | 'mols_to_smiles'
  | 'files_to_mols'
  | 'mol_to_file'
  | 'reorder_to_match_template';

/** An input that the converter could not finish: it took too long, or the process died over it. Others may still succeed. */
export class ConversionStopped extends HttpProblem {}

/** A conversion that was given up because whoever asked for it has closed the connection: nobody reads this. */
export class CallerLeft extends HttpProblem {
  constructor() {
    super(499, 'The connection was closed before the conversion was done.');
  }
}

/** How a question is asked. */
interface QuestionOptions {
  /** Less time than usual (ms). */
  limitMs?: number | undefined;
  /** Whose share of the converter it takes. */
  person?: string | undefined;
  /** Aborted when nobody waits for the answer any more: the question is given up. */
  signal?: AbortSignal | undefined;
}

/** Asks RDKit. */
export interface Converter {
  /**
   * Throws `HttpProblem` 422 for input that cannot be read (with the place), 503 when the converter is overloaded or missing, `ConversionStopped`
   * when it takes too long (504) or dies over the input (502), `CallerLeft` when it is given up.
   */
  run(operation: ConvertOperation, input: unknown, options?: QuestionOptions): Promise<unknown>;
  /** The same converter for one person's questions, which take turns with other people's; `signal` gives all of them up. */
  of(person: string, signal?: AbortSignal): Converter;
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
  /** Whether nobody waits for the answer any more. */
  givenUp: boolean;
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

interface Slot {
  child: ChildProcess;
  current: Request | null;
  lane: 'quick' | 'long';
  /** Whether its current question is the one that warms it. */
  warming: boolean;
  /** When its current question began: by the clock, and in processor time of the process (ms). */
  began: { clock: number; processor: number | null };
  timer: NodeJS.Timeout | null;
}

/** Settings of the pool. */
export interface PoolOptions {
  python: string;
  /** Processes of the quick lane. */
  size?: number;
  /** Milliseconds of processor time for a question in all; at most three times as many by the clock. Where the system does not tell the first, by the clock. */
  timeoutMs?: number;
  /** Milliseconds for a question in the quick lane. */
  quickMs?: number;
  /** Questions that may wait, of all people. */
  queueLimit?: number;
  /** Questions of one person that may wait. */
  personLimit?: number;
}

/** Milliseconds for a process to start and to load what RDKit needs. */
const warmingMs = 30_000;

/** How much less of the processor the long lane gets, where somebody else wants it. */
const longNiceness = 10;

/** RDKit reads what anybody sends: at most 4 GB of memory, 1 GB in a file, 256 open files, no core dumps. */
const limited = 'for one in c:0 v:4194304 f:2097152 n:256; do ulimit -${one%:*} ${one#*:} 2>/dev/null; done; exec "$@"';

const away =
  'The structure converter is not running. Look at the server\'s output, and check that "npm start" set up Python.';

/** Starts a pool; processes start on first use, or by `warm`, and again after a death. */
export async function createConvertPool(options: PoolOptions): Promise<ConvertPool> {
  return new Pool(options, await makeTemporary('convert'));
}

const usual = { size: 2, timeoutMs: 10_000, quickMs: 2500, queueLimit: 400, personLimit: 100 };

class Pool implements ConvertPool {
  readonly #options: Required<PoolOptions>;
  readonly #home: string;
  readonly #slots: Slot[] = [];
  readonly #quick = fairQueue<Request>();
  readonly #long = fairQueue<Request>();
  #counter = 0;
  #closed = false;
  #keepWarm = false;

  constructor(options: PoolOptions, home: string) {
    this.#options = { ...usual, ...options };
    this.#home = home;
  }

  of(person: string, signal?: AbortSignal): Converter {
    return ofPerson(this, person, signal);
  }

  async warm(): Promise<void> {
    this.#keepWarm = true;
    await this.#warmMissing();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const stopping = new HttpProblem(503, 'The server is stopping.');
    for (const slot of [...this.#slots]) this.#drop(slot, stopping);
    for (const request of [...this.#quick.empty(), ...this.#long.empty()]) request.reject(stopping);
    await rm(this.#home, { recursive: true, force: true });
  }

  #inLane(lane: Slot['lane']): Slot[] {
    return this.#slots.filter((slot) => slot.lane === lane);
  }

  #settle(slot: Slot, reply: Reply): void {
    const request = slot.current;
    if (!request || request.id !== reply.id) return;
    slot.current = null;
    slot.warming = false;
    if (slot.timer) clearTimeout(slot.timer);
    if (reply.ok) request.resolve(reply.output);
    else request.reject(problemOf(reply));
    this.#pump();
  }

  /** Ends a process; `error` is for the question that it was asked, and for one that waited for a process that never became warm. */
  #drop(slot: Slot, error: HttpProblem): void {
    const index = this.#slots.indexOf(slot);
    if (index < 0) return;
    this.#slots.splice(index, 1);
    if (slot.timer) clearTimeout(slot.timer);
    slot.current?.reject(error);
    if (slot.warming) (slot.lane === 'quick' ? this.#quick : this.#long).take()?.reject(error);
    slot.current = null;
    slot.child.kill('SIGKILL');
    this.#pump();
    // One that dies while it is warmed would die again: the next question tries it.
    if (this.#keepWarm && !slot.warming) this.#warmMissing();
  }

  #start(lane: Slot['lane']): Promise<unknown> {
    // The child's standard input is our pipe: when this process dies, it reads the end and leaves.
    const child = spawn(
      '/bin/sh',
      ['-c', limited, 'cuvette-convert', this.#options.python, '-m', 'cuvette_compute', 'convert'],
      {
        env: computeEnvironment(this.#home, 1),
        cwd: this.#home,
        stdio: ['pipe', 'pipe', 'ignore'],
      },
    );
    const slot: Slot = { child, current: null, lane, warming: true, began: { clock: 0, processor: null }, timer: null };
    this.#slots.push(slot);
    if (lane === 'long') lower(child);
    child.on('error', () => this.#drop(slot, new HttpProblem(503, away)));
    child.on('exit', (code) => {
      // The shell's word that there is no such program.
      const missing = code === 127 || code === 126;
      const stopped = 'The structure converter stopped while it read this input.';
      this.#drop(slot, missing ? new HttpProblem(503, away) : new ConversionStopped(502, stopped));
    });
    child.stdin?.on('error', () => {});
    const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
    lines.on('line', (line) => {
      try {
        this.#settle(slot, JSON.parse(line) as Reply);
      } catch {
        this.#drop(slot, new HttpProblem(503, 'The structure converter answered something unreadable.'));
      }
    });
    // What a process loads at first counts against nobody's time. A call to a converter that is missing gets an error.
    return new Promise<unknown>((resolve, reject) => {
      this.#give(slot, this.#requestOf('smiles_to_mols', { smiles: ['C'] }, resolve, reject), warmingMs);
    }).catch(() => null);
  }

  #give(slot: Slot, request: Request, forMs: number): void {
    slot.current = request;
    slot.began = { clock: performance.now(), processor: processorMs(slot.child) };
    slot.timer = setTimeout(() => this.#tookLong(slot, request, forMs), forMs);
    slot.child.stdin?.write(`${request.line}\n`);
  }

  #tookLong(slot: Slot, request: Request, afterMs: number): void {
    if (slot.warming || slot.lane === 'long' || request.givenUp || request.limitMs <= afterMs) {
      const more = request.givenUp ? 0 : restMs(slot, request.limitMs);
      if (more > 0) {
        slot.timer = setTimeout(() => this.#tookLong(slot, request, afterMs), more);
        return;
      }
      const words = `The structure could not be converted within ${request.limitMs / 1000} s. Try a smaller one.`;
      return this.#drop(slot, new ConversionStopped(504, words));
    }
    if (this.#inLane('long').length === 0) {
      // It goes on where it is, as the process of the long lane; the quick lane gets another.
      slot.lane = 'long';
      lower(slot.child);
      slot.timer = setTimeout(() => this.#tookLong(slot, request, request.limitMs), request.limitMs - afterMs);
      if (this.#keepWarm) this.#warmMissing();
      return this.#pump();
    }
    slot.current = null;
    this.#long.add(request.person, request);
    this.#drop(slot, new ConversionStopped(504, ''));
  }

  #requestOf(
    operation: ConvertOperation,
    input: unknown,
    resolve: Request['resolve'],
    reject: Request['reject'],
    { limitMs = this.#options.timeoutMs, person = '' }: QuestionOptions = {},
  ): Request {
    this.#counter += 1;
    const line = JSON.stringify({ id: this.#counter, op: operation, input });
    return {
      id: this.#counter,
      line,
      person,
      limitMs: Math.min(limitMs, this.#options.timeoutMs),
      givenUp: false,
      resolve,
      reject,
    };
  }

  /** Whether a question of this person goes on in the long lane, or waits for it. */
  #hasLong(person: string): boolean {
    return this.#long.count(person) > 0 || this.#inLane('long').some(({ current }) => current?.person === person);
  }

  /** The next question for the quick lane. Whoever has one in the long lane waits behind it: another long one would cost the quick lane its process. */
  #nextQuick(): Request | undefined {
    for (let request = this.#quick.take(); request; request = this.#quick.take()) {
      if (!this.#hasLong(request.person)) return request;
      this.#long.add(request.person, request);
    }
    return undefined;
  }

  /** Gives what waits to processes that are free, and starts one where there are too few. */
  #pump(): void {
    if (this.#closed) return;
    for (const slot of this.#inLane('quick')) {
      const request = slot.current === null ? this.#nextQuick() : undefined;
      if (request) this.#give(slot, request, Math.min(this.#options.quickMs, request.limitMs));
    }
    const starting = this.#inLane('quick').filter(({ warming }) => warming).length;
    for (
      let more = this.#quick.count() - starting;
      more > 0 && this.#inLane('quick').length < this.#options.size;
      more -= 1
    )
      void this.#start('quick');
    const [slow] = this.#inLane('long');
    if (!slow) {
      if (this.#long.count() > 0) void this.#start('long');
    } else if (slow.current === null) {
      const request = this.#long.take();
      // Its niceness cannot be taken back, so it serves nobody else.
      if (request) this.#give(slow, request, request.limitMs);
      else this.#drop(slow, new ConversionStopped(504, ''));
    }
  }

  #warmMissing(): Promise<unknown> {
    const warmed: Promise<unknown>[] = [];
    while (!this.#closed && this.#inLane('quick').length < this.#options.size) warmed.push(this.#start('quick'));
    return Promise.all(warmed);
  }

  /**
   * Gives a question up: one that waits leaves its queue, and one in the long lane ends with its process. One in the quick lane has at most `quickMs`
   * left, which costs less than another process.
   */
  #giveUp(request: Request): void {
    request.reject(new CallerLeft());
    request.givenUp = true;
    if (this.#quick.remove(request.person, request) || this.#long.remove(request.person, request)) return;
    const slot = this.#slots.find(({ current }) => current === request);
    if (slot?.lane === 'long') this.#drop(slot, new CallerLeft());
  }

  run(operation: ConvertOperation, input: unknown, options: QuestionOptions = {}): Promise<unknown> {
    const { person = '', signal } = options;
    if (signal?.aborted) return Promise.reject(new CallerLeft());
    if (this.#closed) return Promise.reject(new HttpProblem(503, 'The server is stopping.'));
    if (this.#quick.count() + this.#long.count() >= this.#options.queueLimit) {
      return Promise.reject(new HttpProblem(503, 'Too many structures wait for conversion. Try again in a moment.'));
    }
    if (this.#quick.count(person) + this.#long.count(person) >= this.#options.personLimit) {
      const words = `${this.#options.personLimit} structures of yours wait for conversion already. Try again when they are done.`;
      return Promise.reject(new HttpProblem(503, words));
    }
    let leave = (): void => {};
    return new Promise((resolve, reject) => {
      const request = this.#requestOf(operation, input, resolve, reject, options);
      leave = () => this.#giveUp(request);
      signal?.addEventListener('abort', leave);
      this.#quick.add(person, request);
      this.#pump();
    }).finally(() => signal?.removeEventListener('abort', leave));
  }
}

function ofPerson(converter: Converter, person: string, signal: AbortSignal | undefined): Converter {
  return {
    run: (operation, input, options) => converter.run(operation, input, { signal, ...options, person }),
    of: (another, other) => ofPerson(converter, another, other),
  };
}

/** Milliseconds that the current question of a process still has: those in which it had no processor do not count, up to twice its limit. */
function restMs({ child, began }: Slot, limitMs: number): number {
  const now = processorMs(child);
  if (now === null || began.processor === null) return 0;
  const byProcessor = limitMs - (now - began.processor);
  const byClock = 3 * limitMs - (performance.now() - began.clock);
  // The kernel counts hundredths of seconds.
  return byProcessor < 20 ? 0 : Math.min(byProcessor, byClock);
}

/** Processor time of a process so far (ms), as the kernel counts it (proc(5), fields 14 and 15, in hundredths of a second); null where there is no /proc. */
function processorMs({ pid }: ChildProcess): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}

/** Lets others have the processor first. A process that has just ended needs no less of it. */
function lower(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) setPriority(child.pid, longNiceness);
  } catch {}
}

/** Returns what the converter says against an input, with the place. */
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
