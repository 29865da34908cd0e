import type { WrittenSpectrum } from '@cuvette/core/chemistry/spectra';
import { numberColumn, type TableData, textColumn, toCsv } from '@cuvette/core/tables';
import { downloadBlob, downloadText, fileNameOf } from '../ui/download.ts';
import type { PlotData } from './plot-data.ts';

/** What of the look of a figure its files must say themselves: outside the page there is no style sheet. */
const written = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'paint-order',
  'opacity',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Pixels of a PNG for each one of the figure: enough for print in one column. */
const pixelRatio = 3;

/** The figure as SVG text that draws the same everywhere: colours of the theme are written out, on the background of the page. */
function svgText(figure: SVGElement): { text: string; width: number; height: number } {
  const copy = figure.cloneNode(true) as SVGElement;
  const [from, to] = [figure, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')]);
  for (const [place, node] of (from ?? []).entries()) {
    const look = getComputedStyle(node);
    const target = to?.[place];
    for (const name of written) {
      const value = look.getPropertyValue(name);
      if (value) target?.setAttribute(name, value);
    }
    target?.removeAttribute('class');
  }
  const { width, height } = figure.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(Math.round(width)));
  copy.setAttribute('height', String(Math.round(height)));
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of [
    ['width', '100%'],
    ['height', '100%'],
    ['fill', groundOf(figure)],
  ] as const)
    ground.setAttribute(name, value);
  copy.prepend(ground);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** The first colour behind an element that is not see-through. */
function groundOf(element: Element): string {
  for (let node: Node | null = element; node; node = node instanceof ShadowRoot ? node.host : node.parentNode) {
    if (!(node instanceof Element)) continue;
    const { backgroundColor } = getComputedStyle(node);
    if (backgroundColor && !/^(?:transparent|rgba\(.*, 0\)|.*\/ 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}

/** The figure as a picture. Throws where the page forbids pictures of its own. */
export async function pngOf(figure: SVGElement): Promise<Blob> {
  const { text, width, height } = svgText(figure);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The canvas gave no picture.'))), 'image/png');
  });
}

/** Offers the figure as an SVG file. */
export function downloadSvg(figure: SVGElement, name: string): void {
  downloadText(fileNameOf(name, 'svg', 'plot'), svgText(figure).text, 'image/svg+xml');
}

/** Offers the figure as a PNG of three pixels for each one on the screen. */
export async function downloadPng(figure: SVGElement, name: string): Promise<void> {
  downloadBlob(fileNameOf(name, 'png', 'plot'), await pngOf(figure));
}

/** Offers the numbers of a plot as CSV, at full precision. */
export function downloadNumbers(data: PlotData): void {
  downloadText(fileNameOf(data.name, 'csv', 'plot'), csvOf(data));
}

/** Offers a spectrum as JCAMP-DX. */
export async function downloadJcamp(name: string, spectrum: WrittenSpectrum): Promise<void> {
  const { writeJcamp } = await import('@cuvette/core/chemistry/spectra');
  downloadText(fileNameOf(name, 'jdx', 'spectrum'), writeJcamp(spectrum), 'chemical/x-jcamp-dx');
}

/** The numbers of a plot as CSV; a ± is a column of its own. */
export function csvOf({ name, at, columns }: PlotData): string {
  const { length } = at;
  const rows = Array.from({ length }, (_, row) => row);
  const table: TableData = {
    id: 'plot',
    title: name,
    length,
    structures: rows.map(() => null),
    empty: '',
    columns: columns.flatMap(({ title, values, precision = 6, uncertainty }, place) => {
      const id = `c${place}`;
      const isText = rows.some((row) => typeof values[row] === 'string');
      const own = isText
        ? textColumn(
            { id, title },
            rows.map((row) => (values[row] === null ? null : String(values[row] ?? ''))),
          )
        : numberColumn(
            { id, title, precision },
            rows.map((row) => Number(values[row] ?? Number.NaN)),
          );
      const error = uncertainty
        ? [
            numberColumn(
              { id: `${id}e`, title: `± ${title}`, precision },
              rows.map((row) => uncertainty[row]),
            ),
          ]
        : [];
      return [own, ...error];
    }),
  };
  return toCsv(table, Uint32Array.from(rows));
}
