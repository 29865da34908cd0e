import { Worker } from 'node:worker_threads';
import { HttpProblem } from '../errors.ts';
import type { PngAnswer, PngTask } from './png-thread.ts';

/** Pictures that may wait for the thread. */
const queueLimit = 100;
/** Milliseconds without an answer after which the thread is given up. */
const limitMs = 10_000;

interface Waiting {
  resolve: (png: Uint8Array) => void;
  reject: (error: Error) => void;
}

const waiting = new Map<number, Waiting>();
let thread: Worker | null = null;
let timer: NodeJS.Timeout | undefined;
let last = 0;

/** Ends the thread; what waited for it is refused. The next picture starts another one. */
function giveUp(): void {
  clearTimeout(timer);
  void thread?.terminate();
  thread = null;
  for (const { reject } of waiting.values()) reject(new HttpProblem(503, 'The picture could not be drawn in time.'));
  waiting.clear();
}

function watch(): void {
  clearTimeout(timer);
  if (waiting.size > 0) timer = setTimeout(giveUp, limitMs);
  else thread?.unref();
}

function started(): Worker {
  const worker = new Worker(new URL('./png-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  });
  worker.on('message', ({ id, png }: PngAnswer) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (png) one?.resolve(png);
    else one?.reject(new HttpProblem(422, 'The picture cannot be drawn.'));
    watch();
  });
  const ended = (): void => {
    if (thread === worker) giveUp();
  };
  worker.once('error', ended);
  worker.once('exit', ended);
  return worker;
}

/**
 * Draws an SVG as a PNG of `width` pixels, in a thread of its own, with the fonts that the server brings. Nothing that the SVG names is loaded. Throws
 * `HttpProblem` 503 where too much waits or it takes too long.
 */
export function pngOf(svg: string, width: number): Promise<Uint8Array> {
  if (waiting.size >= queueLimit) {
    return Promise.reject(new HttpProblem(503, 'Too many pictures wait to be drawn. Try again in a moment.'));
  }
  thread ??= started();
  thread.ref();
  last += 1;
  const task: PngTask = { id: last, svg, width };
  const made = new Promise<Uint8Array>((resolve, reject) => waiting.set(task.id, { resolve, reject }));
  thread.postMessage(task);
  if (waiting.size === 1) watch();
  return made;
}
