import { captionOf, escapedHtml, type FallbackParts, tablesHtml } from './fallback.ts';
import type { ItemSummary } from './summary.ts';

/** Width in CSS pixels of the picture in a document. */
const pictureWidth = 480;

/**
 * An item for a word processor or an e-mail, as HTML for the clipboard: picture, caption with link, the named numbers and the first rows of the main table as
 * tables. Only what every program reads: paragraphs, tables with borders, one image.
 * @param parts `picture` is a data address where the document shall keep it
 */
export function documentHtml(summary: ItemSummary, { picture, ...parts }: FallbackParts): string {
  const image = picture
    ? `<p><img src="${escapedHtml(picture)}" alt="${escapedHtml(summary.name)}" width="${pictureWidth}"></p>`
    : '';
  return `${image}<p>${captionOf(summary, parts)}</p>${tablesHtml(summary, parts.words, ' border="1" cellspacing="0" cellpadding="4"').join('')}`;
}

/** The same as text for programs that take no formatted text: cells are separated by tabs. */
export function documentText(summary: ItemSummary, { address, words }: Omit<FallbackParts, 'picture'>): string {
  const { name, type, headline, caveat, method, day, status, values, table } = summary;
  const facts = [type, status === 'Completed' ? headline : words.label(status), method, day].filter(Boolean);
  return [
    `${name}: ${facts.join(', ')}.`,
    ...(status === 'Completed' && caveat ? [`⚠ ${caveat}`] : []),
    ...values.map(({ title, text, note }) => [title, text, ...(note ? [note] : [])].join('\t')),
    ...(table ? [table.title, table.headings.join('\t'), ...table.rows.map((row) => row.join('\t'))] : []),
    ...(table && table.left > 0 ? [words.more(table.left)] : []),
    ...(address ? [address] : []),
  ].join('\n');
}
