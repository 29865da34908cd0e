import type { GLViewer } from '3dmol';
import { drawTranslucently, withTranslucentContexts } from './drawing/translucent.ts';
import { drawnByProcessor, type loadEngine } from './engine.ts';
import { type InnerScene, viewerInside } from './engine-inside.ts';
import { watchPresses } from './input/pointer-press.ts';

export type Engine = Awaited<ReturnType<typeof loadEngine>>;

export interface OpenOptions {
  /** Smooth edges by drawing twice as large. By default off where the processor draws. */
  antialias?: boolean;
  /** `shared`: all viewers of a page draw through one WebGL context (no limit of viewers). `own`: a context for this one (at most 16 a page). */
  renderMode?: 'shared' | 'own';
}

/** Open viewers, and what each does when its picture has to be drawn anew from nothing. */
const live = new Map<GLViewer, () => void>();
const watchedContexts = new WeakSet<EventTarget>();

/**
 * The engine's viewer in a box, and what takes it away again without a trace. While it is made, `window` and `body` hand it listeners
 * that end with a signal: it binds them anonymously and never takes them off, so each viewer would otherwise stay alive for as long as
 * the page.
 * @param onRestored the graphics context was lost and there is a new one: all that was drawn is gone from it
 */
export function openViewer(
  engine: Engine,
  box: HTMLElement,
  options: OpenOptions,
  onRestored: () => void,
): { viewer: GLViewer; close: () => void } {
  const listeners = new AbortController();
  const targets: EventTarget[] = [window, document.body];
  for (const target of targets) {
    const add = EventTarget.prototype.addEventListener;
    Object.defineProperty(target, 'addEventListener', {
      configurable: true,
      value(type: string, listener: EventListener, how?: boolean | AddEventListenerOptions) {
        add.call(target, type, listener, {
          ...(typeof how === 'object' ? how : { capture: how === true }),
          signal: listeners.signal,
        });
      },
    });
  }
  let viewer: GLViewer;
  try {
    const how = {
      antialias: options.antialias ?? !drawnByProcessor(),
      backgroundAlpha: 0,
      backgroundColor: 'black',
      disableFog: true,
      // Half of the engine's usual fineness: bands look the same and are drawn twice as fast.
      cartoonQuality: 5,
      ...(options.renderMode === 'own' ? { rows: 1, cols: 1, row: 0, col: 0 } : {}),
    };
    viewer = withTranslucentContexts(() => engine.createViewer(box, how));
  } finally {
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
  takeOutOnly(viewerInside(viewer).scene);
  quiet(viewer.getCanvas());
  watchPresses(viewer, box, listeners.signal);
  live.set(viewer, onRestored);
  watchContext(viewer);
  viewer.setBackgroundColor(0x000000, 0);
  return {
    viewer,
    close() {
      live.delete(viewer);
      viewer.stopAnimate();
      viewer.removeAllModels();
      viewer.removeAllShapes();
      viewer.removeAllLabels();
      const inside = viewerInside(viewer);
      inside.divwatcher?.disconnect();
      inside.intwatcher?.disconnect();
      listeners.abort();
      freeOwnContext(viewer, options);
      box.replaceChildren();
    },
  };
}

/**
 * Where something is taken out again before a picture showed it, the engine strikes it from the list of what is new at the place that it had in another
 * list: that may be a thing which stays (the bonds), and is then never drawn. It finds nothing to strike where that was done before.
 */
function takeOutOnly(scene: InnerScene) {
  const remove = scene.__removeObject;
  scene.__removeObject = (object) => {
    const { __objectsAdded: added } = scene;
    const at = added.indexOf(object);
    if (at >= 0) added.splice(at, 1);
    remove.call(scene, object);
  };
}

/** 3Dmol gives every canvas id="undefined", twice on a page with two viewers; and the text alternative is on the box around it. */
function quiet(canvas: HTMLCanvasElement) {
  canvas.removeAttribute('id');
  canvas.setAttribute('aria-hidden', 'true');
}

/** A lost context takes every viewer that shares it with it; the engine listens on the wrong canvas. `resize` makes a new one. */
function watchContext(viewer: GLViewer) {
  drawTranslucently(viewer);
  const context = viewer.getRenderer().getContext() as WebGL2RenderingContext | null;
  const canvas = context?.canvas as EventTarget | undefined;
  if (!canvas || watchedContexts.has(canvas)) return;
  watchedContexts.add(canvas);
  canvas.addEventListener('webglcontextlost', () => {
    setTimeout(() => {
      for (const [each, restored] of live) {
        each.resize();
        restored();
        quiet(each.getCanvas());
        watchContext(each);
      }
    });
  });
}

function freeOwnContext(viewer: GLViewer, options: OpenOptions) {
  if (options.renderMode !== 'own') return;
  const context = viewer.getRenderer().getContext() as WebGL2RenderingContext | null;
  context?.getExtension('WEBGL_lose_context')?.loseContext();
}
