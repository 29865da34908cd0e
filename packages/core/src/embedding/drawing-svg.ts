import type { FormulaDrawing } from '../entities/formula-drawing.ts';
import { escapedXml } from './svg-text.ts';

/** The colours of a picture that is not styled by a page around it. */
export interface PictureColours {
  ground: string;
  ink: string;
  quiet: string;
  accent: string;
  /** Colour of what changes the meaning of a number. */
  warning: string;
  /** Of carbon in a structure. */
  carbon: string;
  /** White or black that an element's colour is mixed with, and how much of it (0 to 1), so that it is readable on the ground. */
  mixed: { with: number; share: number };
}

/** The same colours as the pages have (`theme/tokens.css` of the widgets). */
export const pictureColours: Readonly<Record<'light' | 'dark', PictureColours>> = {
  light: {
    ground: '#ffffff',
    ink: '#171c1e',
    quiet: '#566063',
    accent: '#0b7268',
    warning: '#7f5200',
    carbon: '#838b8e',
    mixed: { with: 0, share: 0.2 },
  },
  dark: {
    ground: '#15181a',
    ink: '#eef1f2',
    quiet: '#a5aeb1',
    accent: '#45c4b5',
    warning: '#e5b55c',
    carbon: '#c3c9cb',
    mixed: { with: 255, share: 0.4 },
  },
};

/** A colour of a drawing (`#RRGGBB`) on the ground of the picture: black follows the ink. */
function inkOf(colour: string, { ink, accent, mixed }: PictureColours): string {
  if (colour === 'accent') return accent;
  if (!/^#[0-9a-f]{6}$/i.test(colour) || colour === '#000000') return ink;
  const channels = [1, 3, 5].map((at) => {
    const own = Number.parseInt(colour.slice(at, at + 2), 16);
    return Math.round(own + (mixed.with - own) * mixed.share)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}

/** A box of a picture, in its own lengths. */
export interface PictureBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Most lengths of the picture that a length of the drawing becomes, so that two atoms do not fill a card. */
const largestScale = 3;

/** A structural formula as a group of SVG elements in the middle of a box, as large as the box allows. */
export function drawingGroup(drawing: FormulaDrawing, box: PictureBox, colours: PictureColours): string {
  const scale = Math.min(box.width / drawing.width, box.height / drawing.height, largestScale);
  const x = box.x + (box.width - drawing.width * scale) / 2;
  const y = box.y + (box.height - drawing.height * scale) / 2;
  const paths = drawing.paths.map(({ d, colour, width }) => {
    const ink = inkOf(colour, colours);
    return width === null
      ? `<path d="${escapedXml(d)}" fill="${ink}"/>`
      : `<path d="${escapedXml(d)}" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/>`;
  });
  const labels = drawing.labels.map(
    ({ x: left, y: top, size, text, colour }) =>
      `<text x="${left}" y="${top}" font-size="${size}" font-weight="600" fill="${inkOf(colour, colours)}">${escapedXml(text)}</text>`,
  );
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})">${paths.join('')}${labels.join('')}</g>`;
}

/** Fonts of a picture: the first that a host has. */
export const pictureFonts = 'DejaVu Sans, Verdana, sans-serif';

/** A structural formula as a whole SVG document on the ground of the theme. `label` is what a screen reader says. */
export function drawingSvg(
  drawing: FormulaDrawing,
  { width, height, theme, label }: { width: number; height: number; theme: 'light' | 'dark'; label: string },
): string {
  const colours = pictureColours[theme];
  const margin = Math.min(width, height) * 0.06;
  const box = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapedXml(label)}">`,
    `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`,
    `<g font-family="${pictureFonts}">${drawingGroup(drawing, box, colours)}</g>`,
    '</svg>',
  ].join('');
}
