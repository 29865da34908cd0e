import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { findCaller } from '../../auth/principal.ts';
import { notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { forEverybody } from '../../store/for-everybody.ts';
import { check } from '../../wire/body.ts';
import { recordDeeds } from '../audit/record.ts';
import { type RawQuery, readQuery } from './parameter-kinds.ts';
import { thingOf, uuidOf } from './path-things.ts';
import type { Route } from './route.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route as it was declared; pages and files have none. */
    route?: Route;
  }
}

/** The caller, with what `admit` gets of the call. */
type Admitted = Parameters<NonNullable<Route['admit']>>[0];
const callers = new WeakMap<FastifyRequest, Admitted>();

/**
 * Registers routes as they are declared. Who calls is asked before the body is read, so that nobody unknown makes the server parse one; then path, query
 * and body are read by their schemas (404, 422), and what the handler answers is sent with the status and the media type of the declaration.
 *
 * This is no `fastify-type-provider-zod`: that writes every answer through its schema, which copies trajectories of many MB and fails for the schemas that
 * read several spellings; and it puts what was read in the place of what was sent, while answers name the keys that nobody knows.
 */
export function addRoutes(app: FastifyInstance, services: Services, routes: readonly Route[]): void {
  for (const route of routes) {
    const { method, url, bodiesAs, bodyLimit } = route;
    const options = {
      method,
      url,
      config: { access: route, route },
      ...(bodyLimit === undefined ? {} : { bodyLimit }),
      onRequest: async (request: FastifyRequest) => {
        const caller = { ...(await findCaller[route.caller](request, services)), services, db: services.db, request };
        await route.admit?.(caller);
        callers.set(request, caller);
      },
      // What is in an answer to everybody is what everybody may read.
      ...(route.caller === 'shared' ? { preSerialization: readByEverybody } : {}),
      handler: (request: FastifyRequest, reply: FastifyReply) => carryOut(route, request, reply),
    };
    if (bodiesAs === undefined) app.route(options);
    else {
      app.register(async (scope) => {
        for (const [type, as] of Object.entries(bodiesAs)) {
          if (as === 'stream') scope.addContentTypeParser(type, (_request, payload, done) => done(null, payload));
          else scope.addContentTypeParser(type, { parseAs: as }, (_request, body, done) => done(null, body));
        }
        scope.route(options);
      });
    }
  }
}

async function readByEverybody(_request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  return reply.statusCode < 300 ? forEverybody(payload) : payload;
}

/** Carries a call out. Throws what the handler throws, 404 for a null. */
async function carryOut(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { url, query = {}, body, emptyBody, rawBody, status = 200, type } = route;
  const params = request.params as Record<string, string>;
  const sent = emptyBody === undefined ? request.body : (request.body ?? emptyBody);
  const call = {
    ...(callers.get(request) as Admitted),
    reply,
    params,
    uuid: uuidOf(params, url),
    query: readQuery(query, request.query as RawQuery),
    body: body && !rawBody ? check(body, sent) : undefined,
  };
  const answer = await route.handle(call);
  if (answer === null) throw notFound(thingOf(url).name);
  await recordDeeds(route, call, answer);
  // The handler sent its answer itself.
  if (answer === undefined) return undefined;
  if (reply.statusCode === 200) reply.code(status);
  if (type !== undefined)
    return reply.type(/^text\/|^chemical\/|\+xml/.test(type) ? `${type}; charset=utf-8` : type).send(answer);
  return typeof answer === 'string' ? sendJson(reply, JSON.stringify(answer)) : answer;
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Has an answer saved as a file of this name, never shown in our origin. */
export function asFile(reply: FastifyReply, name: string): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`);
}
