import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import { type Account, accountById, accountByKey, hashKey, isWorkerKey, type Scope } from '../store/users.ts';

/** Who calls: a signed-in person by cookie or API key. */
export interface Principal {
  account: Account;
  scope: Scope;
}

/** Headers of a Node request as the web's. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses unsafe calls that a foreign page made a browser send (cookies travel by themselves, so the origin must be ours). */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | null): void {
  if (safeMethods.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin;
  const own = new Set([
    `http://${request.headers.host}`,
    `https://${request.headers.host}`,
    ...(publicUrl ? [publicUrl] : []),
  ]);
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== undefined && !own.has(origin))) {
    throw new HttpProblem(403, 'This call came from a page of another site and was refused.');
  }
}

const needed: Record<string, Scope[]> = {
  GET: ['read', 'read_write', 'read_write_delete'],
  HEAD: ['read', 'read_write', 'read_write_delete'],
  DELETE: ['read_write_delete'],
};

/** The signed-in person. Throws 401 when nobody is, 403 when the key's scope or the page's origin does not allow the call. */
export async function requireAccount(request: FastifyRequest, services: Services): Promise<Principal> {
  const key = request.headers['x-api-key'];
  if (typeof key === 'string') {
    const found = await accountByKey(services.db.drizzle, key);
    if (!found) throw new HttpProblem(401, 'The API key is not known, was revoked, or has expired.');
    const allowed = needed[request.method] ?? ['read_write', 'read_write_delete'];
    if (!allowed.includes(found.scope))
      throw new HttpProblem(403, `The API key may only ${found.scope.replaceAll('_', ' and ')}.`);
    return found;
  }
  refuseForeignOrigin(request, services.config.publicUrl);
  const id = request.headers.cookie ? await services.signIn.accountOf(webHeaders(request)) : null;
  const account = id ? await accountById(services.db.drizzle, id) : null;
  if (!account) throw new HttpProblem(401, 'Sign in first.');
  return { account, scope: 'read_write_delete' };
}

/** Refuses everybody but workers. Throws 401 without a key, 403 with one that is not a worker's. */
export async function requireWorker(request: FastifyRequest, services: Services): Promise<{ embedded: boolean }> {
  const key = request.headers['x-worker-key'];
  if (typeof key !== 'string') throw new HttpProblem(401, 'A worker key is needed.');
  if (services.embeddedKeyHash !== null && hashKey(key) === services.embeddedKeyHash) return { embedded: true };
  if (await isWorkerKey(services.db.drizzle, key)) return { embedded: false };
  throw new HttpProblem(403, 'This is not a worker key of this server.');
}
