import { fromAnywhere } from './cross-origin-worker.ts';

/** Starts the worker that reads streams of frames. Throws where the page may not have workers. */
export function openStreamWorker(): globalThis.Worker {
  // Bundlers find the script by exactly this expression, `new Worker(new URL(…))`; hence the name.
  const Worker = fromAnywhere(globalThis.Worker);
  return new Worker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
}
