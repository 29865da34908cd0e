import { expect, test } from 'vitest';
import { parseSearch, stringifySearch } from './search-text.ts';

test('values are texts, and a name that occurs several times is a list, both ways', () => {
  const text = '?query=123&status=2&status=3&asc=true&type=pka';
  const read = parseSearch(text);
  expect(read).toEqual({ query: '123', status: ['2', '3'], asc: 'true', type: 'pka' });
  expect(stringifySearch(read)).toBe(text);
  expect(stringifySearch({ page: 2, none: undefined, also: null, list: [] })).toBe('?page=2');
  expect(stringifySearch({})).toBe('');
});

test.each(['?%', '?%zz=%E0%A4%A', '?=&&&', '?__proto__=x&constructor=y', `?${'a'.repeat(5000)}`, '?{"a":1}'])(
  'nonsense is read without a fault: %s',
  (text) => {
    const read = parseSearch(text);
    expect(parseSearch(stringifySearch(read))).toEqual(read);
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  },
);
