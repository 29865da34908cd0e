import { expect, test } from 'vitest';
import { elementSnippet, frameSnippet, publicAddress } from './embed-snippets.ts';

const item = {
  uuid: '64add7c5-8053-4df1-99ee-caef5c2139e3',
  object_type: 'conformer_search',
  name: '"><script>alert(1)</script>',
};

test('the public address is that of the type, under /public', () => {
  expect(publicAddress('https://c.example', item)).toBe(`https://c.example/public/conformer_search/${item.uuid}`);
  expect(publicAddress('https://c.example', { ...item, object_type: 'of_tomorrow' })).toBe(
    `https://c.example/public/workflow/${item.uuid}`,
  );
});

test("an item's name cannot break out of the text that people paste into their pages", () => {
  const frame = frameSnippet('https://c.example', item);
  expect(frame).not.toContain('<script>');
  expect(frame).toContain('?embed=1');
  expect(frame.match(/"/g)).toHaveLength(10);
});

test('a share link stands in the address, the element and the frame', () => {
  const plain = { ...item, name: 'butane' };
  expect(publicAddress('https://c.example', plain, 'key')).toBe(
    `https://c.example/public/conformer_search/${item.uuid}?link=key`,
  );
  expect(elementSnippet('https://c.example', item.uuid, 'key')).toContain(`workflow="${item.uuid}" link="key"></`);
  expect(frameSnippet('https://c.example', plain, 'key')).toContain('?link=key&amp;embed=1"');
});

test('the element is two lines: the versioned script and the tag', () => {
  const lines = elementSnippet('https://c.example', item.uuid).split('\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toContain('https://c.example/embed/1/embed.js');
  expect(lines[1]).toBe(`<cuvette-workflow workflow="${item.uuid}" public></cuvette-workflow>`);
});
