import { cardSize, sentenceOf } from './card.ts';
import type { ItemSummary } from './summary.ts';
import { escapedXml, visibleText } from './svg-text.ts';

/** Addresses that the head of a public page names, all of them whole. */
export interface PageAddresses {
  /** The page itself. */
  page: string;
  /** Its card as a PNG. */
  picture: string;
  /** Its oEmbed answer. */
  oembed: string;
}

/** Title and description of an item as a preview of its link shows them. */
export function previewOf(summary: ItemSummary): { title: string; description: string } {
  const method = summary.status === 'Completed' && summary.method ? ` Method: ${visibleText(summary.method)}.` : '';
  const sentence = summary.sentence ? ` ${visibleText(summary.sentence)}` : '';
  // What changes the number goes where the number goes.
  const caveat = summary.caveat ? ` ${visibleText(summary.caveat)}` : '';
  return {
    title: `${visibleText(summary.name)} · ${visibleText(summary.type)}`,
    description: `${sentenceOf(summary)}.${caveat}${sentence}${method}`,
  };
}

/**
 * Returns what programs read in the head of a public page: title, description, Open Graph and Twitter tags with the card, and where its oEmbed answer
 * is.
 * @see https://ogp.me and https://oembed.com
 */
export function pageHead(summary: ItemSummary, { page, picture, oembed }: PageAddresses): string {
  const { title, description } = previewOf(summary);
  const meta = (key: 'name' | 'property', name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapedXml(content)}" />`;
  return [
    `<title>${escapedXml(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapedXml(page)}" />`,
    meta('property', 'og:type', 'article'),
    meta('property', 'og:site_name', 'Cuvette'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', page),
    meta('property', 'og:image', picture),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', String(cardSize.width)),
    meta('property', 'og:image:height', String(cardSize.height)),
    meta('property', 'og:image:alt', sentenceOf(summary)),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', picture),
    `<link rel="alternate" type="application/json+oembed" href="${escapedXml(oembed)}" title="${escapedXml(title)}" />`,
  ].join('\n    ');
}
