import type { Mesh } from './triangulate.ts';

/** A part of a surface whose vertices can be counted with 16 bits, and where each of them is in the whole. */
export interface MeshPart {
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint16Array;
  /** Vertex of the whole mesh for each of the part's. */
  source: Uint32Array;
}

/** Cuts a surface into parts of at most so many vertices (65 535, which 16-bit indices reach); vertices at the cuts are doubled. */
export function splitMesh({ positions, normals, indices }: Mesh, mostVertices = 65_535): MeshPart[] {
  const vertices = positions.length / 3;
  if (indices.length > 0 && vertices <= mostVertices) {
    const source = Uint32Array.from({ length: vertices }, (_, vertex) => vertex);
    return [{ positions, normals, indices: Uint16Array.from(indices), source }];
  }
  const parts: MeshPart[] = [];
  const local = new Int32Array(positions.length / 3).fill(-1);
  let source = new Uint32Array(Math.min(mostVertices, local.length));
  let count = 0;
  let from = 0;
  const finish = (end: number) => {
    const kept = source.slice(0, count);
    const part: MeshPart = {
      positions: new Float32Array(3 * count),
      normals: new Float32Array(3 * count),
      indices: new Uint16Array(end - from),
      source: kept,
    };
    for (let at = 0; at < 3 * count; at++) {
      const place = 3 * (kept[Math.floor(at / 3)] as number) + (at % 3);
      part.positions[at] = positions[place] as number;
      part.normals[at] = normals[place] as number;
    }
    for (let at = from; at < end; at++) part.indices[at - from] = local[indices[at] as number] as number;
    parts.push(part);
    for (const vertex of kept) local[vertex] = -1;
    source = new Uint32Array(source.length);
    count = 0;
    from = end;
  };
  for (let at = 0; at < indices.length; at += 3) {
    const triangle = [indices[at] as number, indices[at + 1] as number, indices[at + 2] as number];
    if (count + triangle.filter((vertex) => (local[vertex] as number) < 0).length > mostVertices) finish(at);
    for (const vertex of triangle) {
      if ((local[vertex] as number) >= 0) continue;
      local[vertex] = count;
      source[count] = vertex;
      count += 1;
    }
  }
  if (from < indices.length) finish(indices.length);
  return parts;
}
