import type { FormulaDrawing } from '../entities/formula-drawing.ts';
import { drawingGroup, pictureColours, pictureFonts } from './drawing-svg.ts';
import type { ItemSummary } from './summary.ts';
import { escapedXml, shortenedText, visibleText, wrappedText } from './svg-text.ts';

/** Width and height of a card: the shape that previews of links have. */
export const cardSize = { width: 1200, height: 630 } as const;

const margin = 64;
const drawingWidth = 440;
/** Width of a letter beside its height, about. */
const letterShape = 0.58;

/** Lines of text below each other, from `y` on. */
function linesAt(lines: readonly string[], y: number, size: number, fill: string, weight = 400): string {
  return lines
    .map(
      (line, index) =>
        `<text x="${margin}" y="${y + index * Math.round(size * 1.3)}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escapedXml(line)}</text>`,
    )
    .join('');
}

/** Returns what a card says in one sentence: "pKa of ibuprofen: strongest acid 4.5 ± 0.5", or the status of an item that has no result. */
export function sentenceOf({ name, type, headline, status }: ItemSummary): string {
  const what = status === 'Completed' ? (headline ?? status) : status;
  return `${visibleText(type)} of ${visibleText(name)}: ${visibleText(what)}`;
}

/**
 * A picture of an item for previews of links and for hosts that take pictures only: type, name, main number, method, and the structural formula where
 * there is one. A whole SVG document without style sheet, script, link or anything from elsewhere.
 */
export function cardSvg(summary: ItemSummary, drawing: FormulaDrawing | null, theme: 'light' | 'dark'): string {
  const { width, height } = cardSize;
  const colours = pictureColours[theme];
  const space = width - 2 * margin - (drawing ? drawingWidth : 0);
  const letters = (size: number) => Math.floor(space / (size * letterShape));
  const name = wrappedText(visibleText(summary.name), letters(40), 2);
  const what = summary.status === 'Completed' ? (summary.headline ?? summary.status) : summary.status;
  const headline = wrappedText(visibleText(what), letters(50), 2);
  const belowName = 164 + name.length * 52;
  const belowHeadline = belowName + 34 + headline.length * 65;
  const lines = Math.min(3, Math.floor((height - 130 - belowHeadline) / 34) + 1);
  // What changes the number goes before what explains it.
  const { caveat } = summary;
  const sentenceLines = wrappedText(
    caveat ? `⚠ ${visibleText(caveat)}` : visibleText(summary.sentence),
    letters(26),
    lines,
  );
  const method = summary.method === null ? [] : [shortenedText(visibleText(summary.method), letters(24))];
  const box = {
    x: width - margin - drawingWidth + 24,
    y: margin,
    width: drawingWidth - 24,
    height: height - 2 * margin,
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(sentenceOf(summary))}">`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<rect width="${width}" height="10" fill="${colours.accent}"/>`,
    `<g font-family="${pictureFonts}">`,
    linesAt([shortenedText(visibleText(summary.type), letters(28))], 106, 28, colours.quiet),
    linesAt(name, 160, 40, colours.ink, 700),
    linesAt(headline, belowName + 34, 50, colours.accent, 700),
    linesAt(sentenceLines, belowHeadline - 8, 26, caveat ? colours.warning : colours.ink),
    linesAt(method, height - 100, 24, colours.quiet),
    linesAt([`Cuvette · ${summary.day}`], height - 60, 24, colours.quiet),
    drawing ? drawingGroup(drawing, box, colours) : '',
    '</g></svg>',
  ].join('');
}
