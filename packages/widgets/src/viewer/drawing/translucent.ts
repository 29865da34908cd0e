import type { GLViewer } from '3dmol';
import { type InnerRenderer, rendererInside } from '../engine-inside.ts';

type GetContext = (type: string, how?: object) => unknown;

const mended = new WeakSet<object>();

/**
 * Runs `make` with contexts for drawing in 3D made so that what is translucent looks it on the page behind. The engine asks for colours that are not
 * multiplied by their alpha but writes ones that are: over the page, translucent things would be pale where it is light and dark where it is dark.
 */
export function withTranslucentContexts<T>(make: () => T): T {
  const prototypes = [OffscreenCanvas.prototype, HTMLCanvasElement.prototype];
  const before = prototypes.map((prototype) => prototype.getContext as GetContext);
  for (const [index, prototype] of prototypes.entries()) {
    const original = before[index] as GetContext;
    Object.assign(prototype, {
      getContext(this: unknown, type: string, how?: object) {
        return original.call(this, type, type.includes('webgl') ? { ...how, premultipliedAlpha: true } : how);
      },
    });
  }
  try {
    return make();
  } finally {
    for (const [index, prototype] of prototypes.entries()) Object.assign(prototype, { getContext: before[index] });
  }
}

/**
 * Makes a viewer copy what it has drawn to the screen as it is: the engine multiplies it by its alpha once more. Contexts that it makes later, when one was
 * lost, are of the right kind by themselves.
 */
export function drawTranslucently(viewer: GLViewer): void {
  const renderer = rendererInside(viewer);
  if (mended.has(renderer)) return;
  mended.add(renderer);
  renderer._premultipliedAlpha = true;
  const copy = renderer.renderFrameBuffertoScreen;
  renderer.renderFrameBuffertoScreen = function (this: InnerRenderer) {
    this.setBlending(false);
    copy.call(this);
    this.setBlending(true);
  };
}
