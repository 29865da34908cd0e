import { fromAnywhere } from '../../trajectory/cross-origin-worker.ts';

/** Starts the worker that makes isosurfaces. Throws where the page may not have workers. */
export function openSurfaceWorker(): globalThis.Worker {
  // Bundlers find the script by exactly this expression, `new Worker(new URL(…))`; hence the name.
  const Worker = fromAnywhere(globalThis.Worker);
  return new Worker(new URL('./surface-worker.ts', import.meta.url), { type: 'module' });
}
