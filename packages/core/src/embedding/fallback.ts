import type { ItemSummary } from './summary.ts';

/** A text as it may be in HTML, between tags or in an attribute in double quotes. */
export function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What the fallback is made of besides the summary. */
export interface FallbackParts {
  /** Address of the picture (`data:…`, or a file beside the page); null for none. */
  picture: string | null;
  /** Where the caption leads; null for nowhere. */
  address: string | null;
  /** Whether that opens a window of its own: a frame cannot show the page that it leads to. */
  ownWindow?: boolean;
  /** In the language of the snippet; `label` says a status. */
  words: { more: (count: number) => string; viewOnCuvette: string; label: (status: string) => string };
}

/** A caption with name, type, main number, method and date, what changes the meaning of the number, and the way to the item. */
export function captionOf(
  summary: ItemSummary,
  { address, ownWindow = false, words }: Omit<FallbackParts, 'picture'>,
): string {
  const { name, type, headline, caveat, method, day, status } = summary;
  const facts = [type, status === 'Completed' ? headline : words.label(status), method, day].filter(
    (fact) => fact !== null,
  );
  const target = ownWindow ? ' target="_blank" rel="noopener"' : '';
  const link = address ? ` <a href="${escapedHtml(address)}"${target}>${escapedHtml(words.viewOnCuvette)}</a>` : '';
  const note = status === 'Completed' && caveat ? ` ⚠ ${escapedHtml(caveat)}` : '';
  return `<strong>${escapedHtml(name)}</strong>: ${facts.map(escapedHtml).join(', ')}.${note}${link}`;
}

/**
 * Returns what an element holds until it starts: a picture, a caption, the named numbers and, where `rows` is set, the first rows of the main table
 * as lines. Phrasing content with closed tags only: hosts wrap an element that they do not know in `<p>`, which a block would end, and MDX reads
 * nothing else.
 */
export function fallbackHtml(
  summary: ItemSummary,
  { picture, rows = false, ...parts }: FallbackParts & { rows?: boolean },
): string {
  const { name, values, table } = summary;
  const lines = picture ? [`<img src="${escapedHtml(picture)}" alt="${escapedHtml(name)}" width="360" />`] : [];
  lines.push(captionOf(summary, parts));
  for (const { title, text, note } of values) lines.push(escapedHtml(`${title}: ${note ? `${text} (${note})` : text}`));
  if (table && rows) {
    const { headings } = table;
    lines.push(`<strong>${escapedHtml(table.title)}</strong>`);
    for (const cells of table.rows) {
      lines.push(escapedHtml(cells.map((cell, column) => `${headings[column] ?? ''}: ${cell}`).join(' · ')));
    }
    if (table.left > 0) lines.push(escapedHtml(parts.words.more(table.left)));
  }
  return lines.join('<br />\n');
}

/** The named numbers, and the first rows of the main table, as tables; `attributes` are written into each `<table>`. */
export function tablesHtml({ values, table }: ItemSummary, words: FallbackParts['words'], attributes = ''): string[] {
  const lines: string[] = [];
  if (values.length > 0) {
    const facts = values.map(
      ({ title, text, note }) =>
        `      <tr><th scope="row">${escapedHtml(title)}</th><td>${escapedHtml(note ? `${text} (${note})` : text)}</td></tr>`,
    );
    lines.push(`  <table${attributes}>`, '    <tbody>', ...facts, '    </tbody>', '  </table>');
  }
  if (table) {
    const row = (open: string, tag: string, texts: readonly string[]) =>
      `<tr>${texts.map((text) => `<${open}>${escapedHtml(text)}</${tag}>`).join('')}</tr>`;
    lines.push(
      `  <table${attributes}>`,
      `    <caption>${escapedHtml(table.title)}</caption>`,
      `    <thead>${row('th scope="col"', 'th', table.headings)}</thead>`,
      '    <tbody>',
      ...table.rows.map((texts) => `      ${row('td', 'td', texts)}`),
      '    </tbody>',
      '  </table>',
    );
    if (table.left > 0) lines.push(`  <p>${escapedHtml(words.more(table.left))}</p>`);
  }
  return lines;
}

/** The same for a page of its own: a figure, with the named numbers and the first rows of the main table as tables. */
export function figureHtml(summary: ItemSummary, parts: Omit<FallbackParts, 'picture'>): string {
  const caption = `  <figcaption>${captionOf(summary, parts)}</figcaption>`;
  return ['<figure>', caption, ...tablesHtml(summary, parts.words), '</figure>'].join('\n');
}
