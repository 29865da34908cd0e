import { fromAnywhere } from '../../trajectory/cross-origin-worker.ts';

/** Starts the worker that packs pictures as PNG. Throws where the page may not have workers. */
export function openPngWorker(): globalThis.Worker {
  // Bundlers find the script by exactly this expression, `new Worker(new URL(…))`; hence the name.
  const Worker = fromAnywhere(globalThis.Worker);
  return new Worker(new URL('./png-worker.ts', import.meta.url), { type: 'module' });
}
