import { fallbackHtml, type ItemSummary, summaryOf, valueText } from '@cuvette/core/embedding';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { loadWorkflow, type NamedValue, type WorkflowDefinition } from '@cuvette/core/workflows';
import { namedValuesOf } from '@cuvette/core/workflows/items/named-values';
import { loadWords } from '@cuvette/widgets/languages';
import { describe, expect, test } from 'vitest';
import {
  badgeAddress,
  cardAddress,
  type EmbedChoice,
  elementSnippet,
  escapedMarkdown,
  fileNameOf,
  frameSnippet,
  kindChange,
  markdownSnippet,
  publicAddress,
  withBundle,
} from './embed-snippets.ts';
import { embedLanguage } from './use-embed-language.ts';

const origin = 'https://c.example';
const item = { uuid: '64add7c5-8053-4df1-99ee-caef5c2139e3', object_type: 'conformer_search', name: 'butane' };
const place = { origin, item, link: null };
const hostile = { ...place, item: { ...item, name: '"><script>alert(1)</script>&' } };
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
const summary: ItemSummary = {
  name: 'ibuprofen',
  type: 'Conformer Search',
  status: 'Completed',
  headline: '12 conformers',
  sentence: '',
  caveat: null,
  method: 'GFN2-xTB (tblite 0.8.0)',
  day: '2026-11-21',
  values: [],
  table: { title: 'Conformer Search', headings: ['Conformer', 'Energy (Hartree)'], rows: [['1', '−40.1']], left: 11 },
};
const words = {
  more: (count: number) => `${count} more`,
  viewOnCuvette: 'View on Cuvette',
  label: (status: string) => status,
};

test('the public address is that of the type, under /public', () => {
  expect(publicAddress(origin, item)).toBe(`${origin}/public/conformer_search/${item.uuid}`);
  expect(publicAddress(origin, { ...item, object_type: 'of_tomorrow' })).toBe(`${origin}/public/workflow/${item.uuid}`);
});

describe('the element', () => {
  test('is two lines: the versioned script and the tag', () => {
    expect(elementSnippet(place, usual, '').split('\n')).toEqual([
      `<script type="module" src="${origin}/embed/1/embed.js"></script>`,
      `<cuvette-workflow workflow="${item.uuid}" public></cuvette-workflow>`,
    ]);
  });
  test('says what was chosen, and nothing else', () => {
    const chosen = { ...usual, tab: 'info', theme: 'dark' as const, lang: 'de', height: 500, viewLink: false };
    expect(elementSnippet({ ...place, link: 'key' }, chosen, '').split('\n')[1]).toBe(
      `<cuvette-workflow workflow="${item.uuid}" link="key" tab="info" theme="dark" lang="de" no-link height="500"></cuvette-workflow>`,
    );
    expect(elementSnippet(place, { ...chosen, part: 'viewer' }, '')).not.toContain('tab=');
  });
  test('one value is inside a sentence, with the number that it has now', () => {
    const value: EmbedChoice = { ...usual, part: 'value', path: 'a"b', digits: 2, height: 300 };
    expect(elementSnippet(place, value, '4.48').split('\n')[1]).toBe(
      `<cuvette-value workflow="${item.uuid}" public path="a&quot;b" digits="2">4.48</cuvette-value>`,
    );
  });
  test('an instrument that not every item has is named like the others, in an element and in a frame', () => {
    const chosen = { ...usual, part: 'microstates' as const, lang: 'de', height: 500, viewLink: false };
    expect(elementSnippet(place, chosen, '').split('\n')[1]).toBe(
      `<cuvette-microstates workflow="${item.uuid}" public lang="de" no-link height="500"></cuvette-microstates>`,
    );
    const frame = frameSnippet(place, { ...usual, kind: 'frame', part: 'trajectory' });
    expect(frame).toContain(`${item.uuid}?embed=1&amp;show=trajectory"`);
  });
  test('from a file it names the file, no item and no link', () => {
    const file = elementSnippet({ ...hostile, link: 'key' }, { ...usual, kind: 'file' }, '').split('\n')[1];
    expect(file).toBe('<cuvette-workflow src="script-alert-1-script.cuvette.json"></cuvette-workflow>');
    const held = withBundle(elementSnippet(place, { ...usual, kind: 'file', height: 9 }, ''), '{"name":"</script>$&"}');
    expect(held.split('\n')[1]).toBe(
      '<cuvette-workflow height="9"><script type="application/json">{"name":"\\u003c/script>$&"}</script></cuvette-workflow>',
    );
    expect(fileNameOf('α-D-Glucose (β?)/../x')).toBe('α-D-Glucose-β-x');
    expect(fileNameOf('///')).toBe('result');
  });
});

test('the frame says in its address what was chosen; a share link is there too', () => {
  expect(frameSnippet({ ...place, link: 'key' }, { ...usual, kind: 'frame' })).toContain('?link=key&amp;embed=1"');
  const chosen = {
    ...usual,
    part: 'table' as const,
    tab: 'info',
    theme: 'dark' as const,
    lang: 'de',
    viewLink: false,
    height: 300,
  };
  expect(frameSnippet(place, chosen)).toBe(
    `<iframe src="${origin}/public/conformer_search/${item.uuid}?embed=1&amp;show=table&amp;theme=dark&amp;lang=de&amp;no_link=1" title="butane" width="100%" height="300" frameborder="0"></iframe>`,
  );
});

describe('no name breaks out of what people paste', () => {
  test('of a frame', () => {
    const frame = frameSnippet(hostile, usual);
    expect(frame).not.toContain('<script>');
    expect(frame.match(/"/g)).toHaveLength(10);
  });
  test('of the fallback', () => {
    const name = hostile.item.name;
    const html = fallbackHtml(
      {
        ...summary,
        name,
        headline: '<b>',
        values: [{ title: '<p>', text: '<q>' }],
        table: { title: '<i>', headings: ['<u>'], rows: [['<s>"&']], left: 0 },
      },
      { picture: 'data:image/png;base64,"', address: 'https://c.example/?a=1&b="', words, rows: true },
    );
    expect(html).not.toMatch(/<(script|b|i|u|s|p|q)>/);
    expect(html).toContain('&lt;s&gt;&quot;&amp;');
    expect(html.match(/"/g)?.length).toBe(8);
  });
  test('of Markdown', () => {
    const name = 'a](https://evil.example) [x] `code` <b> *bold*\n\n# title \\';
    const text = markdownSnippet(place, { ...summary, name }, badgeAddress(place), true);
    expect(text.split('\n')).toHaveLength(1);
    // Brackets of our own: two open and two close; all of the name's are escaped.
    expect(text.match(/(?<!\\)\[/g)).toHaveLength(2);
    expect(text.match(/(?<!\\)\]/g)).toHaveLength(2);
    expect(text).toContain('\\<b\\>');
    expect(escapedMarkdown('&copy; \\')).toBe('\\&copy; \\\\');
  });
});

test('the badge in Markdown leads to the public page, or with a link to what it opens', () => {
  expect(markdownSnippet(place, summary, badgeAddress(place), true)).toBe(
    `[![ibuprofen, 12 conformers](${origin}/api/shared/workflow/${item.uuid}/badge.svg)](${origin}/public/conformer_search/${item.uuid})`,
  );
  expect(badgeAddress({ ...place, link: 'k y' })).toContain('badge.svg?link=k+y');
  expect(markdownSnippet(place, summary, 'badge.png', false)).toBe('![ibuprofen, 12 conformers](badge.png)');
});

test('the fallback is short: picture, caption with name, method and date, and the named numbers; rows by choice', () => {
  const acid = { ...summary, values: [{ title: 'Strongest acid', text: '4.48 ± 0.49', note: 'Loose geometry.' }] };
  const html = fallbackHtml(acid, { picture: cardAddress(place), address: 'https://c.example/x', words });
  expect(html.split('\n')).toEqual([
    `<img src="${origin}/api/shared/workflow/${item.uuid}/picture.png?width=720" alt="ibuprofen" width="360" /><br />`,
    '<strong>ibuprofen</strong>: Conformer Search, 12 conformers, GFN2-xTB (tblite 0.8.0), 2026-11-21. <a href="https://c.example/x">View on Cuvette</a><br />',
    'Strongest acid: 4.48 ± 0.49 (Loose geometry.)',
  ]);
  const rows = fallbackHtml(summary, { picture: null, address: null, words, rows: true });
  expect(rows.split('<br />\n').slice(1)).toEqual([
    '<strong>Conformer Search</strong>',
    'Conformer: 1 · Energy (Hartree): −40.1',
    '11 more',
  ]);
});

test('the fallback is what may be in a paragraph, with closed tags, whatever it is made of', () => {
  const tags = (html: string) => [...html.matchAll(/<\/?([a-z]+)[^>]*>/g)];
  const html = fallbackHtml(summary, { picture: 'a.png', address: 'https://c.example/x', words, rows: true });
  for (const [whole, tag = ''] of tags(html)) {
    expect(['img', 'strong', 'a', 'br']).toContain(tag);
    if (['img', 'br'].includes(tag)) expect(whole).toMatch(/ \/>$/);
  }
});

/** Bundles that the widgets are tested with, as text. */
const fixtures = import.meta.glob<string>('../../../../widgets/src/results/fixtures/*.cuvette.json', {
  query: '?raw',
  import: 'default',
  eager: true,
});

describe('in German', async () => {
  const { words: german, summary: language } = embedLanguage(await loadWords('de'));
  const fixture = async (name: string, change: object = {}) => {
    const bundle = Bundle.parse(
      JSON.parse(fixtures[`../../../../widgets/src/results/fixtures/${name}.cuvette.json`] ?? ''),
    );
    const one = WorkflowItem.parse({ ...bundle.items[0], ...change });
    const molecules = new Map(Object.entries(bundle.calculations).map(([uuid, { molecules }]) => [uuid, molecules]));
    return { item: one, definition: await loadWorkflow(one.object_type), molecules };
  };
  const written = async (name: string, change: object = {}) => {
    const { item: one, definition, molecules } = await fixture(name, change);
    const address = 'https://c.example/x';
    const parts = { picture: null, address, words: german, rows: true };
    return fallbackHtml(summaryOf(one, definition, molecules, language), parts);
  };

  test('the fallback is: type, main numbers, headings, decimal commas, rows that are left, and the link', async () => {
    const html = await written('conformer-search');
    expect(html).toContain('</strong>: Konformerensuche, 9 Konformere, 2025-11-20. <a');
    expect(html).toContain('>In Cuvette ansehen</a>');
    expect(html).toContain('<strong>Konformerensuche</strong><br />');
    expect(html).toMatch(/: 1 · Relative Energie \(kcal\/mol\): 0,00 · Gewicht \(%\): \d+,\d/);
    expect(html).toContain('Anzahl der Konformere: 9<br />');
    expect(html).toContain('… 3 weitere');
    expect(html).not.toMatch(/\): [−\d]*\d\.\d/);
    const pka = await written('macropka');
    expect(pka).toContain('Isoelektrischer Punkt: 5,97<br />');
    expect(pka).toContain('Ladung der Säure');
  });
  test('what has not ended or failed says that', async () => {
    expect(await written('butane', { object_status: 3, object_data: null })).toContain(
      ': Konformerensuche, Fehlgeschlagen,',
    );
    expect(await written('water', { object_status: 1 })).toContain(': Einzelrechnung, Läuft,');
  });
  test('one number in a sentence has a decimal comma', async () => {
    const { item: one, definition, molecules } = await fixture('macropka');
    const [point] = namedValuesOf(definition as WorkflowDefinition, one, molecules);
    expect(valueText(point as NamedValue, 1, language)).toBe('6,0');
    expect(valueText({ ...point, unit: 'V vs. SHE', value: -1.5, precision: 2 } as NamedValue, null, language)).toBe(
      '−1,50 V gegen SHE',
    );
  });
});

test('a frame shows no single number, and a card is for frames: choosing another kind takes the whole result', () => {
  expect(kindChange('frame', 'value')).toEqual({ kind: 'frame', part: 'result' });
  expect(kindChange('element', 'card')).toEqual({ kind: 'element', part: 'result' });
  expect(kindChange('frame', 'card')).toEqual({ kind: 'frame' });
  expect(frameSnippet(place, { ...usual, kind: 'frame', part: 'card' })).toMatch(/show=card" .*height="160"/);
  expect(kindChange('frame', 'table')).toEqual({ kind: 'frame' });
  expect(kindChange('file', 'value')).toEqual({ kind: 'file' });
});

test('no snippet has inline style, which a strict page would refuse', () => {
  const chosen = { ...usual, height: 500 };
  for (const text of [elementSnippet(place, chosen, ''), frameSnippet(place, chosen)]) {
    expect(text).toContain(' height="500"');
    expect(text).not.toContain('style=');
  }
});
