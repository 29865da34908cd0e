import type { Size } from './picture.ts';

type Canvas2d = OffscreenCanvasRenderingContext2D | CanvasRenderingContext2D;
/** Draws a piece of a legend, in the page's pixels from the legend's upper left corner. */
type Piece = (canvas: Canvas2d) => void;

/** A legend as it is drawn over the picture: its place in the box and its parts. */
interface Legend {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
  pieces: Piece[];
}

/** Smallest that a legend becomes against the screen: below it its text is not read any more. */
const smallest = 0.85;

/** Draws legends into a picture of some size. */
export type LegendPainter = (canvas: Canvas2d, size: Size) => void;

/**
 * The legends over a picture as they are now, to be drawn into pictures and films, where the page's own text is not. They keep their corner of the picture, and
 * their size against the structure, except where they would be too small to read or too wide to fit. Null without any.
 */
export function legendsOf(stage: HTMLElement | null): LegendPainter | null {
  const box = stage?.getBoundingClientRect();
  const legends = [...(stage?.querySelectorAll<HTMLElement>('.cv-viewer-legend') ?? [])].flatMap((element) =>
    box && element.offsetWidth > 0 && element.textContent?.trim() ? [legendOf(element, box)] : [],
  );
  if (!box || legends.length === 0) return null;
  return (canvas, size) => {
    const ratio = Math.min(size.width / (box.width || size.width), size.height / (box.height || size.height));
    const scaleOf = ({ left, top, right, bottom, width, height }: Legend) => {
      const across = size.width / (width + 2 * Math.min(left, right));
      const down = size.height / (height + 2 * Math.min(top, bottom));
      return Math.min(Math.max(ratio, smallest), across, down);
    };
    const corner = ({ left, top, right, bottom }: Legend) => `${left <= right} ${top <= bottom}`;
    for (const legend of legends) {
      const { left, top, right, bottom, width, height } = legend;
      // Those of one corner are drawn one above the other, with one scale.
      const scale = Math.min(...legends.filter((each) => corner(each) === corner(legend)).map(scaleOf));
      const x = left <= right ? left * scale : size.width - (right + width) * scale;
      const y = top <= bottom ? top * scale : size.height - (bottom + height) * scale;
      canvas.save();
      canvas.translate(x, y);
      canvas.scale(scale, scale);
      for (const piece of legend.pieces) {
        canvas.save();
        piece(canvas);
        canvas.restore();
      }
      canvas.restore();
    }
  };
}

function legendOf(element: HTMLElement, box: DOMRect): Legend {
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const pieces: Piece[] = [];
  collect(element, { left, top }, pieces);
  return {
    left: left - box.left,
    top: top - box.top,
    right: box.right - right,
    bottom: box.bottom - bottom,
    width,
    height,
    pieces,
  };
}

type Corner = Pick<DOMRect, 'left' | 'top'>;

/** What an element and all that is in it look like. */
function collect(element: Element, corner: Corner, pieces: Piece[]): void {
  const style = getComputedStyle(element);
  const place = element.getBoundingClientRect();
  if (style.visibility === 'hidden' || place.width <= 1 || place.height <= 1) return;
  if (element instanceof SVGSVGElement) return drawing(element, corner, pieces);
  pieces.push(ground(place, style, corner));
  for (const node of element.childNodes) {
    if (node instanceof Element) collect(node, corner, pieces);
    else if (node instanceof Text) written(node, element, style, corner, pieces);
  }
}

/** Background and border. */
function ground(place: DOMRect, style: CSSStyleDeclaration, corner: Corner): Piece {
  const { backgroundColor, borderTopColor } = style;
  const border = Number.parseFloat(style.borderTopWidth) || 0;
  const radius = Number.parseFloat(style.borderTopLeftRadius) || 0;
  return (canvas) => {
    canvas.beginPath();
    const inset = border / 2;
    const [x, y] = [place.left - corner.left + inset, place.top - corner.top + inset];
    canvas.roundRect(x, y, place.width - border, place.height - border, Math.max(0, radius - inset));
    canvas.fillStyle = backgroundColor;
    canvas.fill();
    if (border === 0) return;
    canvas.lineWidth = border;
    canvas.strokeStyle = borderTopColor;
    canvas.stroke();
  };
}

/** Bars and dots of a legend's own small drawing. */
function drawing(svg: SVGSVGElement, corner: Corner, pieces: Piece[]): void {
  const stops = [...svg.querySelectorAll('stop')].map(
    (stop) => [Number(stop.getAttribute('offset')), stop.getAttribute('stop-color') ?? '#000000'] as const,
  );
  for (const shape of svg.querySelectorAll('rect, circle')) {
    const { left, top, width, height } = shape.getBoundingClientRect();
    const [x, y] = [left - corner.left, top - corner.top];
    const fill = getComputedStyle(shape).fill;
    pieces.push((canvas) => {
      if (fill.startsWith('url')) {
        const gradient = canvas.createLinearGradient(x, 0, x + width, 0);
        for (const [offset, colour] of stops) gradient.addColorStop(offset, colour);
        canvas.fillStyle = gradient;
      } else canvas.fillStyle = fill;
      canvas.beginPath();
      if (shape.localName === 'circle') canvas.ellipse(x + width / 2, y + height / 2, width / 2, height / 2, 0, 0, 7);
      else canvas.rect(x, y, width, height);
      canvas.fill();
    });
  }
}

/** A text word by word, each where the page has it: so its lines break as they do there. */
function written(node: Text, parent: Element, style: CSSStyleDeclaration, corner: Corner, pieces: Piece[]): void {
  const { color, fontStyle, fontWeight, fontSize, fontFamily } = style;
  const right = parent.getBoundingClientRect().right - corner.left;
  const cut = style.textOverflow === 'ellipsis' && parent.scrollWidth > parent.clientWidth;
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const [place] = range.getClientRects();
    if (!place) continue;
    const [x, y] = [place.left - corner.left, place.top - corner.top];
    if (cut && x >= right) continue;
    pieces.push((canvas) => {
      canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      canvas.fillStyle = color;
      const { fontBoundingBoxAscent, fontBoundingBoxDescent } = canvas.measureText(word);
      const ascent = (place.height - fontBoundingBoxAscent - fontBoundingBoxDescent) / 2 + fontBoundingBoxAscent;
      canvas.fillText(cut ? shortened(canvas, word, right - x) : word, x, y + ascent);
    });
  }
}

/** As much of a word as there is room for. */
function shortened(canvas: Canvas2d, word: string, room: number): string {
  if (canvas.measureText(word).width <= room) return word;
  let length = word.length;
  while (length > 0 && canvas.measureText(`${word.slice(0, length)}…`).width > room) length--;
  return `${word.slice(0, length)}…`;
}
