import { WorkerList } from '@cuvette/core/entities';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Config } from '../../config.ts';
import { HttpProblem } from '../../errors.ts';
import { logTrouble } from '../../log.ts';
import { allowAgain } from '../../queue/denied-workers.ts';
import { listWorkers } from '../../queue/workers.ts';
import type { Services } from '../../services.ts';
import { onlyAdministrators } from '../administration/only-administrators.ts';
import { done, Page } from '../http/answers.ts';
import { bearsToken } from '../http/bearer.ts';
import { watchEventLoop } from '../http/blocked-loop.ts';
import { anybody, browser, person, type Route, route } from '../http/route.ts';
import { createMetrics, type Metrics } from './metrics.ts';

const Health = z.looseObject({ ok: z.boolean() });
const measuring = new WeakMap<Config, Metrics>();

const lives: Pick<Route, 'answer' | 'handle'> = {
  answer: Health,
  handle({ reply }) {
    reply.header('cache-control', 'no-store');
    return done;
  },
};

/**
 * For monitoring of the server. `/healthz`: 200 while the process lives, also when database or files are away: a new start would mend neither.
 * `/readyz`: 200 when requests and work are accepted, else, and while the server winds down, 503 with the reason. `/metrics`: measurements, to whoever
 * has the token of the settings; without that setting there are none, for they tell how much people work.
 */
export const healthRoutes: Route[] = [
  route('GET /healthz', anybody, {
    summary: 'Answers while the server runs, whatever its database and files do',
    ...lives,
  }),
  route('GET /readyz', anybody, {
    summary: 'Answers whether requests and work are accepted; 503 with the reason when not',
    answer: Health,
    async handle({ services, reply }) {
      reply.header('cache-control', 'no-store');
      const trouble = await services.trouble();
      if (trouble === null) return done;
      reply.code(503);
      return { ok: false, detail: trouble };
    },
  }),
  route('GET /api/healthz', anybody, { summary: 'Answers the same as /healthz', ...lives }),
  // For members: the names of machines are nobody else's business, and a key of one project has no part in the server.
  route('GET /api/workers', person, {
    summary: 'Lists the workers of this server, and whether each shuts its jobs in',
    description:
      'Those that are connected, and those that were in the last day. `sandbox` says what a worker found when it tried to shut a job in; where `shut_in` is false its text says what to do.',
    answer: WorkerList,
    handle: async ({ db }) => ({ workers: await listWorkers(db.drizzle) }),
  }),
  route('POST /api/workers/:uuid/allow', browser, {
    summary: 'Gives a worker items again that was denied further ones; for administrators of the server',
    description:
      'A worker that fails three items in a row that others complete gets no more (`denied` of `GET /api/workers`). What it failed until now does not count any more. The answer says whether it was denied any.',
    admit: (call) => onlyAdministrators(call, 'Only an administrator of this server allows workers again.'),
    answer: z.looseObject({ allowed: z.boolean() }),
    async handle({ services: { wake }, db, account, uuid }) {
      const allowed = await allowAgain(db.drizzle, uuid, account.id);
      wake.emit('queued');
      return { allowed };
    },
  }),
  route('GET /metrics', anybody, {
    summary: 'Reads measurements in the Prometheus text format, with the token of CUVETTE_METRICS_TOKEN',
    type: 'text/plain; version=0.0.4',
    answer: Page,
    async handle({ services: { config }, request, reply }) {
      const metrics = measuring.get(config);
      if (metrics === undefined || config.metricsToken === null) {
        throw new HttpProblem(404, 'Measurements are not switched on: set CUVETTE_METRICS_TOKEN on the server.');
      }
      if (!bearsToken(request, config.metricsToken)) {
        throw new HttpProblem(401, 'Send the token of CUVETTE_METRICS_TOKEN (Authorization: Bearer).');
      }
      reply.header('cache-control', 'no-store');
      return metrics.text();
    },
  }),
];

/** Measures requests and times in which nobody was answered, where measurements are switched on; such times are logged in any case. */
export function measure(app: FastifyInstance, { config, db }: Services): void {
  const metrics = config.metricsToken === null ? null : createMetrics(db);
  if (metrics) measuring.set(config, metrics);
  app.addHook('onClose', async () => metrics?.close());
  watchEventLoop(app, ({ seconds, routes }) => {
    metrics?.blocked(routes[0] ?? 'none', seconds);
    const underWay =
      routes.length > 0 ? `while these were under way: ${routes.join(', ')}` : 'while no request was under way';
    logTrouble(`The server answered nobody for ${seconds.toFixed(1)} s, ${underWay}.`);
  });
  app.addHook('onResponse', async (request, reply) => {
    const url = request.routeOptions.url ?? 'none';
    metrics?.observe(request.method, url, reply.statusCode, reply.elapsedTime / 1000);
  });
}
