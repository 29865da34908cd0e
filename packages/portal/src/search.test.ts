import { describe, expect, test } from 'vitest';
import { compareSearch, folderSearch, itemSearch, publicItemSearch, signInSearch, submitSearch } from './search.ts';

describe('search parameters', () => {
  test('after sign-in the person is only ever led to a page of this site', () => {
    expect(signInSearch({ token: 'abc', next: '/folder/1?page=2' })).toEqual({
      token: 'abc',
      next: '/folder/1?page=2',
    });
    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)', '', 7]) {
      expect(signInSearch({ next })).toEqual({});
    }
  });
  test('a page is a whole number from 2 on; everything else is the first page', () => {
    expect(folderSearch({ page: '3' })).toEqual({ page: 3 });
    for (const page of ['1', '0', '-2', '1.5', 'x', undefined]) expect(folderSearch({ page })).toEqual({});
  });
  test('unknown parameters are dropped, a numeric text stays a text', () => {
    expect(submitSearch({ folder: 'a', from: 12, mode: 'careful', other: 'x' })).toEqual({
      folder: 'a',
      from: '12',
      mode: 'careful',
    });
    expect(submitSearch({ draft: 'd', from: '' })).toEqual({ draft: 'd' });
    expect(publicItemSearch({ embed: '1' })).toEqual({ embed: 1 });
    expect(publicItemSearch({ embed: '0' })).toEqual({});
    expect(itemSearch({ view: '1-eyJzIjoiYSJ9', other: 'x' })).toEqual({ view: '1-eyJzIjoiYSJ9' });
    expect(publicItemSearch({ view: '1-e30', link: 'a' })).toEqual({ view: '1-e30', link: 'a' });
    const frame = { embed: 1, tab: 'info', theme: 'dark', lang: 'de', no_link: 1, show: 'trajectory' };
    expect(publicItemSearch({ ...frame, other: 'x' })).toEqual(frame);
    expect(publicItemSearch({ theme: 'url(x)', show: 'script', no_link: 'no' })).toEqual({});
    expect(publicItemSearch({ embed: 1, link: 'cuvette_link_x' })).toEqual({ embed: 1, link: 'cuvette_link_x' });
  });
});

test('a comparison of nothing is an empty list, not the text that stands in the address', () => {
  expect(compareSearch({ uuid: '' })).toEqual({ uuid: [] });
  expect(compareSearch({ type_uuid: ['', ''] })).toEqual({ type_uuid: [] });
  expect(compareSearch({ uuid: ['a', 'a', ''] })).toEqual({ uuid: ['a'] });
  expect(compareSearch({})).toEqual({});
});
