import { badgeText, escapedHtml, type ItemSummary } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { itemPath } from '../paths.ts';
import { type EmbedPart, embedTags, frameParts, partsIn } from './embed-parts.ts';

type Shared = Pick<WorkflowItem, 'uuid' | 'object_type' | 'name'>;

/** The ways into another page. */
export const embedKinds = ['element', 'frame', 'file', 'markdown'] as const;
export type EmbedKind = (typeof embedKinds)[number];

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
  /** For one value: its path in the results, and its decimals (null: as usual). */
  path: string;
  digits: number | null;
}

/** Returns the choice after another kind was chosen: where it cannot show the part, the whole result takes its place. */
export function kindChange(kind: EmbedKind, part: EmbedPart): Partial<EmbedChoice> {
  return partsIn(kind, [part]).length === 0 ? { kind, part: 'result' } : { kind };
}

/** Where a snippet points: the server, the item, and the key of a share link where it is not public. */
export interface EmbedPlace {
  origin: string;
  item: Shared;
  link: string | null;
}

/** A text as it may be in a link's words in Markdown, on one line. */
export function escapedMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_{}[\]()<>#|!~&]/g, '\\$&');
}

/** Name of a file for an item: letters and digits of its name, never empty. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
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

/** Address of a picture of the item on the server, which is always as the item is now. */
function pictureAddress({ origin, item, link }: EmbedPlace, file: string, query: readonly [string, string][]): string {
  const search = new URLSearchParams([...query, ...(link ? [['link', link] as [string, string]] : [])]).toString();
  return `${origin}/api/shared/workflow/${item.uuid}/${file}${search ? `?${search}` : ''}`;
}

/** Address of the item's badge. */
export const badgeAddress = (place: EmbedPlace): string => pictureAddress(place, 'badge.svg', []);

/** Address of the item's card: name, main number, method and structural formula; twice as wide as it is shown. */
export const cardAddress = (place: EmbedPlace): string => pictureAddress(place, 'picture.png', [['width', '720']]);

/** Address of another picture of the item: its structure or its first plot. */
export const viewAddress = (place: EmbedPlace, view: 'structure' | 'plot'): string =>
  pictureAddress(place, 'picture.png', [
    ['view', view === 'structure' ? '3d' : view],
    ['width', '720'],
  ]);

const scriptAddress = (origin: string) => `${origin}/embed/1/embed.js`;

/** The script and the element with the content that is shown until it starts, without script, and on paper. */
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
  const tag = embedTags[part];
  const inside = fallback === '' || value ? fallback : `\n${fallback}\n`;
  return `<script type="module" src="${escapedHtml(scriptAddress(origin))}"></script>\n<${tag}${written}>${inside}</${tag}>`;
}

/** An element that reads a file, with the file in its own markup instead. */
export function withBundle(element: string, bundle: string): string {
  const data = `<script type="application/json">${bundle.replaceAll('<', '\\u003c')}</script>`;
  const start = element.indexOf('<cuvette-');
  const end = element.indexOf('>', start) + 1;
  return `${element.slice(0, start)}${element.slice(start, end).replace(/ src="[^"]*"/, '')}${data}${element.slice(end)}`;
}

/** CSS pixels of a frame that shows a card. */
const cardHeight = 160;

/** A frame, for pages that allow no script. Not loaded lazily: what was not scrolled to would be blank on paper. */
export function frameSnippet({ origin, item, link }: EmbedPlace, choice: EmbedChoice): string {
  const { part, tab, theme, lang, viewLink, height } = choice;
  const address = new URL(publicAddress(origin, item, link));
  address.searchParams.set('embed', '1');
  if (frameParts.some((one) => one === part)) address.searchParams.set('show', part);
  if (tab && part === 'result') address.searchParams.set('tab', tab);
  if (theme) address.searchParams.set('theme', theme);
  if (lang) address.searchParams.set('lang', lang);
  if (!viewLink) address.searchParams.set('no_link', '1');
  const written = attributes([
    ['src', address.href],
    ['title', item.name],
    ['width', '100%'],
    ['height', String(height ?? (part === 'card' ? cardHeight : 640))],
    ['frameborder', '0'],
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
