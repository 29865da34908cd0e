import type { ItemSummary } from './summary.ts';
import { escapedXml, shortenedText, visibleText } from './svg-text.ts';

const height = 20;
const padding = 7;
const longestName = 40;
const left = '#3c4346';
const fills: Readonly<Record<string, string>> = { Completed: '#0f6e6a', Failed: '#b02318' };
const otherFill = '#5b6468';

/** Width of a text in px at 11 px, about; the picture then stretches it to exactly this, whatever font a host has. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[iIl.,:;|!'·]/.test(letter)) width += 3.6;
    else if (/[mwMW@%]/.test(letter)) width += 9.6;
    else if (/[A-Z]/.test(letter)) width += 7.4;
    else width += (letter.codePointAt(0) ?? 0) > 0x2e80 ? 11 : 6.5;
  }
  return Math.ceil(width);
}

/**
 * Returns what a badge says, as text: "n-butane, 2 conformers"; where there is nothing to say of the result, its status. A sign tells that something
 * changes the meaning of the number: the picture's title says what.
 */
export function badgeText({ name, headline, status, caveat }: ItemSummary): string {
  const what = status === 'Completed' ? (headline ?? status) : status;
  const mark = status === 'Completed' && caveat ? ' ⚠' : '';
  return `${shortenedText(visibleText(name), longestName)}, ${visibleText(what)}${mark}`;
}

/**
 * A small picture for places that take pictures only (Markdown): type, name, and the main number or the status. A whole SVG document
 * without style sheet, script, link or anything from elsewhere.
 */
export function badgeSvg(summary: ItemSummary): string {
  const type = shortenedText(visibleText(summary.type), longestName);
  const text = badgeText(summary);
  const [first, second] = [widthOf(type), widthOf(text)];
  const split = first + 2 * padding;
  const width = split + second + 2 * padding;
  const fill = fills[summary.status] ?? otherFill;
  const label = (x: number, length: number, words: string) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapedXml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(`${type}: ${text}`)}">`,
    `<title>${escapedXml(`${type}: ${text}${summary.caveat ? `. ${visibleText(summary.caveat)}` : ''}`)}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${height}" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${split}" height="${height}" fill="${left}"/><rect x="${split}" width="${width - split}" height="${height}" fill="${fill}"/></g>`,
    `<g fill="#fff" font-family="Verdana, DejaVu Sans, sans-serif" font-size="11">${label(padding, first, type)}${label(split + padding, second, text)}</g>`,
    '</svg>',
  ].join('');
}
