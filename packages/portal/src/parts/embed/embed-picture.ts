import { badgeSvg, type ItemSummary } from '@cuvette/core/embedding';
import { loadToolkit } from '@cuvette/widgets/structure';

/** Width in CSS pixels of the pictures that stand in for a widget; drawn twice as fine. */
const width = 360;
const height = 240;
const sharpness = 2;

const svgAddress = (text: string) => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;

async function loaded(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

/** Draws onto white, for paper, and gives a PNG as a data address. */
function drawn(
  wide: number,
  high: number,
  ground: string | null,
  draw: (context: CanvasRenderingContext2D) => void,
): string {
  const canvas = document.createElement('canvas');
  canvas.width = wide * sharpness;
  canvas.height = high * sharpness;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.scale(sharpness, sharpness);
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, wide, high);
  }
  draw(context);
  return canvas.toDataURL('image/png');
}

/** The structural formula of a SMILES as a PNG, black on white. Throws where the SMILES cannot be read. */
export async function formulaPng(smiles: string): Promise<string> {
  const { Molecule } = await loadToolkit();
  const molecule = Molecule.fromSmiles(smiles);
  if (molecule.getAllAtoms() === 0) throw new Error('The SMILES holds no atoms.');
  const svg = molecule.toSVG(width, height, undefined, {
    autoCrop: false,
    suppressChiralText: true,
    noStereoProblem: true,
  });
  const image = await loaded(svgAddress(svg));
  return drawn(width, height, 'white', (context) => context.drawImage(image, 0, 0, width, height));
}

/** The badge as a PNG, for hosts that take no SVG. */
export async function badgePng(summary: ItemSummary): Promise<string> {
  const image = await loaded(svgAddress(badgeSvg(summary)));
  return drawn(image.width, image.height, null, (context) => context.drawImage(image, 0, 0));
}

/** All canvases of a page, those inside open shadow roots too. */
function canvases(root: Document | ShadowRoot): HTMLCanvasElement[] {
  return [...root.querySelectorAll('*')].flatMap((element) => {
    if (element instanceof HTMLCanvasElement) return [element];
    return element.shadowRoot ? canvases(element.shadowRoot) : [];
  });
}

/** Where something is drawn in a picture without ground: left, top, width and height in its pixels; null where nothing is. */
function drawnPart({ data, width: wide, height: high }: ImageData): [number, number, number, number] | null {
  let [left, top, right, bottom] = [wide, high, -1, -1];
  for (let y = 0; y < high; y += 1) {
    for (let x = 0; x < wide; x += 1) {
      if (data[(y * wide + x) * 4 + 3] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
  }
  return right < 0 ? null : [left, top, right - left + 1, bottom - top + 1];
}

/** Room around what is drawn, CSS pixels. */
const margin = 12;

/** The current 3D view of the item's page, without its empty edges, as a PNG on white; null where there is none, or nothing can be read from it. */
export function viewerPng(): string | null {
  const [canvas] = canvases(document).filter(
    (one) => one.width > 0 && one.height > 0 && one.getBoundingClientRect().width > 0,
  );
  const copy = document.createElement('canvas');
  const context = copy.getContext('2d', { willReadFrequently: true });
  if (!canvas || !context) return null;
  try {
    copy.width = canvas.width;
    copy.height = canvas.height;
    context.drawImage(canvas, 0, 0);
    const part = drawnPart(context.getImageData(0, 0, copy.width, copy.height));
    if (!part) return null;
    const [left, top, wide, high] = part;
    const scale = Math.min((width - 2 * margin) / wide, (height - 2 * margin) / high);
    const [w, h] = [wide * scale, high * scale];
    return drawn(width, height, 'white', (picture) =>
      picture.drawImage(canvas, left, top, wide, high, (width - w) / 2, (height - h) / 2, w, h),
    );
  } catch {
    return null;
  }
}
