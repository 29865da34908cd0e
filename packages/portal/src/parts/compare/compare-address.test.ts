import { expect, test } from 'vitest';
import { compareSearch } from '../../search.ts';
import { parseSearch } from '../../search-text.ts';
import { compareAddress, readTypeUuid } from './compare-address.ts';

const uuid = (last: number) => `9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5b0${last}`;
const searchOf = (address: string) => compareSearch(parseSearch(address.split('?')[1] ?? ''));

test('the address of a comparison is the specified one, own or shared, and reads back', () => {
  const items = [1, 2].map((last) => ({ type: 'conformer_search', uuid: uuid(last) }));
  const own = compareAddress('conformer_search', items, { shared: false });
  expect(own).toBe(`/compare/conformer_search?uuid=${uuid(1)}&uuid=${uuid(2)}`);
  expect(searchOf(own)).toEqual({ uuid: [uuid(1), uuid(2)] });
  const mixed = compareAddress(null, [...items, { type: 'irc', uuid: uuid(3) }], { shared: true, link: 'key' });
  expect(mixed).toMatch(/^\/public\/compare\/generic\?type_uuid=conformer_search_.*&type_uuid=irc_.*&link=key$/);
  expect(searchOf(mixed).type_uuid?.map(readTypeUuid)).toEqual([...items, { type: 'irc', uuid: uuid(3) }]);
});

test('what an address says twice counts once, and nonsense names nothing', () => {
  expect(searchOf(`?uuid=${uuid(1)}&uuid=${uuid(1)}&other=x`)).toEqual({ uuid: [uuid(1)] });
  expect(searchOf('?uuid=&type_uuid')).toEqual({ uuid: [], type_uuid: [] });
  expect(readTypeUuid('short')).toEqual({ type: '', uuid: 'short' });
});
