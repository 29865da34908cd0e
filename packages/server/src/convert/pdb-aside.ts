import { Worker } from 'node:worker_threads';
import { HttpProblem } from '../errors.ts';
import { fairQueue } from './fair-queue.ts';
import type { PdbAnswer, PdbTask } from './pdb-thread.ts';
import { CallerLeft } from './pool.ts';

/** For whom a task is done. */
export interface PdbOptions {
  /** Whose share of the threads it takes; tasks of the server itself have one share together. */
  person?: string;
  /** Aborted when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined;
  /** Milliseconds that it may take, once it has a thread. */
  limitMs?: number;
}

interface Waiting {
  task: PdbTask;
  person: string;
  signal: AbortSignal | undefined;
  limitMs: number;
  /** Takes it out of the queue. */
  leave: () => void;
  resolve: (answer: PdbAnswer) => void;
  reject: (error: Error) => void;
}

/** Threads that read and write structures at the same time. */
const mostThreads = 2;
/** Tasks of one person that may wait. */
const personLimit = 20;
/** Tasks of all people that may wait: each may hold a text of 25 MB. */
const queueLimit = 60;

const waiting = fairQueue<Waiting>();
/** Threads that have finished their task and wait for the next: a new one takes some 200 ms to load. */
const idle: Worker[] = [];
/** People with a task that is carried out at the moment. */
const busy = new Set<string>();
let running = 0;

/**
 * Carries out a task in a thread of its own, whatever its size, so that the server answers others meanwhile. People take turns.
 * Throws `HttpProblem` 503 where too much waits, `CallerLeft` when `signal` is aborted; a text that cannot be read or takes too long is a `problem`.
 */
export function convertPdbAside(task: PdbTask, options: PdbOptions = {}): Promise<PdbAnswer> {
  const { person = '', signal, limitMs = 10_000 } = options;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new CallerLeft());
    if (waiting.count() >= queueLimit) {
      return reject(new HttpProblem(503, 'Too many structures wait for conversion. Try again in a moment.'));
    }
    if (person !== '' && waiting.count(person) >= personLimit) {
      const detail = `${personLimit} structures of yours wait for conversion already. Try again when they are done.`;
      return reject(new HttpProblem(503, detail));
    }
    const one: Waiting = { task, person, signal, limitMs, resolve, reject, leave: () => {} };
    one.leave = () => {
      if (waiting.remove(person, one)) reject(new CallerLeft());
    };
    signal?.addEventListener('abort', one.leave, { once: true });
    waiting.add(person, one);
    pump();
  });
}

/** Starts what may start. A person has one thread at a time, so that nobody takes them all. */
function pump(): void {
  while (running < mostThreads) {
    const next = waiting.take((person) => person === '' || !busy.has(person));
    if (!next) return;
    void carryOut(next);
  }
}

async function carryOut({ task, person, signal, limitMs, leave: leaveQueue, resolve, reject }: Waiting): Promise<void> {
  signal?.removeEventListener('abort', leaveQueue);
  running += 1;
  busy.add(person);
  const known = idle.pop();
  const worker = known ?? startThread();
  worker.ref();
  let timer: NodeJS.Timeout | undefined;
  let leave = (): void => {};
  const outcome = await new Promise<PdbAnswer | CallerLeft>((settle) => {
    const late = `The structure could not be converted within ${limitMs / 1000} s. Try a smaller one.`;
    const begin = (): void => {
      timer = setTimeout(() => settle({ problem: late }), limitMs);
    };
    leave = () => settle(new CallerLeft());
    signal?.addEventListener('abort', leave);
    const tooLarge = { problem: 'The structure is too large to be read here.' };
    worker.on('message', (message: PdbAnswer | 'ready') => {
      // The seconds that a new thread takes to load on a busy machine count against nobody's time.
      if (message === 'ready') return begin();
      if (isSmall(task)) idle.push(worker);
      settle(message);
    });
    worker.once('error', () => settle(tooLarge));
    worker.once('exit', () => settle(tooLarge));
    if (known) begin();
    worker.postMessage(task);
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', leave);
  // Without a name this would remove Node's own listeners too, and the thread would receive nothing any more.
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  if (idle.includes(worker)) worker.unref();
  else await worker.terminate();
  running -= 1;
  busy.delete(person);
  if (outcome instanceof CallerLeft) reject(outcome);
  else resolve(outcome);
  pump();
}

/** Whether a thread is kept after a task: a large one leaves a large heap behind. */
function isSmall(task: PdbTask): boolean {
  if ('write' in task) return task.write.models.length <= 1;
  const text = 'read' in task ? task.read : 'verify' in task ? task.verify : task.sequences;
  return text.length <= 1_000_000;
}

function startThread(): Worker {
  return new Worker(new URL('./pdb-thread.ts', import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 2048 } });
}
