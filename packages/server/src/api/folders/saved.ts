import {
  FolderContents,
  SavedColumnsCreate,
  SavedColumnsEntry,
  SavedColumnsUpdate,
  type SavedSearch,
  SavedSearchCreate,
  SavedSearchEntry,
  SavedSearchUpdate,
  searchQuery,
  writeQuery,
} from '@cuvette/core/entities';
import { savedProperties } from '@cuvette/core/tables';
import * as z from 'zod/mini';
import { aboutField, HttpProblem } from '../../errors.ts';
import { listFound } from '../../items/list-items.ts';
import { orderNames } from '../../store/contents.ts';
import {
  changeSaved,
  deleteSaved,
  insertSaved,
  listSaved,
  readSaved,
  type SavedKind,
} from '../../store/saved-lists.ts';
import { quoted } from '../../wire/body.ts';
import { Done, done } from '../http/answers.ts';
import { choice, flag, readQuery, wholeNumber } from '../http/parameter-kinds.ts';
import { type ContentsQuery, contents, paging, project_uuid } from '../http/parameters.ts';
import { person, type Route, route, withinProject } from '../http/route.ts';

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
  similar_to: 'similarTo',
  min_similarity: 'minSimilarity',
};

/** A saved search as a query of items. Throws 422. */
function queryOf(search: SavedSearch): ContentsQuery {
  const parameters = writeQuery(searchQuery(search));
  const query: Record<string, unknown> = {};
  for (const name of parameters.keys()) {
    const values = parameters.getAll(name);
    query[name] = name === 'statuses' || name === 'object_types' ? values : values[0];
  }
  return readQuery(contents, query);
}

/** Refuses (422) what could be saved but never used: filters that the list of items refuses, columns of properties that there are not. */
function refuseUseless({ query, columns }: { query?: SavedSearch | undefined; columns?: string[] | undefined }): void {
  try {
    if (query) queryOf(query);
  } catch (error) {
    throw aboutField(error, (field) => `query.${filterNames[field] ?? field}`);
  }
  for (const [index, column] of (columns ?? []).entries()) {
    if (savedProperties.some(({ id }) => id === column)) continue;
    throw new HttpProblem(422, `${quoted(column)} is no property that a column can show.`, `columns.${index}`);
  }
}

type Change = { query?: SavedSearch | undefined; columns?: string[] | undefined };

/** The five calls of one kind: list, make, read, change, delete. */
function keeping<Create extends Change, Update extends Change>(
  kind: SavedKind,
  [several, one]: readonly [several: string, one: string],
  create: z.ZodMiniType<Create & { name: string }>,
  update: z.ZodMiniType<Update>,
  entry: z.core.$ZodType,
): Route[] {
  const path = `/api/saved_${kind}` as const;
  return [
    route(`GET ${path}`, withinProject, {
      summary: `Lists the ${several} that you may use`,
      description: 'All at once, in your order and then those of others: a person can save at most 1000.',
      query: { project_uuid },
      answer: z.array(entry),
      handle: ({ db, reader, query }) => listSaved(db.drizzle, reader, kind, query.project_uuid),
    }),
    route(`POST ${path}`, person, {
      summary: `Saves ${one.replace('saved ', '')}`,
      body: create,
      status: 201,
      answer: entry,
      async handle({ db, reader, body }) {
        refuseUseless(body);
        return readSaved(db.drizzle, reader, kind, await insertSaved(db, reader, kind, body));
      },
    }),
    route(`GET ${path}/:uuid`, withinProject, {
      summary: `Reads ${one}`,
      answer: entry,
      handle: ({ db, reader, uuid }) => readSaved(db.drizzle, reader, kind, uuid),
    }),
    route(`POST ${path}/:uuid`, person, {
      summary: `Changes ${one}; what is left out stays`,
      body: update,
      emptyBody: {},
      answer: entry,
      async handle({ db, reader, uuid, body }) {
        refuseUseless(body);
        return (await changeSaved(db, reader, kind, uuid, body)) ? readSaved(db.drizzle, reader, kind, uuid) : null;
      },
    }),
    route(`DELETE ${path}/:uuid`, person, {
      summary: `Deletes ${one}`,
      answer: Done,
      handle: async ({ db, reader, uuid }) => ((await deleteSaved(db, reader, kind, uuid)) ? done : null),
    }),
  ];
}

const columns = ['saved columns', 'a set of saved columns'] as const;
const searches = ['saved searches', 'a saved search'] as const;

/** Searches and columns that people saved, and the items that a search finds. */
export const savedRoutes: Route[] = [
  ...keeping('search', searches, SavedSearchCreate, SavedSearchUpdate, SavedSearchEntry),
  ...keeping('columns', columns, SavedColumnsCreate, SavedColumnsUpdate, SavedColumnsEntry),
  route('GET /api/saved_search/contents', withinProject, {
    summary: 'Lists what a search finds that need not be saved, page by page',
    shown: ['name_contains', 'statuses'],
    query: contents,
    answer: FolderContents,
    handle: ({ services, reader, query }) => listFound(services, reader, query),
  }),
  route('GET /api/saved_search/:uuid/contents', withinProject, {
    summary: 'Lists what a saved search finds now, page by page',
    query: {
      page: paging.page,
      size: wholeNumber('How many entries a page has; as saved when left out, else 20.', [1, 100]),
      sort: choice('What the list is sorted by; as saved when left out.', orderNames, { example: 'name' }),
      asc: flag('Ascending; as saved when left out.'),
    },
    answer: FolderContents,
    async handle({ services, db, reader, uuid, query }) {
      const found = await readSaved(db.drizzle, reader, 'search', uuid);
      if (!found) return null;
      const saved = queryOf(found.query);
      const { page, size = saved.size, sort = saved.sort, asc = saved.asc } = query;
      return listFound(services, reader, { ...saved, page, size, sort, asc });
    },
  }),
];
