import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { hashKey } from '../../store/api-keys.ts';
import { createMetrics } from './metrics.ts';

/**
 * For whoever watches the server. `/healthz`: 200 while the process lives, also when database or files are away: a new start would mend neither.
 * `/readyz`: 200 when requests and work are accepted, else, and while the server winds down, 503 with the reason. `/metrics`: measurements, to whoever
 * has the token of the settings; without that setting there are none, for they tell how much people work.
 */
export function healthRoutes(app: FastifyInstance, services: Services): void {
  const { metricsToken } = services.config;
  const metrics = metricsToken === null ? null : createMetrics(services.db);
  app.addHook('onClose', async () => metrics?.close());
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    metrics?.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  });

  for (const path of ['/healthz', '/api/healthz']) {
    app.get(path, async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      return { ok: true };
    });
  }
  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const trouble = await services.trouble();
    if (trouble === null) return { ok: true };
    reply.code(503);
    return { ok: false, detail: trouble };
  });

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
