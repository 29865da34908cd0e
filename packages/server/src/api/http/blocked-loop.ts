import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contained } from '../../uncaught-faults.ts';

/** A time in which the server answered nobody. */
export interface BlockedLoop {
  seconds: number;
  /** Requests that were under way, the one that was active last first, as "POST /api/convert/:name"; one of them is likely the cause. */
  routes: string[];
}

/** Milliseconds between two looks. */
const lookMs = 250;
/** Most routes that are named. */
const mostNamed = 5;

/**
 * Watches the event loop: calls `tell` after each delay of more than `limitMs`. A machine that is overloaded or was paused delays it too. Stops with the
 * app.
 */
export function watchEventLoop(app: FastifyInstance, tell: (blocked: BlockedLoop) => void, limitMs = 1000): void {
  const underWay = new Set<FastifyRequest>();
  const ended = new Set<FastifyRequest>();
  const isActive = async (request: FastifyRequest): Promise<void> => {
    // A set keeps the order in which its entries were added.
    if (underWay.delete(request)) underWay.add(request);
  };
  app.addHook('onRequest', async (request, reply) => {
    underWay.add(request);
    reply.raw.once('close', () => {
      underWay.delete(request);
      ended.add(request);
    });
  });
  app.addHook('preHandler', isActive);
  app.addHook('onSend', isActive);
  let last = performance.now();
  const look = (): void => {
    const now = performance.now();
    const delayMs = now - last - lookMs;
    last = now;
    if (delayMs > limitMs) {
      const names = [...underWay, ...ended].map(
        ({ method, routeOptions }) => `${method} ${routeOptions.url ?? 'none'}`,
      );
      tell({ seconds: delayMs / 1000, routes: [...new Set(names.toReversed())].slice(0, mostNamed) });
    }
    ended.clear();
  };
  const timer = setInterval(() => contained('The watch over the event loop', look), lookMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
