import { pageSize } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import { HttpProblem, notFound } from '../../errors.ts';
import { type ContentsQuery, orderNames } from '../../store/contents.ts';
import { isUuid, quoted } from '../../wire/body.ts';

type Query = Record<string, unknown>;

/** The uuid of a route's path. Throws 404: what is not a uuid does not exist. */
export function uuidOf(params: unknown, what: string): string {
  const { uuid } = params as { uuid?: string };
  if (!isUuid(uuid)) throw notFound(what);
  return uuid.toLowerCase();
}

/** A true/false of a query; undefined when missing or empty. Throws 422 for anything else. */
export function flag(query: Query, name: string): boolean | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  throw new HttpProblem(422, `${name} must be true or false, not ${quoted(value)}.`, name);
}

/** A query value that may stand once, several times, or comma-separated. */
export function list(query: Query, name: string): string[] {
  const value = query[name] ?? query[`${name}[]`];
  const all = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.flatMap((one) => String(one).split(',')).filter(Boolean);
}

/** Items, or calculations, that are read in one call at most: as many as are compared. */
export const mostReadTogether = 50;

/** Things by their identifiers. */
export function byUuid<Thing extends { uuid: string }>(things: readonly Thing[]): Record<string, Thing> {
  return Object.fromEntries(things.map((thing) => [thing.uuid, thing]));
}

/** The identifiers under `uuids`, in lower case: one to `most`. `noun` says what they are of. Throws 422. */
export function uuidsOf(query: Query, noun: string, most: number): string[] {
  const uuids = list(query, 'uuids');
  if (uuids.length === 0) throw new HttpProblem(422, `Name at least one ${noun}.`, 'uuids');
  if (uuids.length > most) throw new HttpProblem(422, `At most ${most} ${noun}s can be read at once.`, 'uuids');
  const odd = uuids.find((uuid) => !isUuid(uuid));
  if (odd !== undefined) throw new HttpProblem(422, `uuids must be UUIDs, not ${quoted(odd)}.`, 'uuids');
  return uuids.map((uuid) => uuid.toLowerCase());
}

/** A whole number of a query within bounds, or what stands for a missing one. Throws 422. */
export function wholeNumber(query: Query, name: string, fallback: number, least: number, most: number): number {
  const value = query[name];
  if (value === undefined || value === '') return fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new HttpProblem(422, `${name} must be a whole number from ${least} to ${most}, not ${quoted(value)}.`, name);
  }
  return number;
}

/** Page (from 0) and size (20 unless asked otherwise, at most 100) of a list. Throws 422. */
export function pageOf(query: Query): { page: number; size: number } {
  return {
    page: wholeNumber(query, 'page', 0, 0, 1_000_000),
    size: wholeNumber(query, 'size', pageSize, 1, 100),
  };
}

/** Most characters of a text of a query. */
const longestWords = 500;

/** A text of a query; undefined when missing or empty. Throws 422 for one with a NUL character, and for one that is too long. */
export function words(query: Query, name: string): string | undefined {
  const value = query[name];
  if (typeof value !== 'string' || value === '') return undefined;
  if (value.includes('\u0000')) throw new HttpProblem(422, `${name} holds a NUL character. Remove it.`, name);
  if (value.length > longestWords)
    throw new HttpProblem(422, `${name} has more than ${longestWords} characters. Shorten it.`, name);
  return value;
}

/** A uuid of a query; undefined when missing or empty. Throws 422 for anything else. */
export function uuidIn(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (!isUuid(value)) throw new HttpProblem(422, `${name} must be a UUID, not ${quoted(value)}.`, name);
  return value.toLowerCase();
}

/** One of several words; undefined when missing or empty. Throws 422 naming them. */
export function choice<T extends string>(query: Query, name: string, choices: readonly T[]): T | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const found = choices.find((one) => one === value);
  if (found === undefined)
    throw new HttpProblem(422, `${name} must be one of ${choices.join(', ')}, not ${quoted(value)}.`, name);
  return found;
}

/** Whether this server has a workflow type of this name. */
function isWorkflowType(type: string): boolean {
  if (type === 'test_sleep') return process.env.CUVETTE_TEST_RECIPES === '1';
  return catalogue.some((entry) => entry.type === type);
}

function knownTypes(): string {
  return catalogue.map((entry) => entry.type).join(', ');
}

/** Years that a date of a query may have: what a database's moment can hold and people mean. */
const years = [1, 9999] as const;

/** A date of a query as ISO text; undefined when missing or empty. Throws 422 for anything else. */
export function momentOf(query: Query, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  const date = new Date(String(value));
  const year = date.getUTCFullYear();
  if (Number.isNaN(date.getTime()) || year < years[0] || year > years[1]) {
    throw new HttpProblem(422, `${name} must be a date, not ${quoted(value)}.`, name);
  }
  return date.toISOString();
}

/** Reads the query of a folder's contents or of a search. Throws 422 naming the part that does not fit. */
export function contentsQuery(query: Query): ContentsQuery {
  const statuses = list(query, 'statuses').map((text) => {
    const status = Number(text);
    if (text.trim() !== '' && Number.isInteger(status) && status >= 0 && status <= 6) return status;
    throw new HttpProblem(422, `statuses must be numbers from 0 to 6, not ${quoted(text)}.`, 'statuses');
  });
  const types = list(query, 'object_types');
  const unknown = types.find((type) => !isWorkflowType(type));
  if (unknown !== undefined) {
    throw new HttpProblem(
      422,
      `object_types must be types of this server (${knownTypes()}), not ${quoted(unknown)}.`,
      'object_types',
    );
  }
  return {
    ...pageOf(query),
    name_contains: words(query, 'name_contains'),
    public: flag(query, 'public'),
    starred: flag(query, 'starred'),
    sort: choice(query, 'sort', orderNames),
    asc: flag(query, 'asc'),
    created_after: momentOf(query, 'created_after'),
    created_before: momentOf(query, 'created_before'),
    updated_after: momentOf(query, 'updated_after'),
    updated_before: momentOf(query, 'updated_before'),
    count: flag(query, 'count'),
    statuses,
    object_types: [...new Set(types)],
    project_uuid: uuidIn(query, 'project_uuid'),
    parent_uuid: uuidIn(query, 'parent_uuid'),
  };
}
