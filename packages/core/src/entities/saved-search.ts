import * as z from 'zod/mini';
import type { FolderQuery } from './folder.ts';
import { optionalNull } from './scalars.ts';
import type { StructureQuery } from './structure-query.ts';

/** The filters of the saved-search list as its address keeps them; null or an empty list filters nothing. */
export const SavedSearch = z.looseObject({
  query: optionalNull(z.string()),
  public: optionalNull(z.boolean()),
  starred: optionalNull(z.boolean()),
  projectUUID: optionalNull(z.string()),
  projectName: optionalNull(z.string()),
  type: z._default(z.array(z.string()), []),
  status: z._default(z.array(z.int()), []),
  createdAfter: optionalNull(z.string()),
  createdBefore: optionalNull(z.string()),
  updatedAfter: optionalNull(z.string()),
  updatedBefore: optionalNull(z.string()),
  exact: optionalNull(z.string()),
  substructure: optionalNull(z.string()),
  similarTo: optionalNull(z.string()),
  minSimilarity: optionalNull(z.number()),
  sort: optionalNull(z.string()),
  asc: optionalNull(z.boolean()),
});
export type SavedSearch = z.infer<typeof SavedSearch>;

const dates = ['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore'] as const;

/** Reads the filters of an address. What cannot be read (a status that is no integer, a date that is none) filters nothing. */
export function readSearch(parameters: URLSearchParams): SavedSearch {
  const text = (name: string) => parameters.get(name) || null;
  const flag = (name: string) => {
    const value = parameters.get(name);
    return value === 'true' ? true : value === 'false' ? false : null;
  };
  const date = (name: (typeof dates)[number]) => {
    const value = text(name);
    return value !== null && Number.isNaN(Date.parse(value)) ? null : value;
  };
  const share = (name: string) => {
    const value = Number(text(name) ?? Number.NaN);
    return value >= 0 && value <= 1 ? value : null;
  };
  return {
    query: text('query'),
    public: flag('public'),
    starred: flag('starred'),
    projectUUID: text('projectUUID'),
    projectName: text('projectName'),
    type: parameters.getAll('type').filter(Boolean),
    status: parameters
      .getAll('status')
      .filter((code) => /^-?\d+$/.test(code))
      .map(Number)
      .filter(Number.isSafeInteger),
    createdAfter: date('createdAfter'),
    createdBefore: date('createdBefore'),
    updatedAfter: date('updatedAfter'),
    updatedBefore: date('updatedBefore'),
    exact: text('exact'),
    substructure: text('substructure'),
    similarTo: text('similarTo'),
    minSimilarity: share('minSimilarity'),
    sort: text('sort'),
    asc: flag('asc'),
  };
}

const names = [
  'query',
  'public',
  'starred',
  'projectUUID',
  'projectName',
  'type',
  'status',
  ...dates,
  'exact',
  'substructure',
  'similarTo',
  'minSimilarity',
  'sort',
  'asc',
] as const;

/** Writes the filters of an address, always in the order of `names` so that equal searches have equal addresses; `readSearch` reads the same back. */
export function writeSearch(search: Partial<SavedSearch>): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of names) {
    const value = search[name];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== null && one !== undefined && one !== '') parameters.append(name, String(one));
    }
  }
  return parameters;
}

/** The search by structure that is part of a saved search; null where there is none. */
export function structureOf(search: Partial<SavedSearch>): StructureQuery | null {
  const { exact, substructure, similarTo, minSimilarity } = search;
  if (!exact && !substructure && !similarTo) return null;
  return {
    exact: exact ?? undefined,
    substructure: substructure ?? undefined,
    similar_to: similarTo ?? undefined,
    min_similarity: minSimilarity ?? undefined,
  };
}

/** Returns what a saved search asks the server for: the query of a listing. */
export function searchQuery(search: SavedSearch): FolderQuery {
  return {
    name_contains: search.query ?? undefined,
    public: search.public ?? undefined,
    starred: search.starred ?? undefined,
    project_uuid: search.projectUUID ?? undefined,
    object_types: search.type,
    statuses: search.status,
    created_after: search.createdAfter ?? undefined,
    created_before: search.createdBefore ?? undefined,
    updated_after: search.updatedAfter ?? undefined,
    updated_before: search.updatedBefore ?? undefined,
    ...structureOf(search),
    sort: search.sort ?? undefined,
    asc: search.asc ?? undefined,
  };
}
