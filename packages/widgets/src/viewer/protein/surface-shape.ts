import type { MolecularSurface } from '@cuvette/core/chemistry';
import { splitMesh } from '@cuvette/core/chemistry/isosurface';
import type { GLShape, GLViewer } from '3dmol';
import { addMeshShape } from '../drawing/mesh-shape.ts';

/** How long the page's own thread works at a surface before it lets others in, in ms. */
const sliceTime = 35;

/**
 * Goes through steps in short slices, so that the page answers meanwhile: no worker, which a strict Content-Security-Policy may forbid.
 * @returns what the steps give, or null when `wanted` says no
 */
export async function inSlices<T>(steps: Generator<void, T>, wanted: () => boolean): Promise<T | null> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    if (!wanted()) return null;
    const until = performance.now() + sliceTime;
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
  }
}

/** Adds a surface to the picture. @param colourOf colour of an atom's part: red, green and blue from 0 to 1 */
export function drawSurface(
  viewer: GLViewer,
  { mesh, nearest }: MolecularSurface,
  opacity: number,
  colourOf: (atom: number) => readonly [number, number, number],
): GLShape {
  const parts = splitMesh(mesh).map(({ positions, normals, indices, source }) => {
    const colours = new Float32Array(positions.length);
    source.forEach((vertex, at) => {
      colours.set(colourOf(nearest[vertex] as number), 3 * at);
    });
    return { positions, normals, colours, indices };
  });
  return addMeshShape(viewer, { opacity }, parts);
}
