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

/** Whether anything is drawn in a picture. */
function isBlank(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, width, height);
  return data.every((value) => value === 255);
}

/** The 3D view of the item's page as it stands now, as a PNG on white; null where there is none, or nothing can be read from it. */
export function viewerPng(): string | null {
  const [canvas] = canvases(document).filter(
    (one) => one.width > 0 && one.height > 0 && one.getBoundingClientRect().width > 0,
  );
  if (!canvas) return null;
  let blank = true;
  try {
    const scale = Math.min(width / canvas.width, height / canvas.height);
    const [wide, high] = [canvas.width * scale, canvas.height * scale];
    const picture = drawn(width, height, 'white', (context) => {
      context.drawImage(canvas, (width - wide) / 2, (height - high) / 2, wide, high);
      blank = isBlank(context);
    });
    return blank ? null : picture;
  } catch {
    return null;
  }
}
