import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { renewedCookies } from '../auth/principal.ts';
import { sizeWords } from '../bundles/limits.ts';
import { HttpProblem, NotYet } from '../errors.ts';
import { isDiskFull } from '../files/disk-full.ts';
import { jsonLogger, type LogStream, logFailure } from '../log.ts';
import type { Services } from '../services.ts';
import { isDatabaseAway } from '../store/database/database-away.ts';
import { contained } from '../uncaught-faults.ts';
import { originForm } from '../wire/address.ts';
import { readUtf8 } from '../wire/body.ts';
import { parseGently } from '../wire/gentle-json.ts';
import { knownAddress } from '../wire/newer-client.ts';
import { folderRoutes } from './folders/folder.ts';
import { projectRoutes } from './folders/project.ts';
import { savedRoutes } from './folders/saved.ts';
import { trashRoutes } from './folders/trash.ts';
import { letIn } from './http/authorize-request.ts';
import { bodyLimits } from './http/body-limits.ts';
import { answerBrokenRequest, answerUnreadableAddress, brokenHead } from './http/broken-request.ts';
import { compressAnswers } from './http/compression.ts';
import { secure } from './http/headers.ts';
import { hasTag, keepTag } from './http/not-modified.ts';
import { type BodyPatience, bodyPatience, endStalledBodies } from './http/stalled-bodies.ts';
import { answerAbsent, mistaken } from './http/unknown-address.ts';
import { tellUnknownNames } from './http/unknown-names.ts';
import { lifeRoutes } from './items/drafts-and-dispatch.ts';
import { importRoutes } from './items/import.ts';
import { workflowRoutes } from './items/workflow.ts';
import { workflowBatchRoutes } from './items/workflow-batch.ts';
import { sharedRoutes } from './pages/shared.ts';
import { staticRoutes } from './pages/static.ts';
import { apiKeyRoutes } from './people/api-keys.ts';
import { noticeRoutes } from './people/notices.ts';
import { sessionRoutes } from './people/session.ts';
import { shareLinkRoutes } from './people/share-link.ts';
import { userRoutes } from './people/user.ts';
import { webhookSecretRoutes } from './people/webhook-secret.ts';
import { adminRoutes } from './platform/admin.ts';
import { healthRoutes } from './platform/health.ts';
import { openApiRoutes, type Route } from './platform/openapi.ts';
import { platformRoutes } from './platform/platform.ts';
import { schemaRoutes } from './platform/schemas.ts';
import { workerRoutes } from './platform/worker.ts';
import { bigResultRoutes } from './results/big-results.ts';
import { calculationRoutes } from './results/calculation.ts';
import { convertRoutes } from './structures/convert.ts';
import { lookupRoutes } from './structures/lookup.ts';
import { proteinRoutes } from './structures/protein.ts';
import { proteinPreparationRoutes } from './structures/protein-preparation.ts';
import { structureRoutes } from './structures/structure.ts';

/** Milliseconds for the head of a request. */
const headersMs = 60_000;
/** Milliseconds after which the server looks for requests that took too long, at the latest. */
const longestCheckMs = 30_000;

const diskFull = 'The disk of the server is full, so nothing was stored. Whoever runs it has to free some space.';
const databaseAway = 'The database does not answer at the moment. Try again in a moment.';

/**
 * Puts all routes together. `onRoute` sees every route; the tests that walk them use it. Requests are logged as JSON where there is a
 * stream. Bodies are waited for as long as `patience` says.
 */
export async function createApp(
  services: Services,
  onRoute: (method: string, url: string, route: Route) => void = () => {},
  logStream: LogStream | null = null,
  patience: BodyPatience = bodyPatience,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logStream ? jsonLogger(logStream) : false,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    // One proxy stands before a server with a public address: what callers claim of themselves before it is not believed.
    trustProxy: services.config.publicUrl === null ? false : (_address, hop) => hop === 0,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: true,
    rewriteUrl: ({ method = '', url = '/' }) => knownAddress(method, originForm(url)),
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
  const routes: Route[] = [];
  const isMistaken = mistaken(routes);
  app.addHook('onRoute', (options) => {
    const { method: methods, url, config = {} } = options;
    options.bodyLimit ??= bodyLimits(url, config.anonymous === true).bytes;
    for (const method of [methods].flat()) {
      if (method === 'HEAD') continue;
      const { reads = false, withinProject = false, makesTokens = false, secret = false } = config;
      const route = { method, url, reads, withinProject, makesTokens, secret };
      routes.push(route);
      onRoute(method, url, route);
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
      return text === '' ? undefined : parseGently(text, bodyLimits(url, config.anonymous === true).values);
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    secure(request, reply, services.config);
    if (services.stopping()) throw new HttpProblem(503, 'The server is stopping.');
    const broken = brokenHead(request);
    if (broken !== null) throw new HttpProblem(400, broken);
    // Before a body is looked at that nobody takes.
    if (request.is404 || isMistaken(request)) return answerAbsent(request, reply, routes);
    await letIn(request, services);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // How nothing is packed needs no saying.
    if (reply.statusCode === 304) reply.removeHeader('content-encoding').removeHeader('content-type');
    if (!request.url.startsWith('/api/')) return payload;
    const { method, routeOptions } = request;
    const changes = method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS' && !routeOptions.config?.reads;
    // Whoever changed something sees it in the next list; what workers report, many times a second, comes a little later.
    if (changes && !request.url.startsWith('/api/worker/')) services.counts.forget();
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    for (const cookie of renewedCookies(request)) reply.header('set-cookie', cookie);
    const read = request.method === 'GET' || request.method === 'HEAD';
    if (read && (reply.statusCode === 304 || typeof payload === 'string')) reply.header('vary', 'accept-encoding');
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    // Weak: it is one for all encodings of an answer.
    const tag = `W/"${createHash('sha1').update(payload).digest('base64url')}"`;
    reply.header('etag', tag);
    keepTag(request, tag);
    if (hasTag(request, tag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    }
    return payload;
  });
  app.setErrorHandler((error: FastifyError | HttpProblem | Error, request, reply) => {
    const { status, detail, field } = describe(error, request);
    if (status >= 500 && !hasLeft(request.raw, error) && !(error instanceof HttpProblem)) {
      logFailure(logStream ? request.log : null, request, error);
    }
    const text =
      status === 500 ? `Something went wrong inside the server (${request.id}). Its output says more.` : detail;
    if (error instanceof NotYet) reply.header('retry-after', String(error.retryAfter));
    if (status === 413 && Number(request.headers['content-length']) <= mostReadAway) reply.removeHeader('connection');
    const offers = error instanceof HttpProblem && error.offers.length > 0 ? { offers: error.offers } : {};
    return reply.code(status).send({ detail: text, ...(field === null ? {} : { field }), ...offers });
  });
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
  sessionRoutes(app, services);
  platformRoutes(app, services);
  userRoutes(app, services);
  webhookSecretRoutes(app, services);
  noticeRoutes(app, services);
  apiKeyRoutes(app, services);
  workflowRoutes(app, services);
  workflowBatchRoutes(app, services);
  importRoutes(app, services);
  bigResultRoutes(app, services);
  lifeRoutes(app, services);
  calculationRoutes(app, services);
  folderRoutes(app, services);
  projectRoutes(app, services);
  structureRoutes(app, services);
  savedRoutes(app, services);
  trashRoutes(app, services);
  proteinRoutes(app, services);
  proteinPreparationRoutes(app, services);
  sharedRoutes(app, services);
  shareLinkRoutes(app, services);
  convertRoutes(app, services);
  lookupRoutes(app, services);
  workerRoutes(app, services);
  adminRoutes(app, services);
  healthRoutes(app, services);
  schemaRoutes(app);
  openApiRoutes(app, routes);
  await staticRoutes(app, routes, services);
  return app;
}

/**
 * Bytes of a body that is too large which are still read and thrown away. A connection that closes while its sender writes shows them a broken pipe in
 * place of the answer.
 */
const mostReadAway = 64_000_000;

/** How Node says that a body ended before it was whole. */
const brokenOff = new Set<unknown>(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']);

/** Whether the sender left amid its body, which is nothing that went wrong here. What fails here amid a body ends the request just so: the error tells. */
function hasLeft(request: IncomingMessage, error: Error): boolean {
  return request.destroyed && !request.complete && 'code' in error && brokenOff.has(error.code);
}

/** Status, words and field of an error. */
function describe(
  error: FastifyError | HttpProblem | Error,
  request: FastifyRequest,
): { status: number; detail: string; field: string | null } {
  if (error instanceof HttpProblem) return { status: error.status, detail: error.message, field: error.field };
  if (isDatabaseAway(error)) return { status: 503, detail: databaseAway, field: null };
  if (isDiskFull(error)) return { status: 507, detail: diskFull, field: null };
  const code = 'code' in error ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return {
      status: 413,
      detail: `That is too large: at most ${sizeWords(request.routeOptions.bodyLimit)} are taken here.`,
      field: null,
    };
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    const zip = request.routeOptions.config?.takesZip ? ', or a zip (application/zip)' : '';
    return { status: 415, detail: `Send JSON (Content-Type: application/json)${zip}.`, field: null };
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return { status, detail: error.message, field: null };
}
