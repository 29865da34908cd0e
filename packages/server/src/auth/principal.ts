import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HttpProblem } from '../errors.ts';
import type { Services } from '../services.ts';
import {
  accountByKey,
  accountByKeyUuid,
  allows,
  hashKey,
  isWorkerKey,
  type LivingKey,
  type Scope,
} from '../store/api-keys.ts';
import { accountByAccessToken } from '../store/applications.ts';
import type { Member, Reader } from '../store/reader.ts';
import { openLink } from '../store/share-links.ts';
import { type Account, accountById } from '../store/users.ts';
import { keyScopeOf } from './application-scopes.ts';
import { accessTokenPrefix, hashAccessToken } from './oauth.ts';
import { addressHeader } from './options.ts';
import { isToolCall } from './tool-calls.ts';

/** Who may make a call, and what a key needs for it. */
export interface Access {
  /**
   * `person`: signed in, by cookie, key or token. `browser`: by cookie alone. `worker`, `command line`: with their own keys. `shared`: everybody, with the
   * public's eyes. `page`: everybody, but no page of another site (signing in). `anybody`: everybody.
   */
  caller: 'person' | 'browser' | 'worker' | 'command line' | 'shared' | 'page' | 'anybody';
  /** Changes nothing although it is a POST: a key that may only read, or a token, may make it. */
  reads?: true;
  /** Makes tokens: closed to them, for a token would renew itself. */
  makesTokens?: true;
  /** A GET that tells a secret, which serves for more than reading: closed to tokens and to keys that may only read. */
  secret?: true;
  /** Takes the tokens of applications that a person connected by OAuth. They open nothing else, but what the tools of `/mcp` call. */
  applications?: true;
  /** Its every query looks through `Principal.reader`: open to keys of one project. Others are closed to them. */
  withinProject?: true;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
}

/** Whether nobody has to be known for a call: signing in, or reading what is shared. Its body is small. */
export function isForEverybody(access: Pick<Access, 'caller'> | undefined): boolean {
  return access?.caller === 'shared' || access?.caller === 'page' || access?.caller === 'anybody';
}

/** What is known of each kind of caller. */
export interface Callers {
  person: Principal;
  browser: { account: Account; session: string };
  worker: { embedded: boolean };
  'command line': object;
  shared: { reader: Reader };
  page: object;
  anybody: object;
}

/** Who calls: a signed-in person by cookie, API key or token. */
export interface Principal {
  account: Account;
  scope: Scope;
  /** The eyes that queries look through. */
  reader: Member;
  /** The key of the call, or what an application's token amounts to; null for a cookie. A token carries on with what it was made with. */
  key: LivingKey | null;
  /** The browser session's id; null for a key. */
  session: string | null;
}

/** Headers of a Node request as the web's. */
export function webHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  headers.set(addressHeader, request.ip);
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
    ...(publicUrl ? [new URL(publicUrl).origin] : []),
  ]);
  const foreignSite = typeof site === 'string' && site !== 'same-origin' && site !== 'none';
  if (foreignSite || (origin !== undefined && !own.has(origin))) {
    throw new HttpProblem(403, 'This call came from a page of another site and was refused.');
  }
}

function accessOf({ routeOptions: { config } }: FastifyRequest): Partial<Access> {
  return config.access ?? {};
}

/** The scope that a call needs, by its method and what its route says; the one rule for every route. */
function neededScope(request: FastifyRequest): Scope {
  const { reads, secret } = accessOf(request);
  if (secret) return 'read_write';
  if (safeMethods.has(request.method) || reads) return 'read';
  return request.method === 'DELETE' ? 'read_write_delete' : 'read_write';
}

const scopeWords: Record<Scope, string> = {
  read: 'read',
  read_write: 'read and write, not delete',
  read_write_delete: 'read, write and delete',
};

function byKey(request: FastifyRequest, found: { account: Account; key: LivingKey }, scope: Scope): Principal {
  const { account, key } = found;
  if (!allows(scope, neededScope(request))) {
    throw new HttpProblem(403, `This API key may only ${scopeWords[scope]}.`);
  }
  if (key.project !== null && !accessOf(request).withinProject) {
    throw new HttpProblem(403, 'The API key is for one project, and this call reaches beyond a project.');
  }
  return { account, scope, key, session: null, reader: { kind: 'user', id: account.id, project: key.project } };
}

function bySession(account: Account, scope: Scope, session: string): Principal {
  return { account, scope, key: null, session, reader: { kind: 'user', id: account.id } };
}

const deadToken = 'The token is not valid here, or it has expired. Get a new one while signed in.';

/** The person of a token; it reads only, and ends with the session or key that it was made with. */
async function byToken(request: FastifyRequest, services: Services, token: string): Promise<Principal> {
  const claims = await services.signIn.readToken(token);
  if (!claims) throw new HttpProblem(401, deadToken);
  const { makesTokens } = accessOf(request);
  if (makesTokens) {
    throw new HttpProblem(403, 'A token does not make another one. Sign in, or use an API key, to get a new token.');
  }
  if (neededScope(request) !== 'read') {
    throw new HttpProblem(403, 'A token is for reading. Sign in, or use an API key, to change anything.');
  }
  const db = services.db.drizzle;
  if (claims.key !== null) {
    const found = await accountByKeyUuid(db, claims.key);
    if (found?.account.id !== claims.account) throw new HttpProblem(401, deadToken);
    return byKey(request, found, 'read');
  }
  const alive = claims.session !== null && (await services.signIn.isSession(claims.session, claims.account));
  const account = alive ? await accountById(db, claims.account) : null;
  if (!account || claims.session === null) throw new HttpProblem(401, deadToken);
  return bySession(account, 'read', claims.session);
}

/** The person who connected an application, with as much as they allowed it. */
async function byApplication(request: FastifyRequest, services: Services, token: string): Promise<Principal> {
  const resources = services.oauth.place()?.resources ?? [];
  const found = await accountByAccessToken(services.db.drizzle, hashAccessToken(token), resources);
  const scope = found && keyScopeOf(found.scopes);
  if (!found || !scope) {
    throw new HttpProblem(401, 'This application is not connected any more, or its token has expired.');
  }
  const { applications, makesTokens } = accessOf(request);
  if (makesTokens || !(applications || isToolCall())) {
    throw new HttpProblem(403, 'An application that was connected by OAuth uses /mcp only. The API takes API keys.');
  }
  const { account, id: uuid, daysLeft } = found;
  if (!allows(scope, neededScope(request))) {
    throw new HttpProblem(403, `This application may only ${scopeWords[scope]}. Connect it again to allow it more.`);
  }
  const key = { uuid, scope, project: null, canManage: false, daysLeft };
  return { account, scope, key, session: null, reader: { kind: 'user', id: account.id } };
}

const renewals = new WeakMap<FastifyRequest, string[]>();

/** Cookies ("set-cookie" values) that this call's answer must carry, for its session was extended. */
export function renewedCookies(request: FastifyRequest): string[] {
  return renewals.get(request) ?? [];
}

/** The caller: found before the body is read, and looked up again where the call is carried out. */
const callers = new WeakMap<FastifyRequest, Promise<Principal>>();

async function byApiKey(request: FastifyRequest, services: Services, key: string): Promise<Principal> {
  const found = await accountByKey(services.db.drizzle, key);
  if (!found) throw new HttpProblem(401, 'The API key is not known, was revoked, or has expired.');
  return byKey(request, found, found.key.scope);
}

/** The signed-in person. Throws 401 when nobody is, 403 when the key's scope or the page's origin does not allow the call. */
function requireAccount(request: FastifyRequest, services: Services): Promise<Principal> {
  const known = callers.get(request);
  if (known) return known;
  const caller = findAccount(request, services);
  callers.set(request, caller);
  return caller;
}

async function findAccount(request: FastifyRequest, services: Services): Promise<Principal> {
  const key = request.headers['x-api-key'];
  if (typeof key === 'string') return byApiKey(request, services, key);
  const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token?.startsWith(accessTokenPrefix)) return byApplication(request, services, token);
  // A token has three parts with points between; a key has none.
  if (token !== undefined && !token.includes('.')) return byApiKey(request, services, token);
  if (token !== undefined) return byToken(request, services, token);
  refuseForeignOrigin(request, services.config.publicUrl);
  const found = request.headers.cookie ? await services.signIn.sessionOf(webHeaders(request)) : null;
  const account = found ? await accountById(services.db.drizzle, found.account) : null;
  if (!found || !account) throw new HttpProblem(401, 'Sign in first.');
  if (found.cookies.length > 0) renewals.set(request, found.cookies);
  return bySession(account, 'read_write_delete', found.session);
}

/** The person at a browser. Throws 403 for keys and tokens: some things are for whoever knows the password. */
async function requirePerson(
  request: FastifyRequest,
  services: Services,
): Promise<{ account: Account; session: string }> {
  const { account, session, scope } = await requireAccount(request, services);
  if (session === null || scope !== 'read_write_delete') {
    throw new HttpProblem(403, 'This is done while signed in with a browser, not with a key or token.');
  }
  return { account, session };
}

/** Which worker makes a call, as `callers` for people. */
const workers = new WeakMap<FastifyRequest, Promise<{ embedded: boolean }>>();

/** Refuses everybody but workers. Throws 401 without a key, 403 with one that is not a worker's. */
function requireWorker(request: FastifyRequest, services: Services): Promise<{ embedded: boolean }> {
  const known = workers.get(request);
  if (known) return known;
  const worker = findWorker(request, services);
  workers.set(request, worker);
  return worker;
}

async function findWorker(request: FastifyRequest, services: Services): Promise<{ embedded: boolean }> {
  const key = request.headers['x-worker-key'];
  if (typeof key !== 'string') throw new HttpProblem(401, 'A worker key is needed.');
  if (services.embeddedKeyHash !== null && hashKey(key) === services.embeddedKeyHash) return { embedded: true };
  if (await isWorkerKey(services.db.drizzle, key)) return { embedded: false };
  throw new HttpProblem(403, 'This is not a worker key of this server.');
}

/** Refuses everybody but the command line of this machine. Throws 401 and 403. */
function requireAdmin(request: FastifyRequest, services: Services): object {
  const given = request.headers['x-cuvette-admin'];
  if (typeof given !== 'string') throw new HttpProblem(401, 'This call is for the command line on the same machine.');
  const right = timingSafeEqual(Buffer.from(hashKey(given)), Buffer.from(hashKey(services.adminToken)));
  if (!right) throw new HttpProblem(403, 'This is not the token of this server.');
  return {};
}

/** The public's eyes, and what a share link opens besides; a dead link opens nothing. */
export async function readerWithLink(services: Services, link: unknown): Promise<Reader> {
  if (typeof link !== 'string' || link === '' || link.length > 200) return { kind: 'public' };
  return { kind: 'public', link: await openLink(services.db.drizzle, link) };
}

/** The public's eyes, and what the link in `?link=` opens besides. */
export function publicReader(request: FastifyRequest, services: Services): Promise<Reader> {
  return readerWithLink(services, (request.query as { link?: unknown }).link);
}

/** Finds out who makes a call, by the kind of caller that its route is for. Each throws 401 and 403 for all others. */
export const findCaller: {
  readonly [C in Access['caller']]: (request: FastifyRequest, services: Services) => Callers[C] | Promise<Callers[C]>;
} = {
  person: requireAccount,
  browser: requirePerson,
  worker: requireWorker,
  'command line': requireAdmin,
  shared: async (request, services) => ({ reader: await publicReader(request, services) }),
  page(request, { config }) {
    refuseForeignOrigin(request, config.publicUrl);
    return {};
  },
  anybody: () => ({}),
};
