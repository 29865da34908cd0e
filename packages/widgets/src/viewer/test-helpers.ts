import { fixture, html, oneEvent } from '@open-wc/testing';
import type { GLShape, Label } from '3dmol';
import { engineOf, moleculeOf } from '../testing/engine-of.ts';
import { waitUntil } from '../testing/wait-until.ts';
import type { ViewerProps } from './viewer.tsx';

export const ethanol = moleculeOf(`9

C  -0.8883   0.1670  -0.0273
C   0.4658  -0.5116  -0.0368
O   1.4311   0.3229   0.5867
H  -0.8487   1.1175  -0.5695
H  -1.6471  -0.4704  -0.4896
H  -1.1964   0.3978   0.9977
H   0.7920  -0.7224  -1.0597
H   0.4246  -1.4559   0.5138
H   1.4671   1.1550   0.0848
`);

export type ViewerElement = HTMLElement & ViewerProps & { shadowRoot: ShadowRoot };

/** A viewer as a page has it, drawn. */
export async function viewerWith(properties: Partial<ViewerProps>, theme = 'light'): Promise<ViewerElement> {
  const element = await fixture<ViewerElement>(
    html`<cuvette-viewer antialias="off" theme=${theme} style="width:360px;height:420px"></cuvette-viewer>`,
  );
  Object.assign(element, { molecule: ethanol, label: 'Ethanol' }, properties);
  await oneEvent(element, 'cuvette-ready');
  return element;
}

/** What a view is drawn in. */
interface Drawn {
  shadowRoot: ShadowRoot;
}
export const one = <T extends Element = HTMLElement>(element: Drawn, selector: string) =>
  element.shadowRoot.querySelector(selector) as T;
export const canvasOf = (element: Drawn) => one<HTMLCanvasElement>(element, 'canvas');
export const stageOf = (element: Drawn) => one(element, '.cv-viewer-stage');
export const captionOf = (element: Drawn) => one(element, '.cv-viewer-caption').textContent;

/** The button or line of the menu with this text. */
export const named = (element: ViewerElement, text: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((button) =>
    (button.textContent || button.ariaLabel || '').includes(text),
  ) as HTMLButtonElement;

/** The control with this label. */
export const control = <T extends HTMLInputElement | HTMLSelectElement = HTMLInputElement>(
  element: ViewerElement,
  label: string,
) =>
  [...element.shadowRoot.querySelectorAll('label')]
    .find((each) => each.textContent?.includes(label))
    ?.querySelector('input, select') as T;

/** What lines of the menu bring; its code comes with the first use. */
const brought: Record<string, string> = {
  'Select with lasso': '.cv-lasso',
  'Select atoms by number': '.cv-viewer-strip input[type=text]',
  'Labels and colours': '.cv-viewer-strip select',
  Isosurfaces: '.cv-viewer-strip select',
};

/** Runs a line of the viewer's menu, and waits for what it brings. */
export async function choose(element: ViewerElement, text: string) {
  named(element, 'View').click();
  await waitUntil(() => one(element, '[role=menu]'));
  named(element, text).click();
  await waitUntil(() => !one(element, '[role=menu]'));
  const selector = brought[text];
  if (selector) await waitUntil(() => one(element, selector), text);
}

interface Inside {
  shapes: (GLShape | undefined)[];
  labels: (Label & { text: string; sprite: { visible: boolean; position: { x: number; y: number; z: number } } })[];
  selectedAtoms: (what: object) => { index: number; x: number; y: number; z: number; bondOrder: number[] }[];
  modelToScreen: (point: object) => { x: number; y: number };
}
/** What the engine has drawn. */
export const drawnIn = (element: Drawn) => engineOf<Inside>(canvasOf(element));

/** Where an atom is on the screen, in whole pixels of the window. */
export function placeOf(element: Drawn, atom: number): [number, number] {
  const inside = drawnIn(element);
  const spec = inside.selectedAtoms({}).find(({ index }) => index === atom);
  const { x, y } = inside.modelToScreen(spec as object);
  return [Math.round(x - window.scrollX), Math.round(y - window.scrollY)];
}

/** Pixels of the picture. */
export function pixelsOf(element: ViewerElement): Uint8ClampedArray {
  const canvas = canvasOf(element);
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

/** How many pixels have a colour. */
export function count(element: ViewerElement, is: (red: number, green: number, blue: number) => boolean): number {
  const data = pixelsOf(element);
  let found = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) > 150 && is(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) found++;
  }
  return found;
}
