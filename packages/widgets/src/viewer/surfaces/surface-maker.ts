import type { ScalarField } from '@cuvette/core/chemistry/isosurface';
import { openSurfaceWorker } from './open-surface-worker.ts';
import type { SurfaceAnswer, SurfaceOrder } from './surface-messages.ts';
import { type Lobe, type SurfaceRequest, surfaceSteps } from './surface-work.ts';

/** Makes surfaces: in a worker, or on the page's own thread in small steps where the page may have none. */
export interface SurfaceMaker {
  /** Keeps a field under a name; the worker gets a copy. */
  keep: (name: string, field: ScalarField) => void;
  has: (name: string) => boolean;
  make: (request: SurfaceRequest) => Promise<Lobe[]>;
  /** Where surfaces are made; null before the first. */
  thread: () => 'worker' | 'main' | null;
  dispose: () => void;
}

/** Milliseconds of work on the page's own thread before it may draw again: well under the 50 ms from which a pause is felt. */
const longestStep = 12;

interface Waiting {
  request: SurfaceRequest;
  resolve: (lobes: Lobe[]) => void;
  reject: (error: unknown) => void;
}

/** @param open starts the worker; tests refuse one */
export function surfaceMaker(open: () => Worker = openSurfaceWorker): SurfaceMaker {
  const fields = new Map<string, ScalarField>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let refused = false;
  let spoke = false;
  let orders = 0;

  const tell = (message: SurfaceOrder) => worker?.postMessage(message);
  const giveUp = (message: string) => {
    worker?.terminate();
    worker = null;
    const left = [...waiting.values()];
    waiting.clear();
    if (spoke) {
      for (const { reject } of left) reject(new Error(message));
      return;
    }
    // It never ran: a page's policy forbids it. The same work is done here.
    refused = true;
    for (const { request, resolve, reject } of left) makeHere(request).then(resolve, reject);
  };
  const start = () => {
    try {
      worker = open();
    } catch {
      refused = true;
      return;
    }
    worker.onerror = (event) => {
      event.preventDefault();
      giveUp(event.message);
    };
    worker.onmessage = ({ data }: MessageEvent<SurfaceAnswer>) => {
      spoke = true;
      const asked = waiting.get(data.order);
      waiting.delete(data.order);
      if ('problem' in data) asked?.reject(new Error(data.problem));
      else asked?.resolve(data.lobes);
    };
    for (const [name, field] of fields) tell({ kind: 'field', name, field });
  };
  const makeHere = async (request: SurfaceRequest): Promise<Lobe[]> => {
    const steps = surfaceSteps(request, fields);
    for (;;) {
      const end = performance.now() + longestStep;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      if (step.done) return step.value;
      await new Promise((resolve) => setTimeout(resolve));
    }
  };
  // At once: it starts while the grid is still on its way.
  start();
  return {
    keep(name, field) {
      fields.set(name, field);
      tell({ kind: 'field', name, field });
    },
    has: (name) => fields.has(name),
    make(request) {
      if (!worker && !refused) start();
      if (refused) return makeHere(request);
      return new Promise((resolve, reject) => {
        const order = orders++;
        waiting.set(order, { request, resolve, reject });
        tell({ kind: 'make', order, request });
      });
    },
    thread: () => (refused ? 'main' : spoke ? 'worker' : null),
    dispose() {
      worker?.terminate();
      worker = null;
      waiting.clear();
    },
  };
}
