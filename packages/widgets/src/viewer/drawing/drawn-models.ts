import { symbolOf } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import type { AtomSpec, GLModel, GLViewer } from '3dmol';
import type { Bond, Painter } from '../layer.ts';
import { drawAnew } from './draw-anew.ts';
import type { Colours } from './drawing-style.ts';

/** A structure to be drawn: its atoms, its bonds, where its atoms are (x, y, z each, Å), and what draws it where it is a macromolecule. */
interface DrawnStructure {
  atoms: readonly Atom[];
  bonds: readonly Bond[];
  places: ArrayLike<number>;
  painter: Painter | null;
  hidden: ReadonlySet<number>;
}

/** Colours, the same for as long as `key` is, and the atoms that are left out. */
interface Look {
  colours: Colours;
  key: string;
  hidden: ReadonlySet<number>;
}

/** The structure's own atoms as the engine has them. */
export interface DrawnModels {
  /** What the engine knows of each atom, in their order. */
  readonly specs: readonly AtomSpec[];
  /** Takes the atoms in. A host that stays where it is stays drawn. */
  build: (structure: DrawnStructure) => void;
  /** Lets a painter colour the atoms; of a host that stays and looks as before nothing is touched. False without a painter. */
  paint: (look: Look) => boolean;
  /** Gives atoms (all without a list) a style of the engine. */
  style: (style: Record<string, unknown>, atoms?: Iterable<number>) => void;
  /** Moves all atoms. */
  place: (places: ArrayLike<number>) => void;
  setPickable: (pickable: boolean) => void;
  /** The next picture shows all of it anew. */
  renew: () => void;
  clear: () => void;
}

interface Part {
  model: GLModel;
  specs: AtomSpec[];
}

/**
 * Two models of the engine: guests with the atoms of the host near them (a pose and its pocket), and the host, which is all there is in most structures.
 * An atom knows its place in the whole as its `serial`; the engine numbers `index` by model.
 * @param onPick hears of a clicked atom
 */
export function drawnModels(viewer: GLViewer, onPick: (atom: number) => void): DrawnModels {
  let host: (Part & { of: object | null; hidden: number }) | null = null;
  let guests: Part | null = null;
  let specs: AtomSpec[] = [];
  let painter: Painter | null = null;
  /** How the host was painted last. */
  let painted: { view: object; key: string } | null = null;

  const parts = () => [guests, host].filter((part) => part !== null);
  const remove = (part: Part | null) => {
    if (part) viewer.removeModel(part.model);
  };
  return {
    get specs() {
      return specs;
    },
    build(next) {
      painter = next.painter;
      remove(guests);
      guests = null;
      const count = painter?.guests ?? 0;
      const first = Array.from({ length: count }, (_, atom) => atom);
      const rest = Array.from({ length: next.atoms.length - count }, (_, step) => count + step);
      const hidden = [...next.hidden].filter((atom) => atom >= count).length;
      if (host?.of && host.of === painter?.host && host.hidden === hidden) {
        host.specs.forEach((spec, step) => {
          spec.serial = count + step;
        });
        if (moveTo(host, next.places)) renew(host);
      } else {
        remove(host);
        painted = null;
        host = rest.length > 0 ? { ...partOf(viewer, next, rest, onPick), of: painter?.host ?? null, hidden } : null;
      }
      const near = painter?.near ?? [];
      if (count + near.length > 0) guests = partOf(viewer, next, [...first, ...near], onPick);
      specs = [...(guests?.specs.slice(0, count) ?? []), ...(host?.specs ?? [])];
    },
    paint({ colours, key, hidden }) {
      if (!painter) return false;
      if (guests) {
        painter.paintGuests(guests.model, colours);
        setStyle(guests, {}, hidden);
      }
      if (!host || (painted?.view === painter.view && painted.key === key)) return true;
      painter.paint(host.model, colours);
      setStyle(host, {}, hidden);
      painted = { view: painter.view, key };
      return true;
    },
    style(style, atoms) {
      painted = null;
      const chosen = atoms ? new Set(atoms) : null;
      for (const part of parts()) setStyle(part, style, chosen);
    },
    place(places) {
      for (const part of parts()) {
        moveTo(part, places);
        renew(part);
      }
    },
    setPickable(clickable) {
      for (const part of parts()) for (const spec of part.specs) spec.clickable = clickable;
    },
    renew() {
      for (const part of parts()) renew(part);
    },
    clear() {
      for (const part of parts()) remove(part);
      [host, guests, specs, painted] = [null, null, [], null];
    },
  };
}

/** Whether the atoms of a part had to go elsewhere. */
function moveTo({ specs }: Part, places: ArrayLike<number>): boolean {
  let elsewhere = false;
  for (const spec of specs) {
    const at = 3 * (spec.serial ?? 0);
    const [x, y, z] = [places[at] ?? spec.x, places[at + 1] ?? spec.y, places[at + 2] ?? spec.z];
    elsewhere ||= x !== spec.x || y !== spec.y || z !== spec.z;
    spec.x = x;
    spec.y = y;
    spec.z = z;
  }
  return elsewhere;
}

/** The next picture shows a part anew. */
function renew({ model, specs }: Part): void {
  // The engine adds to these lists on every redraw and never empties them.
  for (const spec of specs) spec.intersectionShape = { sphere: [], cylinder: [], line: [], triangle: [] };
  drawAnew(model);
}

/** Some atoms of a structure as a model of the engine. */
function partOf(
  viewer: GLViewer,
  of: DrawnStructure,
  numbers: readonly number[],
  onPick: (atom: number) => void,
): Part {
  const place = new Map(numbers.map((atom, index) => [atom, index]));
  const neighbours = numbers.map((): number[] => []);
  const orders = numbers.map((): number[] => []);
  for (const [a, b, order = 1] of of.bonds) {
    const [first, second] = [place.get(a), place.get(b)];
    if (first === undefined || second === undefined || of.hidden.has(a) || of.hidden.has(b)) continue;
    neighbours[first]?.push(second);
    neighbours[second]?.push(first);
    orders[first]?.push(order);
    orders[second]?.push(order);
  }
  const model = viewer.addModel();
  model.addAtoms(
    numbers.map((atom, index) => ({
      elem: symbolOf(of.atoms[atom]?.atomic_number ?? 0),
      x: of.places[3 * atom] ?? 0,
      y: of.places[3 * atom + 1] ?? 0,
      z: of.places[3 * atom + 2] ?? 0,
      index,
      serial: atom,
      bonds: neighbours[index] ?? [],
      bondOrder: orders[index] ?? [],
      properties: {},
      ...of.painter?.spec(atom),
    })),
  );
  model.setClickable({}, true, ({ serial = 0 }: AtomSpec) => onPick(serial));
  return { model, specs: model.selectedAtoms({}) };
}

/** Gives atoms of a part (null: all) a style. */
function setStyle(part: Part, style: Record<string, unknown>, atoms: ReadonlySet<number> | null): void {
  if (atoms?.size === 0) return;
  const which = atoms ? { predicate: ({ serial = -1 }: AtomSpec) => atoms.has(serial) } : {};
  part.model.setStyle(which, style);
}
