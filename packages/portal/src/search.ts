import { longestStructureText, readSearch, type SavedSearch } from '@cuvette/core/entities';
import { savedProperties } from '@cuvette/core/tables';
import { entryOfType } from '@cuvette/core/workflows';
import { stringifySearch } from './search-text.ts';
import type { Theme } from './theme.ts';

/** The search parameters that each route understands; anything else in the address is dropped. */

type Raw = Record<string, unknown>;

function text(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function present<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

export interface SignInSearch {
  token?: string;
  next?: string;
  /** Why another service did not sign the person in. */
  error?: string;
}

/** `next` must be a path of this site: an address elsewhere would turn the sign-in page into a trap. */
export function signInSearch(raw: Raw): SignInSearch {
  const next = text(raw.next);
  return present({
    token: text(raw.token),
    next: next && /^\/(?![/\\])/.test(next) ? next : undefined,
    error: text(raw.error),
  });
}

export interface ConnectSearch {
  /** Why the application cannot be connected. */
  error?: string;
}

/** What an application asks for, as the server wrote and signed it: nothing of it may be dropped, also what is not named here. */
export function connectSearch(raw: Raw): ConnectSearch {
  return raw;
}

export interface FolderSearch {
  page?: number;
  sort?: ListSort;
  asc?: boolean;
}

/** Orders of a list of items, as the server names them: columns of an item, and the properties of its result. */
const listSorts: readonly string[] = [
  'name',
  'created_at',
  'updated_at',
  'object_status',
  'object_type',
  'headline',
  'similarity',
  ...savedProperties.map(({ id }) => id),
];
export type ListSort = string;

/** `page` of a list, from 1. */
export function pageSearch(raw: Raw): { page?: number } {
  const page = Number(raw.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}

/** Page numbers count from 1 in the address. An order without a direction is that of the newest or last first. */
export function folderSearch(raw: Raw): FolderSearch {
  const page = Number(raw.page);
  const sort = oneOf(raw.sort, listSorts);
  return present({
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    sort,
    asc: sort ? String(raw.asc) === 'true' : undefined,
  });
}

/** What the list of a search is asked for: the filters of core's `SavedSearch`, as far as they are there, and the page. */
export interface FindSearch extends Partial<Omit<FoundFilters, 'sort'>> {
  sort?: ListSort;
  page?: number;
}

type FoundFilters = { [Name in keyof KnownFilters]: Exclude<KnownFilters[Name], null> };
type KnownFilters = Pick<SavedSearch, (typeof filterNames)[number]>;

/** The filters of a search's address, in a fixed order. */
export const filterNames = [
  'query',
  'public',
  'starred',
  'projectUUID',
  'projectName',
  'type',
  'status',
  'createdAfter',
  'createdBefore',
  'updatedAfter',
  'updatedBefore',
  'exact',
  'substructure',
  'similarTo',
  'minSimilarity',
  'sort',
  'asc',
] as const;

/** Most characters of a text that the server takes in a filter. */
const longestText = 500;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
/** Years that the server takes in a date. */
const plausibleDate = (text: string | null) => {
  const year = text === null ? Number.NaN : new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 ? (text ?? undefined) : undefined;
};

/** The filters that an address names and the server takes; a filter that is nonsense filters nothing and is dropped. */
export function findSearch(raw: Raw): FindSearch {
  const parameters = new URLSearchParams(stringifySearch(raw));
  const read = readSearch(parameters);
  const types = [...new Set(read.type)].filter((type) => entryOfType(type) !== null);
  const statuses = [...new Set(read.status)].filter((code) => code >= 0 && code <= 6);
  const sort = oneOf(read.sort, listSorts);
  const { page } = folderSearch(raw);
  return present({
    query: read.query?.replaceAll('\u0000', '').slice(0, longestText) || undefined,
    public: read.public ?? undefined,
    starred: read.starred ?? undefined,
    projectUUID: read.projectUUID && uuidPattern.test(read.projectUUID) ? read.projectUUID.toLowerCase() : undefined,
    projectName: read.projectName?.slice(0, longestText) ?? undefined,
    type: types.length > 0 ? types : undefined,
    status: statuses.length > 0 ? statuses : undefined,
    createdAfter: plausibleDate(read.createdAfter),
    createdBefore: plausibleDate(read.createdBefore),
    updatedAfter: plausibleDate(read.updatedAfter),
    updatedBefore: plausibleDate(read.updatedBefore),
    ...structureFilter(read),
    sort,
    asc: sort ? (read.asc ?? false) : undefined,
    page,
  });
}

/** One way of searching by structure: of an address that names several the first. */
function structureFilter(
  read: SavedSearch,
): Pick<FindSearch, 'exact' | 'substructure' | 'similarTo' | 'minSimilarity'> {
  const short = (value: string | null) => (value && value.length <= longestStructureText ? value : undefined);
  const exact = short(read.exact);
  const substructure = exact === undefined ? short(read.substructure) : undefined;
  const similarTo = exact === undefined && substructure === undefined ? short(read.similarTo) : undefined;
  return present({
    exact,
    substructure,
    similarTo,
    minSimilarity: similarTo === undefined ? undefined : (read.minSimilarity ?? undefined),
  });
}

export interface ProteinsSearch extends FolderSearch {
  /** Part of the name. */
  query?: string;
  project?: string;
  /** What jobs made is among the others. */
  jobs?: 1;
}

/** The list of proteins keeps its page and filters in the address. */
export function proteinsSearch(raw: Raw): ProteinsSearch {
  return present({ ...folderSearch(raw), query: text(raw.query), project: text(raw.project), jobs: yes(raw.jobs) });
}

export interface SharedProteinsSearch extends FolderSearch {
  /** The shared folder whose items use them. */
  folder?: string;
  /** Part of the name. */
  query?: string;
}

/** The list of a shared folder's proteins keeps its folder, page and filter in the address. */
export function sharedProteinsSearch(raw: Raw): SharedProteinsSearch {
  const { page } = folderSearch(raw);
  const folder = text(raw.folder);
  return present({
    page,
    query: text(raw.query),
    folder: folder && uuidPattern.test(folder) ? folder.toLowerCase() : undefined,
  });
}

export interface SubmitSearch {
  folder?: string;
  from?: string;
  draft?: string;
  mode?: string;
  /** A protein to begin with. */
  protein?: string;
  /** The box in it to begin with: centre and edges (Å), six numbers with commas between. */
  pocket?: string;
  /** The item whose structure is put in. */
  input?: string;
  /** Which of its structures, by identifier; what it shows first where this is missing. */
  structure?: string;
  /** The molecule to begin with, and what it is called. */
  smiles?: string;
  called?: string;
  /** What this browser tab keeps of a molecule or a list that is too long for an address. */
  carried?: string;
}

/** `folder`: where the new item goes; `protein` and `pocket`: what is docked into; `draft`: the draft that is gone on with; `from`: the item whose input and settings are taken over, with another `mode` where one is given. */
export function submitSearch(raw: Raw): SubmitSearch {
  return present({
    folder: text(raw.folder),
    from: text(raw.from),
    draft: text(raw.draft),
    mode: text(raw.mode),
    protein: text(raw.protein),
    pocket: text(raw.pocket),
    input: text(raw.input),
    structure: text(raw.structure),
    smiles: text(raw.smiles),
    called: text(raw.called),
    carried: text(raw.carried),
  });
}

export interface ItemSearch {
  /** What is shown of the item and from where it is looked at, as the element's `state` tells it. */
  view?: string;
}

export function itemSearch(raw: Raw): ItemSearch {
  return present({ view: text(raw.view) });
}

/** What a frame shows of an item: all of it, one instrument, or a card of 160 px with picture, headline and link. */
const shownParts = ['result', 'card', 'viewer', 'trajectory', 'microstates', 'table'] as const;

/** What the address of a frame (`embed=1`) says besides. */
export interface EmbedSearch extends ItemSearch {
  tab?: string;
  theme?: Theme;
  /** Language of the words, as in `lang`. */
  lang?: string;
  /** No link to the item's own page. */
  no_link?: 1;
  /** One part of the item in place of all. */
  show?: (typeof shownParts)[number];
}

export interface PublicItemSearch extends EmbedSearch {
  embed?: 1;
  /** Key of a share link. */
  link?: string;
}

/** What is compared: identifiers of items of one type, or types with identifiers (`{type}_{uuid}`), each once. */
export interface CompareSearch extends ItemSearch {
  uuid?: string[];
  type_uuid?: string[];
}

const listOf = (value: unknown): string[] | undefined => {
  const texts = (Array.isArray(value) ? value : [value]).map(text).filter((each) => each !== undefined);
  return texts.length > 0 ? [...new Set(texts)] : undefined;
};

export function compareSearch(raw: Raw): CompareSearch {
  // An empty name stays in the address as it was written: the list says that there is nothing in it.
  const named = (value: unknown) => (value === undefined ? undefined : (listOf(value) ?? []));
  return present({ uuid: named(raw.uuid), type_uuid: named(raw.type_uuid), view: text(raw.view) });
}

const yes = (value: unknown) => (['1', 'true'].includes(String(value)) ? 1 : undefined);
const oneOf = <Choice extends string>(value: unknown, choices: readonly Choice[]) =>
  choices.find((choice) => choice === value);

/** `embed=1` shows the widget alone, for a frame in another page; `link` opens what a share link opens. */
export function publicItemSearch(raw: Raw): PublicItemSearch {
  return present({
    embed: yes(raw.embed),
    link: text(raw.link),
    view: text(raw.view),
    tab: text(raw.tab),
    theme: oneOf(raw.theme, ['auto', 'light', 'dark']),
    lang: text(raw.lang),
    no_link: yes(raw.no_link),
    show: oneOf(raw.show, shownParts),
  });
}

/** For routes without parameters. */
export function noSearch(): Record<string, never> {
  return {};
}

/** For `navigate`: what the address has, with another view; each page of an item or of a comparison understands it. */
export const withView =
  (view: string) =>
  <Search extends object>(before: Search) => ({ ...before, view: view || undefined });
