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

let webgl: boolean | null = null;

/** Whether this browser can draw in 3D at all. The engine itself swallows the failure and shows nothing. */
export function hasWebgl(): boolean {
  webgl ??= tryWebgl();
  return webgl;
}

function tryWebgl(): boolean {
  try {
    const context = new OffscreenCanvas(1, 1).getContext('webgl2');
    context?.getExtension('WEBGL_lose_context')?.loseContext();
    return context !== null;
  } catch {
    return false;
  }
}
