import { expect, test } from 'vitest';
import { findSearch } from '../../search.ts';
import { parseSearch, stringifySearch } from '../../search-text.ts';
import { addressOf, chipsOf, notUnderstood, sameSearch, wholeSearch } from './filters.ts';

const everything =
  'query=123&public=true&starred=false&projectUUID=6f3c1e9a-5b7d-4c2e-9f10-0a1b2c3d4e5f&projectName=true&type=pka&type=scan' +
  '&status=2&status=3&createdAfter=2026-01-01&createdBefore=2026-02-01&updatedAfter=2026-01-02&updatedBefore=2026-02-02&sort=name&asc=true';
const read = (query: string) => findSearch(parseSearch(query));

test('the address keeps every filter under its public name, there and back', () => {
  const search = read(everything);
  expect(stringifySearch({ ...search })).toBe(`?${everything}`);
  expect(addressOf(wholeSearch(search))).toEqual(search);
  expect(sameSearch(wholeSearch(search), wholeSearch(read(everything)))).toBe(true);
  expect(sameSearch(wholeSearch(search), wholeSearch({ ...search, starred: true }))).toBe(false);
});

test('each filter has a chip, which leads to the search without it', () => {
  const chips = chipsOf({ ...read(everything), page: 3 });
  expect(chips.map(({ id }) => id)).toEqual([
    'query',
    'public',
    'starred',
    'project',
    'type pka',
    'type scan',
    'status 2',
    'status 3',
    'createdAfter',
    'createdBefore',
    'updatedAfter',
    'updatedBefore',
  ]);
  const [query, ...more] = chips;
  expect(query).toMatchObject({ text: 'Name: 123' });
  expect(query?.without).not.toHaveProperty('query');
  expect(query?.without).not.toHaveProperty('page');
  expect(more.find(({ id }) => id === 'type pka')?.without.type).toEqual(['scan']);
  expect(more.find(({ id }) => id === 'project')?.without).not.toHaveProperty('projectUUID');
  let left = read(everything);
  for (let chip = chipsOf(left)[0]; chip; chip = chipsOf(left)[0]) left = chip.without;
  expect(left).toEqual({ sort: 'name', asc: true });
});

test.each([
  'status=9&status=x&status=1.5&type=nothing&type=&sort=password&asc=up',
  'public=maybe&starred=2&projectUUID=1&createdAfter=soon&updatedBefore=300000-01-01',
  'page=-1&page=x&query=&%zz&__proto__=x&status=99999999999999999999',
])('a filter that is nonsense filters nothing: %s', (query) => {
  expect(chipsOf(read(query))).toEqual([]);
  expect(addressOf(wholeSearch(read(query)))).toEqual({});
});

test('what an address asks for and no filter can be made of is reported as it is there', () => {
  const told = (query: string) => notUnderstood(parseSearch(query), read(query));
  expect(told(everything)).toEqual([]);
  expect(
    told('query=a&type=scan&type=nothing&status=2&status=x&starred=maybe&createdAfter=soon&sort=password&asc=up'),
  ).toEqual(['starred=maybe', 'type=nothing', 'status=x', 'createdAfter=soon', 'sort=password']);
});

test('a structure is one filter, with the limit of its similarity, and of several in an address the first holds', () => {
  const [chip, ...more] = chipsOf(read('similarTo=CCO&minSimilarity=0.7&sort=similarity'));
  expect(more).toEqual([]);
  expect(chip).toMatchObject({
    id: 'similarTo',
    text: 'Similar to: CCO (at least 0.7)',
    without: { sort: 'similarity' },
  });
  expect(chip?.without).not.toHaveProperty('minSimilarity');
  expect(chipsOf(read('exact=CCO&substructure=CO')).map(({ text }) => text)).toEqual(['Molecule: CCO']);
  expect(chipsOf(read('substructure=[NX3;H2]'))[0]?.text).toBe('Contains: [NX3;H2]');
  expect(read('substructure=C&minSimilarity=0.7')).toEqual({ substructure: 'C' });
  expect(read('similarTo=C&minSimilarity=7')).toEqual({ similarTo: 'C' });
});
