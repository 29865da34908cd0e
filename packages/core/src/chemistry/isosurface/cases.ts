/*
 * A cell of a grid has eight corners; corner c lies at the steps (c & 1, c >> 1 & 1, c >> 2 & 1) along the three axes. Each of its twelve edges runs
 * along one axis from a corner: edge 4·axis + n, where n counts the four corners that the edges of that axis start at.
 */

/** Corner that each edge starts at, and its axis. */
export const edges: readonly { corner: number; axis: number }[] = [0, 1, 2].flatMap((axis) =>
  [0, 1, 2, 3].map((n) => {
    const [low, high] = [0, 1, 2].filter((other) => other !== axis) as [number, number];
    return { corner: ((n & 1) << low) | ((n >> 1) << high), axis };
  }),
);

const edgeBetween = new Map<string, number>(
  edges.map(({ corner, axis }, edge) => [`${corner},${corner | (1 << axis)}`, edge] as const),
);

/** The four corners of each of the six faces in turn, counter-clockwise seen from outside. */
const faces: readonly number[][] = [0, 1, 2].flatMap((axis) => {
  const [first, second] = [1 << ((axis + 1) % 3), 1 << ((axis + 2) % 3)];
  const round = [0, first, first | second, second];
  return [round.map((corner) => corner | (1 << axis)), round.toReversed()];
});

/**
 * The pieces of border on one face: for each run of inside corners the edge by which a walk round the face comes to it, and the edge by which it leaves.
 * Two inside corners that are opposite are cut off from each other; the neighbouring cell sees the same face the other way round and does the same, so
 * that surfaces of neighbours meet without gaps.
 */
function pieces(face: readonly number[], mask: number): [number, number][] {
  const inside = face.map((corner) => (mask >> corner) & 1);
  const edgeAfter = (at: number) => {
    const pair = [face[at] as number, face[(at + 1) % 4] as number].sort((a, b) => a - b);
    return edgeBetween.get(pair.join()) as number;
  };
  const found: [number, number][] = [];
  for (let start = 0; start < 4; start++) {
    if (!inside[start] || inside[(start + 3) % 4]) continue;
    let end = start;
    while (inside[(end + 1) % 4]) end = (end + 1) % 4;
    found.push([edgeAfter((start + 3) % 4), edgeAfter(end)]);
  }
  return found;
}

/** Triangles of a cell as triples of edges, for one pattern of inside corners; seen from outside they run counter-clockwise in a right-handed grid. */
function trianglesOf(mask: number): number[] {
  const next = new Map(faces.flatMap((face) => pieces(face, mask)));
  const triangles: number[] = [];
  while (next.size > 0) {
    const loop: number[] = [];
    let edge = next.keys().next().value as number;
    while (next.has(edge)) {
      loop.push(edge);
      const following = next.get(edge) as number;
      next.delete(edge);
      edge = following;
    }
    for (let corner = 1; corner + 1 < loop.length; corner++) {
      triangles.push(loop[0] as number, loop[corner] as number, loop[corner + 1] as number);
    }
  }
  return triangles;
}

/** For each of the 256 patterns of inside corners (bit c for corner c) the triangles of the cell. */
export const cellTriangles: readonly Uint8Array[] = Array.from({ length: 256 }, (_, mask) =>
  Uint8Array.from(trianglesOf(mask)),
);
