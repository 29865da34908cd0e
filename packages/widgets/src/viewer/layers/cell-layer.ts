import {
  type AtomImage,
  adjacentImages,
  bondsOf,
  cellCorners,
  cellEdges,
  closestImages,
  type Lattice,
  latticePoint,
  symbolOf,
  type Vector3,
} from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { AtomSpec, GLModel, GLShape, Label } from '3dmol';
import { drawingStyle, elementColours } from '../drawing/drawing-style.ts';
import type { Bond, Layer, Scene } from '../layer.ts';

/** What is drawn of a periodic structure beside its own atoms. */
export interface CellContent {
  cell: Lattice;
  /** Copies in the cells around. */
  adjacent: boolean;
  /** Copies that complete the one cell. */
  closest: boolean;
}

export interface CellLayer extends Layer {
  /** Draws a cell for the structure that is shown now; null takes it away. */
  set: (content: CellContent | null) => void;
}

/** Colours of a, b and c, which their letters name as well. */
const axisColours = ['#c93c3c', '#2f8f46', '#3565c4'] as const;
const axisNames = ['a', 'b', 'c'] as const;
/** Copies are drawn thinner than the structure's own atoms (by this, in Å), so that one sees which of them can be selected. */
const copyRadius = 0.07;
/** How far beyond its axis a letter stands, in Å. */
const letterDistance = 0.7;

/** What the engine keeps to itself but must be reached for drawing frames (3Dmol 2.5.5, pinned). */
interface OpenedModel {
  molObj: unknown;
}

/** The box of a periodic structure with its axes, and copies of its atoms, bonded to it and to each other across the cells' borders. */
export function cellLayer(scene: Scene): CellLayer {
  const { viewer } = scene;
  let content: CellContent | null = null;
  let drawnFor: readonly Atom[] | null = null;
  let shapes: GLShape[] = [];
  let labels: Label[] = [];
  let model: GLModel | null = null;
  let corners: GLModel | null = null;
  let copies: { spec: AtomSpec; atom: number; offset: Vector3 }[] = [];

  const clear = () => {
    for (const shape of shapes) viewer.removeShape(shape);
    for (const label of labels) viewer.removeLabel(label);
    if (model) viewer.removeModel(model);
    if (corners) viewer.removeModel(corners);
    shapes = [];
    labels = [];
    model = null;
    corners = null;
    copies = [];
  };

  /** A place counted in lattice vectors as a step in the picture: turned with the structure, not moved. */
  const step = (place: Vector3): Vector3 => {
    const { rotation } = scene.motion();
    const [x, y, z] = latticePoint((content as CellContent).cell, place);
    return rotation.map((row) => row[0] * x + row[1] * y + row[2] * z) as Vector3;
  };

  const drawBox = (cell: Lattice) => {
    const longest = Math.max(...cell.lattice_vectors.map((vector) => Math.hypot(...vector)));
    const radius = Math.min(0.05, Math.max(0.015, longest / 250));
    const { translation } = scene.motion();
    const place = (corner: Vector3) => {
      const [x, y, z] = step(corner);
      return { x: x + translation[0], y: y + translation[1], z: z + translation[2] };
    };
    // The engine fills the picture with atoms: these stand in the box's corners and are not drawn.
    corners = viewer.addModel();
    corners.addAtoms(
      cellCorners.map((corner) => ({ elem: 'X', ...place(corner), bonds: [], bondOrder: [], properties: {} })),
    );
    corners.setStyle({}, {});
    cellEdges.forEach(([from, to], index) => {
      const [start, end] = [place(from), place(to)];
      if (Math.hypot(end.x - start.x, end.y - start.y, end.z - start.z) < 1e-6) return;
      const color = axisColours[index] ?? scene.look().carbon;
      const thickness = axisColours[index] ? 1.6 * radius : radius;
      shapes.push(viewer.addCylinder({ start, end, radius: thickness, fromCap: 2, toCap: 2, color } as never));
      const name = axisNames[index];
      if (!name) return;
      labels.push(
        viewer.addLabel(
          name,
          {
            position: beyond(start, end),
            alignment: 'center',
            showBackground: false,
            fontColor: color,
            fontSize: 16,
            bold: true,
            inFront: true,
          } as never,
          undefined,
          true,
        ),
      );
    });
  };

  const drawCopies = (images: readonly AtomImage[]) => {
    if (images.length === 0) return;
    const atoms = scene.atoms();
    const { carbonHydrogen } = scene.look();
    const own = scene.positions();
    const at = ({ atom, offset }: { atom: number; offset: Vector3 }) =>
      offset.map((value, axis) => value + (own[3 * atom + axis] ?? 0)) as Vector3;
    const placed = images.map(({ atom, shift }) => ({ atom, shift, offset: step(shift) }));
    const all = [
      ...atoms.map((_, atom) => ({ atom, shift: [0, 0, 0] as Vector3, offset: [0, 0, 0] as Vector3 })),
      ...placed,
    ].map((image) => ({ ...image, atomic_number: atoms[image.atom]?.atomic_number ?? 0, position: at(image) }));
    const bonds = bondsAcross(all, scene.bonds(), atoms.length);
    // Atoms of the structure itself that a copy is bonded to carry that bond here: the engine knows bonds within one model only.
    const hidden = new Set(carbonHydrogen ? [] : hydrogensOnCarbon(all, bonds));
    const ends = new Set(bonds.flat().filter((index) => index < atoms.length));
    const used = all.flatMap((_, index) =>
      hidden.has(index) || (index < atoms.length && !ends.has(index)) ? [] : [index],
    );
    const localOf = new Map(used.map((index, local) => [index, local]));
    const neighbours = used.map((): number[] => []);
    for (const [a, b] of bonds) {
      const [p, q] = [localOf.get(a), localOf.get(b)];
      if (p === undefined || q === undefined) continue;
      neighbours[p]?.push(q);
      neighbours[q]?.push(p);
    }
    model = viewer.addModel();
    model.addAtoms(
      used.map((index, local) => {
        const { atomic_number, position } = all[index] as (typeof all)[number];
        const bonded = neighbours[local] ?? [];
        return {
          elem: symbolOf(atomic_number),
          x: position[0],
          y: position[1],
          z: position[2],
          index: local,
          serial: local,
          bonds: bonded,
          bondOrder: bonded.map(() => 1),
          properties: { own: index < atoms.length },
        };
      }),
    );
    copies = model.selectedAtoms({}).map((spec, local) => {
      const { atom, offset } = all[used[local] as number] as (typeof all)[number];
      return { spec, atom, offset };
    });
    paint();
  };

  /** Copies in the form and colours of the structure. Its own atoms are here for their bonds alone. */
  const paint = () => {
    if (!model) return;
    const { drawing, carbon } = scene.look();
    const style = drawingStyle(drawing, elementColours(scene.engine, carbon), { radius: copyRadius });
    model.setStyle({}, style as never);
    const { sphere: _balls, ...bondsOnly } = style;
    model.setStyle({ properties: { own: true } } as never, bondsOnly as never);
  };

  const draw = () => {
    clear();
    drawnFor = scene.atoms();
    if (!content || drawnFor.length === 0) return;
    const { cell, adjacent, closest } = content;
    drawBox(cell);
    const chosen = new Map<string, AtomImage>();
    for (const image of [
      ...(closest ? closestImages(drawnFor, cell) : []),
      ...(adjacent ? adjacentImages(drawnFor, cell) : []),
    ]) {
      chosen.set(`${image.atom}:${image.shift.join()}`, image);
    }
    drawCopies([...chosen.values()]);
  };

  return {
    set(next) {
      content = next;
      draw();
      scene.render();
    },
    changed() {
      // Another structure has another cell: its own comes with `set`.
      if (scene.atoms() !== drawnFor) content = null;
      draw();
    },
    styled: draw,
    moved() {
      if (!model) return;
      const own = scene.positions();
      for (const { spec, atom, offset } of copies) {
        spec.x = offset[0] + (own[3 * atom] ?? 0);
        spec.y = offset[1] + (own[3 * atom + 1] ?? 0);
        spec.z = offset[2] + (own[3 * atom + 2] ?? 0);
      }
      (model as unknown as OpenedModel).molObj = null;
    },
    dispose: clear,
  };
}

interface Point {
  x: number;
  y: number;
  z: number;
}

/** A place a little further than the end of an edge, where no atom's ball covers it. */
function beyond(start: Point, end: Point): Point {
  const along = [end.x - start.x, end.y - start.y, end.z - start.z];
  const factor = 1 + letterDistance / Math.hypot(...along);
  const [x = 0, y = 0, z = 0] = along.map((value) => value * factor);
  return { x: start.x + x, y: start.y + y, z: start.z + z };
}

interface PlacedImage {
  atom: number;
  shift: Vector3;
  atomic_number: number;
  position: Vector3;
}

/** Bonds between copies, and between them and the structure's own atoms (which come first). Within one cell they are the structure's. */
function bondsAcross(all: readonly PlacedImage[], bonds: readonly Bond[], own: number): [number, number][] {
  const within = new Set(bonds.map(([a, b]) => (a < b ? `${a},${b}` : `${b},${a}`)));
  return bondsOf(all).filter(([i, j]) => {
    const [first, second] = [all[i] as PlacedImage, all[j] as PlacedImage];
    if (i < own && j < own) return false;
    const sameCell = first.shift.every((value, axis) => value === second.shift[axis]);
    if (!sameCell) return true;
    const [a, b] = [Math.min(first.atom, second.atom), Math.max(first.atom, second.atom)];
    return within.has(`${a},${b}`);
  });
}

function hydrogensOnCarbon(all: readonly PlacedImage[], bonds: readonly Bond[]): number[] {
  return bonds.flatMap(([i, j]) => {
    const [a, b] = [all[i]?.atomic_number, all[j]?.atomic_number];
    if (a === 6 && b === 1) return [j];
    return a === 1 && b === 6 ? [i] : [];
  });
}
