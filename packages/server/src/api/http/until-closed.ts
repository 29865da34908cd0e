import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';

const signals = new WeakMap<Socket, AbortSignal>();

/**
 * A signal that is aborted when the connection of a request closes. Fastify's own `request.signal` is aborted as soon as a body has been read.
 * There is one for each connection, so that a connection with many requests does not collect listeners.
 */
export function untilClosed({ raw: { socket } }: FastifyRequest): AbortSignal {
  const known = signals.get(socket);
  if (known) return known;
  const controller = new AbortController();
  signals.set(socket, controller.signal);
  if (socket.destroyed) controller.abort();
  else socket.once('close', () => controller.abort());
  return controller.signal;
}
