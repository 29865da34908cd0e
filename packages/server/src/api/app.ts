import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { renewedCookies } from '../auth/principal.ts';
import { ConfigProblem } from '../config-problem.ts';
import { HttpProblem } from '../errors.ts';
import { jsonLogger, type LogStream } from '../log.ts';
import type { Services } from '../services.ts';
import { contained } from '../uncaught-faults.ts';
import { originForm } from '../wire/address.ts';
import { basePathOf, withoutBasePath } from '../wire/base-path.ts';
import { readUtf8 } from '../wire/body.ts';
import { parseGently } from '../wire/gentle-json.ts';
import { knownAddress } from '../wire/newer-client.ts';
import { challengeAgents } from './agents/mcp.ts';
import { addRoutes } from './http/add-routes.ts';
import { bodyLimits } from './http/body-limits.ts';
import { answerBrokenRequest, answerUnreadableAddress, brokenHead } from './http/broken-request.ts';
import { answerInTheirWords } from './http/client-vocabulary.ts';
import { compressAnswers } from './http/compression.ts';
import { secure } from './http/headers.ts';
import { addTags } from './http/not-modified.ts';
import { answerErrors } from './http/refusals.ts';
import { type BodyPatience, bodyPatience, endStalledBodies } from './http/stalled-bodies.ts';
import { type Address, answerAbsent, mistaken } from './http/unknown-address.ts';
import { tellUnknownNames } from './http/unknown-names.ts';
import { beginsPage } from './pages/portal-addresses.ts';
import { staticRoutes } from './pages/static.ts';
import { addAuthRoutes } from './people/session.ts';
import { measure } from './platform/health.ts';
import { routes } from './routes.ts';

/** Milliseconds for the head of a request. */
const headersMs = 60_000;
/** Milliseconds after which the server looks for requests that took too long, at the latest. */
const longestCheckMs = 30_000;

/**
 * Puts all routes together. `onRoute` sees every route; the tests that walk them use it. Requests are logged as JSON where there is a
 * stream. Bodies are waited for as long as `patience` says.
 */
export async function createApp(
  services: Services,
  onRoute: (method: string, url: string) => void = () => {},
  logStream: LogStream | null = null,
  patience: BodyPatience = bodyPatience,
): Promise<FastifyInstance> {
  const base = basePathOf(services.config.publicUrl);
  const app = Fastify({
    logger: logStream ? jsonLogger(logStream) : false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    // One proxy is before a server with a public address: what callers claim of themselves before it is not believed.
    trustProxy: services.config.publicUrl === null ? false : (_address, hop) => hop === 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    rewriteUrl: ({ method = '', url = '/' }) => knownAddress(method, withoutBasePath(base, originForm(url))),
    clientErrorHandler: (error, socket) =>
      contained('The answer to a broken request', () => answerBrokenRequest(error, socket)),
    frameworkErrors: (_error, request, reply) => {
      contained('The headers of a refusal', () => secure(request, reply, services.config));
      return answerUnreadableAddress(reply as FastifyReply);
    },
    // A large body over a slow line takes its time; one that stalls is ended by `endStalledBodies`.
    requestTimeout: patience.wholeMs,
    http: { connectionsCheckingInterval: Math.min(longestCheckMs, patience.wholeMs / 4) },
  });
  // Node takes the shorter of the two for the head.
  app.server.headersTimeout = Math.min(headersMs, patience.wholeMs);
  endStalledBodies(app, patience.idleMs);
  const addresses: Address[] = [];
  const isMistaken = mistaken(addresses);
  app.addHook('onRoute', (options) => {
    const { method: methods, url, config } = options;
    options.bodyLimit ??= bodyLimits(url, config?.access).bytes;
    for (const method of [methods].flat()) {
      if (method === 'HEAD') continue;
      addresses.push({ method, url });
      onRoute(method, url);
    }
  });
  if (logStream) {
    app.addHook('onResponse', async (request, reply) => {
      const [path] = request.url.split('?');
      const status = reply.statusCode;
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log.info({ method: request.method, path, status, ms }, 'Answered.');
    });
  }
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/json\b/,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const { url = '', config } = request.routeOptions;
      const text = readUtf8(body);
      return text === '' ? undefined : parseGently(text, bodyLimits(url, config.access).values);
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply, services.config);
    if (services.stopping()) throw new HttpProblem(503, 'The server is stopping.');
    const broken = brokenHead(request);
    if (broken !== null) throw new HttpProblem(400, broken);
    // Before a body is looked at that nobody takes.
    if (request.is404 || isMistaken(request)) return answerAbsent(request, reply, addresses, services.config.publicUrl);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/')) return payload;
    const { method, routeOptions } = request;
    const changes =
      method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && !routeOptions.config?.access?.reads;
    // A person sees their own change in the next list; what workers report, many times a second, comes a little later.
    if (changes && !request.url.startsWith('/api/worker/')) services.counts.forget();
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    for (const cookie of renewedCookies(request)) reply.header('set-cookie', cookie);
    return payload;
  });
  addTags(app);
  answerErrors(app, logStream !== null);
  answerInTheirWords(app, services);
  tellUnknownNames(app);
  await compressAnswers(app);
  app.options('/api/shared/*', async (_request, reply) =>
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'If-None-Match, Content-Type')
      .header('access-control-max-age', '86400')
      .send(),
  );
  challengeAgents(app, services);
  addRoutes(app, services, routes);
  addAuthRoutes(app, services);
  measure(app, services);
  await staticRoutes(app, addresses, services);
  refuseOwnPath(base, addresses);
  return app;
}

/**
 * Refuses a path that addresses of this server begin with themselves: behind a proxy that takes the path off, nobody could tell `/api/…` of the server from
 * `/api` as its path.
 */
function refuseOwnPath(base: string, addresses: readonly Address[]): void {
  const [, first = ''] = base.split('/');
  if (first === '') return;
  const own = ['assets', 'welcome', ...addresses.map(({ url }) => url.split('/')[1])];
  if (!own.includes(first) && !beginsPage(first)) return;
  throw new ConfigProblem(
    `The path in CUVETTE_PUBLIC_URL must not begin with /${first}, which is an address of Cuvette itself.`,
  );
}
