import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem } from '../../errors.ts';
import { insteadOf } from '../../wire/newer-client.ts';

/** A route, as far as its address is concerned. */
export interface Address {
  method: string;
  url: string;
}

/** Whether an address is of the API or of the embed's files: there the portal's pages do not stand in for what is missing. */
function isProgram(pathname: string): boolean {
  return /^\/(?:api|embed)(?:\/|$)/.test(pathname);
}

/** An address of Fastify's writing (`/api/folder/:uuid`, `/embed/:version/*`) as an expression. */
function expressionOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part === '*') return '.*';
    return part.startsWith(':') ? '[^/]+' : part.replace(/[^\w-]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}/?$`);
}

/** Whether a route has no parameters, so that it is one address. */
const isOneAddress = (url: string): boolean => !/[:*]/.test(url);

/**
 * The methods that an address can be called with, in alphabetical order; empty where there is nothing at it. One with a name of its own
 * (`/api/workflow/import`) is not what it might be otherwise: the item of that name.
 */
function methodsAt(routes: readonly Address[], pathname: string): string[] {
  const methods = new Set<string>();
  const ofItself = routes.filter(({ url }) => isOneAddress(url) && expressionOf(url).test(pathname));
  for (const { method, url } of ofItself.length > 0 ? ofItself : routes) {
    if (method === 'OPTIONS' || (url === '/*' && isProgram(pathname))) continue;
    if (!expressionOf(url).test(pathname)) continue;
    methods.add(method);
    if (method === 'GET') methods.add('HEAD');
  }
  return methods.size === 0 ? [] : [...methods, 'OPTIONS'].sort();
}

/**
 * Whether a call was taken for something with a parameter although its address has a name of its own, as `GET /api/workflow/import` for the
 * item "import". `routes` is complete by the first call.
 */
export function mistaken(routes: readonly Address[]): (request: FastifyRequest) => boolean {
  let names: Set<string> | null = null;
  return ({ method, url, routeOptions }) => {
    if (method === 'OPTIONS' || routeOptions.url === undefined || isOneAddress(routeOptions.url)) return false;
    names ??= new Set(routes.map((route) => route.url).filter(isOneAddress));
    const [pathname = ''] = url.split('?');
    return names.has(pathname.replace(/\/$/, ''));
  };
}

/** The address below `/api` that was meant; the routes have no `/v3`, which is taken off before they are looked for. */
const withBase = (pathname: string) => `/api${pathname.replace(/^\/v3(?=\/)/, '')}`;

/** Whether a program, and no browser, calls an address that is one of the API but for its base path: it would read a page of the portal for an answer. */
export function isCallWithoutBase({ url, headers }: FastifyRequest, routes: readonly Address[]): boolean {
  const [pathname = ''] = url.split('?');
  if (headers['x-api-key'] === undefined && headers.authorization === undefined) return false;
  return !isProgram(pathname) && methodsAt(routes, withBase(pathname)).length > 0;
}

/** Returns what to say of a call that would be one under `/api`: the address of the server was set without it. Null for all others. */
function withoutBase(routes: readonly Address[], pathname: string, server: string): string | null {
  const named = routes.filter(({ url }) => url !== '/*');
  if (methodsAt(named, pathname).length > 0) return null;
  if (pathname.startsWith('/api/') || methodsAt(routes, withBase(pathname)).length === 0) return null;
  const base = `${server}/api`;
  return `The API of this server is under ${base}: set ${base}/v3 as the address of the Python client 3.x, and ${base} as that of 2.x.`;
}

/** Answers a call that no route takes: 405 with the methods that the address has (OPTIONS: just these), 404 where there is nothing. */
export function answerAbsent(
  request: FastifyRequest,
  reply: FastifyReply,
  routes: readonly Address[],
  publicUrl: string | null,
): FastifyReply {
  const [pathname = ''] = request.url.split('?');
  const instead = insteadOf(request.method, pathname);
  if (instead !== null) throw new HttpProblem(404, instead);
  const under = withoutBase(routes, pathname, publicUrl ?? `${request.protocol}://${request.host}`);
  if (under !== null) throw new HttpProblem(404, under);
  const allowed = methodsAt(routes, pathname);
  // The files of a folder have one address for all: which are missing is found behind it.
  const taken = request.method !== 'OPTIONS' && allowed.includes(request.method);
  if (allowed.length > 0 && !taken) {
    reply.header('allow', allowed.join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    throw new HttpProblem(405, `This address cannot be called with ${request.method}, but with ${allowed.join(', ')}.`);
  }
  throw pathname.startsWith('/api/')
    ? new HttpProblem(404, `This server has no call ${request.method} ${pathname.slice(0, 200)}.`)
    : new HttpProblem(404, 'There is nothing at this address.');
}
