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

/** What an element holds until it starts: a picture, a caption with name, method and date, and the main numbers with their units. */
export function fallbackHtml(
  summary: ItemSummary,
  { picture, address, ownWindow = false, words }: FallbackParts,
): string {
  const { name, type, headline, method, day, status, values, table } = summary;
  const facts = [type, status === 'Completed' ? headline : words.label(status), method, day].filter(
    (fact) => fact !== null,
  );
  const caption = `<strong>${escapedHtml(name)}</strong>: ${facts.map(escapedHtml).join(', ')}`;
  const lines = ['<figure>'];
  if (picture) lines.push(`  <img src="${escapedHtml(picture)}" alt="${escapedHtml(name)}" width="360">`);
  const target = ownWindow ? ' target="_blank" rel="noopener"' : '';
  const link = address ? ` <a href="${escapedHtml(address)}"${target}>${escapedHtml(words.viewOnCuvette)}</a>` : '';
  lines.push(`  <figcaption>${caption}.${link}</figcaption>`);
  if (values.length > 0) {
    const facts = values.map(
      ({ title, text, note }) =>
        `      <tr><th scope="row">${escapedHtml(title)}</th><td>${escapedHtml(note ? `${text} (${note})` : text)}</td></tr>`,
    );
    lines.push('  <table>', '    <tbody>', ...facts, '    </tbody>', '  </table>');
  }
  if (table) {
    const row = (open: string, tag: string, texts: readonly string[]) =>
      `<tr>${texts.map((text) => `<${open}>${escapedHtml(text)}</${tag}>`).join('')}</tr>`;
    lines.push(
      '  <table>',
      `    <caption>${escapedHtml(table.title)}</caption>`,
      `    <thead>${row('th scope="col"', 'th', table.headings)}</thead>`,
      '    <tbody>',
      ...table.rows.map((texts) => `      ${row('td', 'td', texts)}`),
      '    </tbody>',
      '  </table>',
    );
    if (table.left > 0) lines.push(`  <p>${escapedHtml(words.more(table.left))}</p>`);
  }
  return [...lines, '</figure>'].join('\n');
}
