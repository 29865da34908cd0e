import type { GLShape, GLViewer } from '3dmol';
import { shapeInside } from '../engine-inside.ts';

/** At most 65 535 vertices with their directions (x, y, z) and colours (red, green, blue from 0 to 1), three indices for each triangle. */
export interface ColouredPart {
  positions: Float32Array;
  normals: Float32Array;
  colours: Float32Array;
  indices: Uint16Array;
}

/** Adds triangles to the picture as they come, without a copy of the engine's own. @param look what the engine takes of a shape: `opacity`, `wireframe` */
export function addMeshShape(
  viewer: GLViewer,
  look: { opacity: number; wireframe?: boolean },
  parts: Iterable<ColouredPart>,
): GLShape {
  const shape = viewer.addShape(look);
  const inside = shapeInside(shape);
  // Each vertex has its colour; and the picture is fitted to the structure, not to its surface.
  inside.color = undefined;
  inside.boundingSphere = null;
  for (const { positions, normals, colours, indices } of parts) {
    const group = inside.geo.addGeoGroup();
    group.vertexArray = positions;
    group.normalArray = normals;
    group.colorArray = colours;
    group.faceArray = indices;
    group.lineArray = new Uint16Array(0);
    group.vertices = positions.length / 3;
    group.faceidx = indices.length;
    group.__inittedArrays = true;
    // With each picture it would copy the arrays to their length, which they have.
    group.truncateArrayBuffers = () => {};
  }
  return shape;
}

/** Takes such a shape out of the picture and frees it. */
export function removeMeshShape(viewer: GLViewer, shape: GLShape): void {
  viewer.removeShape(shape);
  shapeInside(shape).geo.dispose();
}
