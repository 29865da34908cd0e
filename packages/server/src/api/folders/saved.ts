import {
  SavedColumnsCreate,
  SavedColumnsUpdate,
  type SavedSearch,
  SavedSearchCreate,
  SavedSearchUpdate,
  searchQuery,
  writeQuery,
} from '@cuvette/core/entities';
import { savedProperties } from '@cuvette/core/tables';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { aboutField, HttpProblem, notFound } from '../../errors.ts';
import { listFound } from '../../items/list-items.ts';
import type { Services } from '../../services.ts';
import type { Member } from '../../store/reader.ts';
import {
  changeSaved,
  deleteSaved,
  insertSaved,
  listSaved,
  readSaved,
  type SavedKind,
} from '../../store/saved-lists.ts';
import { check, quoted } from '../../wire/body.ts';
import { contentsQuery, uuidIn, uuidOf } from '../http/query.ts';

const withinProject = { config: { withinProject: true } } as const;

const kinds = {
  search: { path: '/api/saved_search', what: 'The saved search', create: SavedSearchCreate, update: SavedSearchUpdate },
  columns: {
    path: '/api/saved_columns',
    what: 'The saved columns',
    create: SavedColumnsCreate,
    update: SavedColumnsUpdate,
  },
} as const;

/** Searches and columns that people saved, and the items that a search finds. */
export function savedRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  keep(app, services, 'search');
  keep(app, services, 'columns');

  const find = async (reader: Member, query: Record<string, unknown>) =>
    listFound(services, reader, contentsQuery(query));

  /** A search that is not saved: the same query as a folder's contents, over all items that the person sees. */
  app.get('/api/saved_search/contents', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return find(reader, request.query as Record<string, unknown>);
  });

  /** What a saved search finds now; page, size, sort and asc may be asked for differently. */
  app.get('/api/saved_search/:uuid/contents', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const found = await readSaved(db.drizzle, reader, 'search', uuidOf(request.params, kinds.search.what));
    if (!found) throw notFound(kinds.search.what);
    const { page, size, sort, asc } = request.query as Record<string, unknown>;
    const asked = Object.entries({ page, size, sort, asc }).filter(([, value]) => value !== undefined);
    return find(reader, { ...queryOf(found.query), ...Object.fromEntries(asked) });
  });
}

/** Names of a saved search's filters in the query that it becomes. */
const filterNames: Record<string, string> = {
  name_contains: 'query',
  project_uuid: 'projectUUID',
  object_types: 'type',
  statuses: 'status',
  created_after: 'createdAfter',
  created_before: 'createdBefore',
  updated_after: 'updatedAfter',
  updated_before: 'updatedBefore',
};

/** A saved search as a query of items. */
function queryOf(search: SavedSearch): Record<string, unknown> {
  const parameters = writeQuery(searchQuery(search));
  const query: Record<string, unknown> = {};
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name);
    query[name] = name === 'statuses' || name === 'object_types' ? values : values[0];
  }
  return query;
}

/** Refuses (422) what could be saved but never used: filters that the list of items refuses, columns of properties that there are not. */
function refuseUseless({ query, columns }: { query?: SavedSearch | undefined; columns?: string[] | undefined }): void {
  try {
    if (query) contentsQuery(queryOf(query));
  } catch (error) {
    throw aboutField(error, (field) => `query.${filterNames[field] ?? field}`);
  }
  for (const [index, column] of (columns ?? []).entries()) {
    if (savedProperties.some(({ id }) => id === column)) continue;
    throw new HttpProblem(422, `${quoted(column)} is no property that a column can show.`, `columns.${index}`);
  }
}

/** The five calls of one kind: list, make, read, change, delete. */
function keep(app: FastifyInstance, services: Services, kind: SavedKind): void {
  const { db } = services;
  const { path, what, create, update } = kinds[kind];
  const read = async (reader: Member, uuid: string) => {
    const found = await readSaved(db.drizzle, reader, kind, uuid);
    if (!found) throw notFound(what);
    return found;
  };
  const asked = async (request: FastifyRequest) => {
    const { reader } = await requireAccount(request, services);
    return { reader, uuid: uuidOf(request.params, what) };
  };

  app.get(path, withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    return listSaved(db.drizzle, reader, kind, uuidIn(request.query as Record<string, unknown>, 'project_uuid'));
  });

  app.post(path, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    const body = check(create, request.body);
    refuseUseless(body);
    const made = await insertSaved(db, reader, kind, body);
    reply.code(201);
    return read(reader, made);
  });

  app.get(`${path}/:uuid`, withinProject, async (request) => {
    const { reader, uuid } = await asked(request);
    return read(reader, uuid);
  });

  app.post(`${path}/:uuid`, async (request) => {
    const { reader, uuid } = await asked(request);
    const change = check(update, request.body ?? {});
    refuseUseless(change);
    if (!(await changeSaved(db, reader, kind, uuid, change))) throw notFound(what);
    return read(reader, uuid);
  });

  app.delete(`${path}/:uuid`, async (request) => {
    const { reader, uuid } = await asked(request);
    if (!(await deleteSaved(db, reader, kind, uuid))) throw notFound(what);
    return { ok: true };
  });
}
