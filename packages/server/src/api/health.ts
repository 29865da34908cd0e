import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { hashKey } from '../store/api-keys.ts';
import { createMetrics } from './metrics.ts';

/**
 * For whoever watches the server. `/healthz` and `/readyz`: 200 when requests and work are accepted, else 503 with the
 * reason; ready is also refused while the server winds down. `/metrics`: measurements, to whoever has the token of the
 * settings; without that setting there are none, for they tell how much people work.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config;
  const metrics = metricsToken === null ? null : createMetrics(services.db.drizzle);
  app.addHook('onClose', async () => metrics?.close());
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics?.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });

  const answer = async (reply: FastifyReply, trouble: string | null) => {
    reply.header('cache-control', 'no-store');
    if (trouble === null) return { ok: true };
    reply.code(503);
    return { ok: false, detail: trouble };
  };
  for (const path of ['/healthz', '/readyz', '/api/healthz']) {
    app.get(path, async (_request, reply) => answer(reply, await services.trouble()));
  }

  app.get('/metrics', async (request, reply) => {
    if (metrics === null || metricsToken === null) {
      throw new HttpProblem(404, 'Measurements are not switched on: set CUVETTE_METRICS_TOKEN on the server.');
    }
    const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(Buffer.from(hashKey(token)), Buffer.from(hashKey(metricsToken)))) {
      throw new HttpProblem(401, 'Send the token of CUVETTE_METRICS_TOKEN (Authorization: Bearer).');
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}
