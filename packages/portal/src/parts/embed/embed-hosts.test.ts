import { expect, test } from 'vitest';
import { embedHosts, hostFacts, hostLine } from './embed-hosts.ts';
import type { EmbedChoice } from './embed-snippets.ts';

const uuid = '64add7c5-8053-4df1-99ee-caef5c2139e3';
const place = { origin: 'https://c.example', item: { uuid, object_type: 'scan', name: 'butane' }, link: null };
const address = `https://c.example/public/scan/${uuid}`;
const usual: EmbedChoice = {
  kind: 'element',
  part: 'result',
  tab: '',
  theme: '',
  height: null,
  lang: '',
  viewLink: true,
  path: '',
  digits: null,
};
const chosen: EmbedChoice = { ...usual, tab: 'scan', height: 600 };
const value: EmbedChoice = { ...usual, part: 'value', path: 'strongest_acid' };

test.each([
  [
    'mediawiki',
    `{{#cuvette:${uuid}}}`,
    `{{#cuvette:${uuid}|tab=scan|height=600}}`,
    `{{#cuvettevalue:${uuid}|strongest_acid}}`,
  ],
  ['dokuwiki', `{{cuvette>${uuid}}}`, `{{cuvette>${uuid}?tab=scan&600}}`, `{{cuvette>${uuid}#strongest_acid}}`],
  [
    'wordpress',
    address,
    `[cuvette id="${uuid}" tab="scan" height="600"]`,
    `[cuvette id="${uuid}" value="strongest_acid"]`,
  ],
  [
    'sphinx',
    `.. cuvette:: ${uuid}`,
    `.. cuvette:: ${uuid}\n   :tab: scan\n   :height: 600`,
    `:cuvette:\`${uuid}:strongest_acid\``,
  ],
  [
    'jupyter',
    `from cuvette_embed import show\nshow("${address}")`,
    `from cuvette_embed import show\nshow("${address}")`,
    `from cuvette_embed import value\nvalue("${address}", "strongest_acid")`,
  ],
  [
    'markdown',
    `::cuvette{id=${uuid}}`,
    `::cuvette{id=${uuid} tab=scan height=600}`,
    `:cuvette[4.48]{id=${uuid} value=strongest_acid}`,
  ],
  ['elabftw', address, address, null],
  ['chat', address, address, null],
] as const)('%s gets its own line', (host, bare, more, number) => {
  expect(hostLine(host, place, usual)).toBe(bare);
  expect(hostLine(host, place, chosen)).toBe(more);
  expect(hostFacts[host].value).toBe(number !== null);
  if (number !== null) expect(hostLine(host, place, value, '4.48')).toBe(number);
});

test('nothing that is written into a line ends it: no quote, bracket or line end of a name or a path', () => {
  const hostile = { ...value, path: 'a"]}}|x`\n<script>' };
  for (const host of embedHosts) {
    const line = hostLine(host, place, hostile);
    expect(line, host).not.toMatch(/a["\]}|`]/);
    if (host !== 'jupyter' && host !== 'sphinx') expect(line.split('\n')).toHaveLength(1);
  }
});

test('a share link is in an address, and in no line that names the item alone', () => {
  const linked = { ...place, link: 'k y' };
  expect(hostLine('chat', linked, usual)).toBe(`${address}?link=k%20y`);
  for (const host of ['mediawiki', 'dokuwiki', 'sphinx', 'markdown'] as const) {
    expect(hostLine(host, linked, usual)).not.toContain('k y');
    expect(hostFacts[host].publicOnly).toBe(true);
  }
});
