import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { contained } from '../../uncaught-faults.ts';
import { answerBrokenRequest } from './broken-request.ts';

/** How long requests are waited for while they come. */
export interface BodyPatience {
  /** Milliseconds without a byte after which a body that is not whole counts as stalled. */
  idleMs: number;
  /** Milliseconds for a whole request. */
  wholeMs: number;
}

/** A minute without a byte; in all the time that half a gigabyte takes at 25 kB/s. */
export const bodyPatience: BodyPatience = { idleMs: 60_000, wholeMs: 6 * 3_600_000 };

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Ends requests whose body stops coming: 408 where nothing was answered yet, and the connection is closed within a quarter
 * more than `idleMs` after the last byte. A body that comes slowly is waited for.
 */
export function endStalledBodies(app: FastifyInstance, idleMs: number): void {
  app.server.on('request', (request, response) => {
    if (!hasBody(request)) return;
    const { socket } = request;
    let bytes = socket.bytesRead;
    let last = performance.now();
    const look = () => {
      if (request.complete || socket.destroyed) return clearInterval(timer);
      // What lies here unread waits for this server, not for the sender.
      if (socket.bytesRead > bytes || request.readableLength > 0) {
        bytes = socket.bytesRead;
        last = performance.now();
      }
      if (performance.now() - last < idleMs) return;
      clearInterval(timer);
      if (!response.headersSent) {
        answerBrokenRequest(
          Object.assign(new Error('The body stalled.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        );
      }
      socket.destroySoon();
    };
    const timer = setInterval(() => contained('The end of a stalled body', look), idleMs / 4);
    timer.unref();
    request.once('close', () => clearInterval(timer));
  });
}
