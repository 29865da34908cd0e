type Engine = typeof import('3dmol');

let engine: Promise<Engine> | null = null;

/**
 * The 3D engine, loaded once and only when a structure is to be drawn. Its module takes over `document.onreadystatechange`;
 * the page's own handler is put back. A failed load is forgotten, so that the next attempt asks the server again.
 */
export function loadEngine(): Promise<Engine> {
  if (!engine) {
    const handler = document.onreadystatechange;
    engine = import('3dmol').then(
      (module) => {
        document.onreadystatechange = handler;
        return module;
      },
      (error: unknown) => {
        engine = null;
        throw error;
      },
    );
  }
  return engine;
}

/** What the browser draws 3D with: nothing, the processor (no graphics card, as on many virtual machines), or a graphics card. */
type Graphics = 'none' | 'processor' | 'card';

/** Names of the programs that draw by the processor alone, as browsers and Mesa tell them. */
const processorDrawn = /llvmpipe|softpipe|swiftshader|software|basic render/i;

let graphics: Graphics | null = null;

/** Whether this browser can draw in 3D at all. The engine itself swallows the failure and shows nothing. */
export function hasWebgl(): boolean {
  graphics ??= findGraphics();
  return graphics !== 'none';
}

/** Whether the processor draws. Smooth edges, which the engine draws twice as large, take it most of a second each time. */
export function drawnByProcessor(): boolean {
  graphics ??= findGraphics();
  return graphics === 'processor';
}

function findGraphics(): Graphics {
  try {
    const context = new OffscreenCanvas(1, 1).getContext('webgl2');
    if (!context) return 'none';
    const info = context.getExtension('WEBGL_debug_renderer_info');
    const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
    context.getExtension('WEBGL_lose_context')?.loseContext();
    return processorDrawn.test(name) ? 'processor' : 'card';
  } catch {
    return 'none';
  }
}
