import type { AtomSpec, GLViewer } from '3dmol';

/** Fills the picture with all that is drawn, or with some atoms of a macromolecule, without a picture of each step. */
export function fillPicture(viewer: GLViewer, focus: readonly number[] | null): void {
  Object.assign(viewer, { show: () => {} });
  try {
    if (focus) {
      const chosen = new Set(focus);
      // Layers draw models of their own, whose atoms have places too: those that a painter knows have a residue.
      viewer.zoomTo({ predicate: ({ resn, serial = -1 }: AtomSpec) => resn !== undefined && chosen.has(serial) });
    } else viewer.zoomTo();
    viewer.zoom(fitScale(viewer));
  } finally {
    Reflect.deleteProperty(viewer, 'show');
  }
}

/** 3Dmol fits the height only: in a box that is not much wider than high a long molecule would be cut off at the sides. */
export function fitScale(viewer: GLViewer): number {
  const { clientWidth, clientHeight } = viewer.getCanvas();
  const ratio = clientHeight > 0 ? clientWidth / clientHeight : 1;
  return Math.min(1.25, Math.max(0.3, 0.88 * ratio));
}

/** Where points of the picture (Å) are on the canvas, in pixels from its upper left corner. */
export function onCanvas(viewer: GLViewer, points: readonly AtomSpec[]): { x: number; y: number }[] {
  const { left, top } = viewer.getCanvas().getBoundingClientRect();
  const { clientLeft, clientTop } = document.documentElement;
  return viewer.modelToScreen(points).map(({ x, y }: { x: number; y: number }) => ({
    x: x - left - window.scrollX + clientLeft,
    y: y - top - window.scrollY + clientTop,
  }));
}
