import type { AtomSpec, GLViewer } from '3dmol';
import { viewerInside } from '../engine-inside.ts';

/** So much of the shorter side of the picture is taken by the longer side of what is drawn. */
const filled = 0.72;
/** What would stand out when it is turned may be so much longer than the shorter side; it is drawn smaller beyond that. */
const mostTurned = 1.3;
/** About the radius of a drawn atom, in Å; corners of boxes (element X) have none. */
const atomRadius = 0.35;
/** Position of the engine's camera, and the tangent of half its angle of view (3Dmol 2.5.5, pinned). */
const engineCamera = { depth: 150, tangent: Math.tan((10 * Math.PI) / 180) };
/** The eye is never nearer to the middle than this, in Å. */
const nearest = 4;

/** Fills the picture with all that is drawn, or with some atoms of a macromolecule, without a picture of each step. */
export function fillPicture(viewer: GLViewer, focus: readonly number[] | null): void {
  Object.assign(viewer, { show: () => {} });
  try {
    if (focus) {
      const chosen = new Set(focus);
      // Layers draw models of their own, whose atoms have places too: those that a painter knows have a residue.
      viewer.zoomTo({ predicate: ({ resn, serial = -1 }: AtomSpec) => resn !== undefined && chosen.has(serial) });
      viewer.zoom(fitScale(viewer));
    } else {
      viewer.zoomTo();
      comeNear(viewer);
    }
  } finally {
    Reflect.deleteProperty(viewer, 'show');
  }
}

interface Ball {
  x: number;
  y: number;
  z: number;
  radius: number;
}

/** Brings the eye so near that all that is drawn, as it is seen now, takes its share of the shorter side. The engine alone leaves small molecules small. */
function comeNear(viewer: GLViewer): void {
  const { clientWidth, clientHeight } = viewer.getCanvas();
  const balls = seenFrom(viewer);
  if (balls.length === 0 || clientHeight === 0) return;
  const wanted = Math.min(clientWidth / clientHeight, 1) * 2 * engineCamera.tangent;
  const turned = 2 * Math.max(...balls.map(({ x, y, z, radius }) => Math.hypot(x, y, z) + radius));
  let distance = engineCamera.depth - (viewer.getView()[3] ?? 0);
  // What is nearer is larger: a few steps find the place.
  for (let step = 0; step < 6; step++) {
    const share = Math.max(extentAt(balls, distance), (turned / distance) * (filled / mostTurned));
    distance = Math.max(nearest, turned / 2 + 1, (distance * share) / (wanted * filled));
  }
  const view = viewer.getView();
  view[3] = engineCamera.depth - distance;
  viewer.setView(view);
}

/** The longer side of what is seen from a distance, as a tangent of the angle that it takes. */
function extentAt(balls: readonly Ball[], distance: number): number {
  let [left, lower, right, upper] = [1, 1, -1, -1].map((side) => side * Number.POSITIVE_INFINITY) as Sides;
  for (const { x, y, z, radius } of balls) {
    const depth = Math.max(0.1, distance - z);
    left = Math.min(left, (x - radius) / depth);
    right = Math.max(right, (x + radius) / depth);
    lower = Math.min(lower, (y - radius) / depth);
    upper = Math.max(upper, (y + radius) / depth);
  }
  return Math.max(right - left, upper - lower);
}

type Sides = [number, number, number, number];

/** All that is drawn, as the eye sees it: turned, about the middle of the picture. */
function seenFrom(viewer: GLViewer): Ball[] {
  const [shiftX = 0, shiftY = 0, shiftZ = 0, , qx = 0, qy = 0, qz = 0, qw = 1] = viewer.getView() as number[];
  const see = (point: AtomSpec, radius: number): Ball => {
    const [x, y, z] = [(point.x ?? 0) + shiftX, (point.y ?? 0) + shiftY, (point.z ?? 0) + shiftZ];
    // v + 2w(q × v) + 2q × (q × v)
    const [cx, cy, cz] = [qy * z - qz * y, qz * x - qx * z, qx * y - qy * x];
    return {
      x: x + 2 * (qw * cx + qy * cz - qz * cy),
      y: y + 2 * (qw * cy + qz * cx - qx * cz),
      z: z + 2 * (qw * cz + qx * cy - qy * cx),
      radius,
    };
  };
  const atoms = viewer.selectedAtoms({}).map((atom) => see(atom, atom.elem === 'X' ? 0 : atomRadius));
  const corners = viewerInside(viewer).shapes.flatMap((shape) => {
    const box = shape?.boundingSphere?.box;
    return box ? [see(box.min, 0), see(box.max, 0)] : [];
  });
  return [...atoms, ...corners];
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
