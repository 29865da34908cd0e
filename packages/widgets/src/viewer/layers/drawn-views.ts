import type { GLViewer } from '3dmol';

const listeners = new WeakMap<GLViewer, Set<() => void>>();

/**
 * Calls `listener` after each picture that a viewer drew, from wherever it was seen. The engine itself takes one listener only.
 * @returns what ends it
 */
export function afterEachPicture(viewer: GLViewer, listener: () => void): () => void {
  let all = listeners.get(viewer);
  if (!all) {
    all = new Set();
    listeners.set(viewer, all);
    const registered = all;
    viewer.setViewChangeCallback(() => {
      for (const each of [...registered]) each();
    });
  }
  const own = all;
  own.add(listener);
  return () => void own.delete(listener);
}
