import { badgeText, type ItemSummary } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { itemPath } from './paths.ts';

type Shared = Pick<WorkflowItem, 'uuid' | 'object_type' | 'name'>;

/** The ways into another page. */
export const embedKinds = ['element', 'frame', 'file', 'markdown'] as const;
export type EmbedKind = (typeof embedKinds)[number];

/** What of an item is shown. */
export const embedParts = ['result', 'viewer', 'table', 'value'] as const;
export type EmbedPart = (typeof embedParts)[number];

/** What a person chose for a snippet. */
export interface EmbedChoice {
  kind: EmbedKind;
  part: EmbedPart;
  /** Tab to open; empty: the one that is open by itself. */
  tab: string;
  /** Empty: as the page around it. */
  theme: '' | 'light' | 'dark';
  /** CSS pixels; null: as high as the element is by itself. */
  height: number | null;
  /** Empty: the language of the page around it. */
  lang: string;
  /** Whether the way back to Cuvette is shown. */
  viewLink: boolean;
  /** Of one value: its path in the results, and its decimals (null: as usual). */
  path: string;
  digits: number | null;
}

/** What choosing a kind changes: a frame shows no single number, so the whole result takes its place. */
export function kindChange(kind: EmbedKind, part: EmbedPart): Partial<EmbedChoice> {
  return kind === 'frame' && part === 'value' ? { kind, part: 'result' } : { kind };
}

/** Where a snippet points: the server, the item, and the key of a share link where it is not public. */
export interface EmbedPlace {
  origin: string;
  item: Shared;
  link: string | null;
}

const tags = {
  result: 'cuvette-workflow',
  viewer: 'cuvette-viewer',
  table: 'cuvette-table',
  value: 'cuvette-value',
} as const;

/** A text as it may stand in HTML, between tags or in an attribute in double quotes. */
export function escapedHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A text as it may stand in a link's words in Markdown, on one line. */
export function escapedMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#|!~&]/g, '\\$&');
}

/** Name of a file for an item: letters and digits of its name, never empty. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain || 'result';
}

function attributes(pairs: readonly (readonly [string, string | boolean | null])[]): string {
  return pairs
    .filter(([, value]) => value !== null && value !== false && value !== '')
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapedHtml(String(value))}"`))
    .join('');
}

/** The address that shows a shared item to anybody, or to whoever has the link. */
export function publicAddress(origin: string, item: Shared, link: string | null = null): string {
  return `${origin}${itemPath(item, true, link)}`;
}

/** Address of the item's badge on the server, which is always as the item is now. */
export function badgeAddress({ origin, item, link }: EmbedPlace): string {
  const key = link ? `?link=${encodeURIComponent(link)}` : '';
  return `${origin}/api/shared/workflow/${item.uuid}/badge.svg${key}`;
}

export const scriptAddress = (origin: string) => `${origin}/embed/1/embed.js`;

/** The script and the element, which holds what stands until it starts, without script, and on paper. */
export function elementSnippet(place: EmbedPlace, choice: EmbedChoice, fallback: string): string {
  const { origin, item, link } = place;
  const { part, height } = choice;
  const file = choice.kind === 'file';
  const whole = part === 'result';
  const value = part === 'value';
  const written = attributes([
    ['src', file ? `${fileNameOf(item.name)}.cuvette.json` : null],
    ['workflow', file ? null : item.uuid],
    ['public', !file && link === null],
    ['link', file ? null : link],
    ['path', value ? choice.path : null],
    ['digits', value && choice.digits !== null ? String(choice.digits) : null],
    ['tab', whole ? choice.tab : null],
    ['theme', choice.theme],
    ['lang', choice.lang],
    ['no-link', !choice.viewLink && !value],
    ['height', height === null || value ? null : String(height)],
  ]);
  const tag = tags[part];
  const inside = fallback === '' || value ? fallback : `\n${fallback}\n`;
  return `<script type="module" src="${escapedHtml(scriptAddress(origin))}"></script>\n<${tag}${written}>${inside}</${tag}>`;
}

/** An element that reads a file, with the file in its own markup instead. */
export function withBundle(element: string, bundle: string): string {
  const data = `<script type="application/json">${bundle.replaceAll('<', '\\u003c')}</script>`;
  return element.replace(
    /(<cuvette-\w+) src="[^"]*"([^>]*>)/,
    (_, start: string, end: string) => `${start}${end}${data}`,
  );
}

/** A frame, for pages that allow no script. */
export function frameSnippet({ origin, item, link }: EmbedPlace, choice: EmbedChoice): string {
  const { part, tab, theme, lang, viewLink, height } = choice;
  const address = new URL(publicAddress(origin, item, link));
  address.searchParams.set('embed', '1');
  if (part === 'viewer' || part === 'table') address.searchParams.set('show', part);
  if (tab && part === 'result') address.searchParams.set('tab', tab);
  if (theme) address.searchParams.set('theme', theme);
  if (lang) address.searchParams.set('lang', lang);
  if (!viewLink) address.searchParams.set('no_link', '1');
  const written = attributes([
    ['src', address.href],
    ['title', item.name],
    ['width', '100%'],
    ['height', String(height ?? 640)],
    ['frameborder', '0'],
    ['loading', 'lazy'],
  ]);
  return `<iframe${written}></iframe>`;
}

/** A picture that leads to the item. `picture`: the badge of the server, or a file beside the text. */
export function markdownSnippet(place: EmbedPlace, summary: ItemSummary, picture: string, viewLink: boolean): string {
  const image = `![${escapedMarkdown(badgeText(summary))}](${picture})`;
  return viewLink ? `[${image}](${publicAddress(place.origin, place.item, place.link)})` : image;
}

/** The same in HTML, for the preview. */
export function badgeHtml(place: EmbedPlace, summary: ItemSummary, picture: string, viewLink: boolean): string {
  const image = `<img src="${escapedHtml(picture)}" alt="${escapedHtml(badgeText(summary))}">`;
  const address = publicAddress(place.origin, place.item, place.link);
  return viewLink ? `<a href="${escapedHtml(address)}">${image}</a>` : image;
}

/** What the fallback is made of besides the summary. */
export interface FallbackParts {
  /** Address of the picture (`data:…`, or a file beside the page); null for none. */
  picture: string | null;
  /** Where the caption leads; null for nowhere. */
  address: string | null;
  /** In the language of the snippet; `label` says a status. */
  words: { more: (count: number) => string; viewOnCuvette: string; label: (status: string) => string };
}

/** What an element holds until it starts: a picture, a caption with name, method and date, and the main numbers with their units. */
export function fallbackHtml(summary: ItemSummary, { picture, address, words }: FallbackParts): string {
  const { name, type, headline, method, day, status, values, table } = summary;
  const facts = [type, status === 'Completed' ? headline : words.label(status), method, day].filter(
    (fact) => fact !== null,
  );
  const caption = `<strong>${escapedHtml(name)}</strong>: ${facts.map(escapedHtml).join(', ')}`;
  const lines = ['<figure>'];
  if (picture) lines.push(`  <img src="${escapedHtml(picture)}" alt="${escapedHtml(name)}" width="360">`);
  const link = address ? ` <a href="${escapedHtml(address)}">${escapedHtml(words.viewOnCuvette)}</a>` : '';
  lines.push(`  <figcaption>${caption}.${link}</figcaption>`);
  if (values.length > 0) {
    const facts = values.map(
      ({ title, text }) => `      <tr><th scope="row">${escapedHtml(title)}</th><td>${escapedHtml(text)}</td></tr>`,
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
