import { expect, test } from 'vitest';
import { documentHtml, documentText, type ItemSummary } from './index.ts';

const summary: ItemSummary = {
  name: 'ibuprofen <1>',
  type: 'pKa',
  status: 'Completed',
  headline: 'pKa 4.48 ± 0.49',
  sentence: '',
  caveat: 'Outside calibration.',
  method: 'GFN2-xTB',
  day: '2026-11-21',
  values: [{ title: 'Strongest acid', text: '4.48 ± 0.49', note: 'Loose geometry.' }],
  table: { title: 'pKa', headings: ['Atom', 'pKa'], rows: [['O8', '4.48']], left: 1 },
};
const words = { more: (count: number) => `${count} more`, viewOnCuvette: 'View', label: (status: string) => status };

test('for a document: picture, caption with what changes the number and with link, numbers and rows as tables', () => {
  const html = documentHtml(summary, { picture: 'data:image/png;base64,AA==', address: 'https://c.example/x', words });
  expect(html).toMatch(
    /^<p><img src="data:image\/png;base64,AA==" alt="ibuprofen &lt;1&gt;" width="480"><\/p><p><strong>/,
  );
  expect(html).toContain(
    'pKa 4.48 ± 0.49, GFN2-xTB, 2026-11-21. ⚠ Outside calibration. <a href="https://c.example/x">View</a></p>',
  );
  expect(html.match(/<table border="1"/g)).toHaveLength(2);
  expect(html).toContain('<td>O8</td><td>4.48</td>');
  expect(documentHtml({ ...summary, table: null }, { picture: null, address: null, words })).not.toMatch(/<img|<a /);
});

test('as text: tabs between cells, and the address at the end', () => {
  expect(documentText(summary, { address: 'https://c.example/x', words }).split('\n')).toEqual([
    'ibuprofen <1>: pKa, pKa 4.48 ± 0.49, GFN2-xTB, 2026-11-21.',
    '⚠ Outside calibration.',
    'Strongest acid\t4.48 ± 0.49\tLoose geometry.',
    'pKa',
    'Atom\tpKa',
    'O8\t4.48',
    '1 more',
    'https://c.example/x',
  ]);
  expect(documentText({ ...summary, status: 'Failed' }, { address: null, words })).toMatch(
    /^ibuprofen <1>: pKa, Failed/,
  );
});
