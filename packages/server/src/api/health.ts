import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** `GET /healthz`: 200 when requests and work are accepted, else 503 with the reason. */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async (_request, reply) => {
    const trouble = await services.trouble();
    reply.header('cache-control', 'no-store');
    if (trouble === null) return { ok: true };
    reply.code(503);
    return { ok: false, detail: trouble };
  });
}
