import { catalogue } from '@cuvette/core/workflows';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { toTypePath } from './type-path.ts';

const uuid = '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5b01';

/** Where an address with this type in its path leads: itself, or what the redirect names. */
function ending(type: string, address: string): string {
  const { pathname, search, hash } = new URL(address, 'http://cuvette.test');
  try {
    toTypePath({ params: { type }, location: { pathname, searchStr: search, hash: hash.slice(1) } });
    return address;
  } catch (problem) {
    if (!isRedirect(problem)) throw problem;
    return problem.options.href ?? '';
  }
}

describe('addresses that spell a type as the API does', () => {
  test.each(catalogue.map(({ type, path }) => [type, path]))('%s leads to the pages of %s', (type, path) => {
    const query = `?uuid=${uuid}&uuid=${uuid}`;
    expect(ending(type, `/compare/${type}${query}`)).toBe(`/compare${path}${query}`);
    expect(ending(type, `/public/compare/${type}${query}&link=a`)).toBe(`/public/compare${path}${query}&link=a`);
    expect(ending(type, `/new/${type}?mode=careful#settings`)).toBe(`/new${path}?mode=careful#settings`);
    expect(ending(type, `/new/${type}/batch`)).toBe(`/new${path}/batch`);
    expect(ending(type, `/${type}/${uuid}?view=1`)).toBe(`${path}/${uuid}?view=1`);
  });

  test('what names no type stays, for its page to say so', () => {
    expect(ending('no_such_type', '/new/no_such_type')).toBe('/new/no_such_type');
    expect(ending('generic', '/compare/generic?type_uuid=a')).toBe('/compare/generic?type_uuid=a');
  });
});
