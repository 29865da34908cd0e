import type { MolecularSurface } from '@cuvette/core/chemistry';
import { splitMesh } from '@cuvette/core/chemistry/isosurface';
import type { GLShape, GLViewer } from '3dmol';

/** What the engine keeps to itself but must be reached for drawing typed arrays as they are (3Dmol 2.5.5, pinned). */
interface GeometryGroup {
  vertexArray: Float32Array;
  normalArray: Float32Array;
  colorArray: Float32Array;
  faceArray: Uint16Array;
  lineArray: Uint16Array;
  vertices: number;
  faceidx: number;
  __inittedArrays: boolean;
  truncateArrayBuffers: () => void;
}
interface EngineShape {
  color: unknown;
  geo: { addGeoGroup: () => GeometryGroup; dispose: () => void };
  boundingSphere: unknown;
}

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
  const shape = viewer.addShape({ opacity } as never);
  const inside = shape as unknown as EngineShape;
  // Each vertex has its colour; and the picture is fitted to the structure, not to its surface.
  inside.color = undefined;
  inside.boundingSphere = null;
  for (const part of splitMesh(mesh)) {
    const colours = new Float32Array(part.positions.length);
    part.source.forEach((vertex, at) => {
      colours.set(colourOf(nearest[vertex] as number), 3 * at);
    });
    const group = inside.geo.addGeoGroup();
    group.vertexArray = part.positions;
    group.normalArray = part.normals;
    group.colorArray = colours;
    group.faceArray = part.indices;
    group.lineArray = new Uint16Array(0);
    group.vertices = part.positions.length / 3;
    group.faceidx = part.indices.length;
    group.__inittedArrays = true;
    // With each picture it would copy the arrays to their length, which they have.
    group.truncateArrayBuffers = () => {};
  }
  return shape;
}

/** Takes a surface out of the picture and frees it. */
export function removeSurface(viewer: GLViewer, shape: GLShape): void {
  viewer.removeShape(shape);
  (shape as unknown as EngineShape).geo.dispose();
}
