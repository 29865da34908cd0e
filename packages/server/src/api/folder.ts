import { FolderCreate, FolderUpdate, pageSize } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../auth/principal.ts';
import { HttpProblem, notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import { type ContentsQuery, readContents, sortNames } from '../store/contents.ts';
import { changeFolder, deleteFolder, insertFolder, readFolder } from '../store/folders.ts';
import type { Reader } from '../store/reader.ts';
import { check, flag, isUuid, list, uuidOf } from './body.ts';
import { waitingNow } from './items.ts';

const what = 'The folder';

function wholeNumber(
  query: Record<string, unknown>,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const value = query[name];
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new HttpProblem(422, `${name} must be a whole number from ${least} to ${most}.`, name);
  }
  return number;
}

function moment(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const date = new Date(String(value));
  if (Number.isNaN(date.getTime())) throw new HttpProblem(422, `${name} must be a date.`, name);
  return date.toISOString();
}

/** Reads the query of a folder's contents. Throws 422 naming the part that does not fit. */
export function contentsQuery(query: Record<string, unknown>): ContentsQuery {
  const sort = typeof query.sort === 'string' && query.sort !== '' ? query.sort : undefined;
  if (sort !== undefined && !sortNames.includes(sort)) {
    throw new HttpProblem(422, `sort must be one of ${sortNames.join(', ')}.`, 'sort');
  }
  const statuses = list(query, 'statuses').map(Number);
  if (statuses.some((status) => !Number.isInteger(status) || status < 0 || status > 6)) {
    throw new HttpProblem(422, 'statuses must be numbers from 0 to 6.', 'statuses');
  }
  return {
    page: wholeNumber(query, 'page', 0, 0, 1_000_000),
    size: wholeNumber(query, 'size', pageSize, 1, 100),
    name_contains: typeof query.name_contains === 'string' ? query.name_contains.slice(0, 500) : undefined,
    public: flag(query, 'public'),
    starred: flag(query, 'starred'),
    sort,
    asc: flag(query, 'asc'),
    created_after: moment(query, 'created_after'),
    created_before: moment(query, 'created_before'),
    updated_after: moment(query, 'updated_after'),
    updated_before: moment(query, 'updated_before'),
    statuses,
    object_types: list(query, 'object_types').slice(0, 50),
  };
}

/** The reading calls of folders under a prefix. */
export function folderReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const db = services.db.drizzle;

  app.get(`${prefix}/folder/:uuid`, async (request) => {
    const found = await readFolder(db, await readerOf(request), uuidOf(request.params, what));
    if (!found) throw notFound(what);
    return found;
  });

  app.get(`${prefix}/folder/:uuid/contents`, async (request) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, what);
    if (!(await readFolder(db, reader, uuid))) throw notFound(what);
    const query = contentsQuery(request.query as Record<string, unknown>);
    return readContents(db, reader, uuid, query, await waitingNow(services));
  });
}

/** Folders of the signed-in person. */
export function folderRoutes(app: FastifyInstance, services: Services): void {
  const db = services.db.drizzle;
  folderReads(app, services, '/api', async (request) => {
    const { account } = await requireAccount(request, services);
    return { kind: 'user', id: account.id };
  });

  app.post('/api/folder', async (request, reply) => {
    const { account } = await requireAccount(request, services);
    const body = check(FolderCreate, request.body);
    const parent = body.parent_uuid ?? account.root_folder_uuid;
    const made = isUuid(parent) ? await insertFolder(db, account.id, parent, body) : null;
    if (!made) throw new HttpProblem(404, `${what} was not found, or you have no access to it.`, 'parent_uuid');
    reply.code(201);
    return readFolder(db, { kind: 'user', id: account.id }, made);
  });

  app.post('/api/folder/:uuid', async (request) => {
    const { account } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const change = check(FolderUpdate, request.body ?? {});
    if (change.parent_uuid !== undefined && !isUuid(change.parent_uuid)) throw notFound(what);
    if (!(await changeFolder(db, account.id, uuid, change))) throw notFound(what);
    return readFolder(db, { kind: 'user', id: account.id }, uuid);
  });

  app.delete('/api/folder/:uuid', async (request) => {
    const { account } = await requireAccount(request, services);
    if (!(await deleteFolder(db, account.id, uuidOf(request.params, what)))) throw notFound(what);
    return { ok: true };
  });
}
