import { readSearch, type SavedSearch, statusName, usualSimilarity, writeSearch } from '@cuvette/core/entities';
import { listWords } from '../../list-words.ts';
import { type FindSearch, filterNames } from '../../search.ts';
import { typeTitle } from '../paths.ts';
import { onDay } from '../relative-time.ts';

/** One filter of a search as a chip shows it, and the search without it. */
export interface FilterChip {
  id: string;
  text: string;
  without: FindSearch;
}

/** The search of an address with every filter named, as the server's calls take it. */
export function wholeSearch(search: FindSearch): SavedSearch {
  return readSearch(writeSearch(search as Partial<SavedSearch>));
}

/** A saved search as the address of its list. */
export function addressOf(search: SavedSearch): FindSearch {
  const filled = filterNames.flatMap((name) => {
    const value = search[name];
    return value === null || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]];
  });
  return Object.fromEntries(filled) as FindSearch;
}

/** Whether two searches filter and sort alike. */
export function sameSearch(one: SavedSearch, other: SavedSearch): boolean {
  return writeSearch(one).toString() === writeSearch(other).toString();
}

const dates = ['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore'] as const;

/** A chip for each filter, in the order of the address; each type and each status has its own. The order of the list is none. */
export function chipsOf({ page: _page, ...search }: FindSearch): FilterChip[] {
  const names = listWords.filterNames;
  const chips: FilterChip[] = [];
  const minus = (...gone: (keyof FindSearch)[]) =>
    Object.fromEntries(Object.entries(search).filter(([name]) => !gone.includes(name as keyof FindSearch)));
  const chip = (id: string, name: string, value: string, without: FindSearch) =>
    chips.push({ id, text: `${name}: ${value}`, without });
  const { query, projectUUID, projectName, type = [], status = [] } = search;
  if (query) chip('query', names.query, query, minus('query'));
  for (const mark of ['public', 'starred'] as const) {
    const value = search[mark];
    if (value !== undefined) chip(mark, names[mark], value ? listWords.yes : listWords.no, minus(mark));
  }
  if (projectUUID || projectName) {
    const without = minus('projectUUID', 'projectName');
    chip('project', names.projectUUID, projectName ?? projectUUID ?? '', without);
  }
  const fewer = <Value>(name: 'type' | 'status', all: readonly Value[], gone: Value): FindSearch => {
    const left = all.filter((one) => one !== gone);
    return left.length > 0 ? { ...search, [name]: left } : minus(name);
  };
  for (const one of type) chip(`type ${one}`, names.type, typeTitle(one), fewer('type', type, one));
  for (const one of status) chip(`status ${one}`, names.status, statusText(one), fewer('status', status, one));
  for (const name of dates) {
    const value = search[name];
    if (value) chip(name, names[name], onDay(value), minus(name));
  }
  const { exact, substructure, similarTo, minSimilarity } = search;
  if (exact) chip('exact', names.exact, exact, minus('exact'));
  if (substructure) chip('substructure', names.substructure, substructure, minus('substructure'));
  if (similarTo) {
    const least = listWords.atLeast(minSimilarity ?? usualSimilarity);
    chip('similarTo', names.similarTo, `${similarTo} (${least})`, minus('similarTo', 'minSimilarity'));
  }
  return chips;
}

/** Name of a status as a filter: two codes are shown as queued, and only here they are told apart. */
export function statusText(code: number): string {
  return code === 5 ? listWords.awaitingQueue : statusName(code);
}

/**
 * Returns what an address asks for by the name of a filter and no filter can be made of, as it is there: nobody takes a list for filtered that is
 * not.
 */
export function notUnderstood(asked: Readonly<Record<string, unknown>>, filters: FindSearch): string[] {
  const texts = (value: unknown) => (Array.isArray(value) ? value : [value]).map(String);
  return filterNames.flatMap((name) => {
    // A direction without an order says nothing.
    if (asked[name] === undefined || asked[name] === '' || name === 'asc') return [];
    const known = new Set(texts(filters[name]).map((text) => text.toLowerCase()));
    if (name !== 'type' && name !== 'status')
      return filters[name] === undefined ? [`${name}=${texts(asked[name])}`] : [];
    return texts(asked[name]).flatMap((text) => (known.has(text.toLowerCase()) ? [] : [`${name}=${text}`]));
  });
}
