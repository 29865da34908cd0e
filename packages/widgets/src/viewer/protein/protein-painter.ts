import {
  distance,
  focusResidues,
  hydrogensOf,
  type Macromolecule,
  type Residue,
  residuesNear,
} from '@cuvette/core/chemistry';
import type { ProteinForm, ProteinView } from '@cuvette/core/session';
import type { Mark } from '@cuvette/core/workflows';
import type { AtomSpec, GLModel } from '3dmol';
import type { Colours } from '../drawing/drawing-style.ts';
import type { Painter } from '../layer.ts';
import { atomColours, chosenFor } from './residue-colours.ts';

/** Residues with an atom this near (Å) to a ligand are its pocket. */
export const pocketRadius = 5;

/** Carbon of ligands, so that they stand out from chains of any colour. */
const ligandCarbon = '#e39a2d';
const stickRadius = 0.14;
const ligandRadius = 0.18;

type Style = Record<string, Record<string, unknown>>;

/** Atoms that are not drawn: of hidden chains, of kinds that are switched off, hydrogens. */
export function hiddenAtoms(structure: Macromolecule, view: ProteinView): Set<number> {
  const { residues, residueOf, atoms } = structure;
  const chains = new Set(view.hiddenChains);
  const shown = { polymer: true, modified: true, ligand: view.ligands, ion: view.ions, water: view.waters };
  const hidden = new Set(view.hydrogens === 'all' ? [] : hydrogensOf(structure, view.hydrogens === 'none'));
  atoms.forEach((_, atom) => {
    const residue = residues[residueOf[atom] ?? -1] as Residue;
    if (chains.has(residue.chain) || !shown[residue.kind]) hidden.add(atom);
  });
  return hidden;
}

/** Residues whose atoms are drawn one by one beside the chain: those about the ligands, where the view shows pockets. */
function pocketResidues(structure: Macromolecule): number[] {
  return residuesNear(structure, focusResidues(structure), pocketRadius);
}

/** Atoms of the ligands, or of the chromophore where there is none, alone or with their pocket. */
export function focusAtoms(structure: Macromolecule, withPocket: boolean): number[] {
  const focus = focusResidues(structure);
  return (withPocket ? [...focus, ...pocketResidues(structure)] : focus).flatMap((index) => {
    const { first, count } = structure.residues[index] as Residue;
    return Array.from({ length: count }, (_, step) => first + step);
  });
}

/** Atoms of a ligand that was put into the structure (a docked pose) and of the residues near it; null where none was. */
function poseAtoms(structure: Macromolecule): number[] | null {
  if (!structure.host) return null;
  return [0, ...residuesNear(structure, [0], pocketRadius)].flatMap((index) => {
    const { first, count } = structure.residues[index] as Residue;
    return Array.from({ length: count }, (_, step) => first + step);
  });
}

/** Residues of chains in which a hydrogen bond among the marks ends: a line with its length as text. */
export function bondedResidues({ atoms, residues, residueOf }: Macromolecule, marks: readonly Mark[]): number[] {
  const ends = marks.flatMap((mark) => (mark.kind === 'line' && mark.text ? [mark.to] : []));
  if (ends.length === 0) return [];
  const found = new Set<number>();
  atoms.forEach(({ position }, atom) => {
    const residue = residueOf[atom] ?? -1;
    const isAtEnd = ends.some((end) => distance(end, position) < 0.01);
    if (isAtEnd && residues[residue]?.kind === 'polymer') found.add(residue);
  });
  return [...found];
}

/**
 * Draws the atoms of a macromolecule as a view asks: chains in their forms, ligands, ions and waters by themselves. The sticks of a pocket lie over the
 * forms of the chains, with a ligand that was put in.
 * @param bonded residues that are drawn as sticks too, by their places
 */
export function proteinPainter(structure: Macromolecule, view: ProteinView, bonded: readonly number[] = []): Painter {
  const host = structure.host ?? structure;
  const guests = structure.atoms.length - host.atoms.length;
  const before = structure.residues.length - host.residues.length;
  const hidden = hiddenAtoms(structure, view);
  const colourOf = atomColours(host, view);
  const formOf = ({ chain }: Residue) => chosenFor(view.chainForms, chain) ?? view.form;
  const isFolded = (residue: Residue) => formOf(residue) === 'cartoon' || formOf(residue) === 'trace';
  /** Parts of chains through which no band is drawn: their atoms are. */
  const isApart = (residue: Residue) =>
    isFolded(residue) && (residue.kind === 'modified' || !hasBackbone(structure, residue));
  const near = [...new Set([...(view.pocket ? pocketResidues(structure) : []), ...bonded])].flatMap((index) => {
    const residue = structure.residues[index] as Residue;
    if (isApart(residue) || (!isFolded(residue) && formOf(residue) !== 'line')) return [];
    return Array.from({ length: residue.count }, (_, step) => residue.first + step).filter((atom) => !hidden.has(atom));
  });
  let places: number[] | null = null;

  /** Colours of atoms by their places in the host. */
  const colouring = (colours: Colours) => {
    const painted = colours.prop === 'index' ? (atom: number) => (colours.map as readonly string[])[atom] : null;
    const elements = colours.map as Record<string, unknown>;
    const element = ({ elem = '' }: AtomSpec) => elements[elem] ?? elements[elem.toUpperCase()] ?? 0xff1493;
    return (placeOf: (spec: AtomSpec) => number) => ({
      ofChain: {
        colorfunc: (spec: AtomSpec) => painted?.(guests + placeOf(spec)) ?? colourOf(placeOf(spec)) ?? element(spec),
      },
      ofLigand: {
        colorfunc: (spec: AtomSpec) =>
          painted?.(guests + placeOf(spec)) ?? (spec.elem === 'C' ? ligandCarbon : element(spec)),
      },
    });
  };

  return {
    atoms: structure.atoms,
    get focus() {
      return poseAtoms(structure);
    },
    guests,
    host,
    view,
    near,
    spec(atom) {
      const index = structure.residueOf[atom] ?? 0;
      const residue = structure.residues[index] as Residue;
      const inChain = residue.kind === 'polymer' || residue.kind === 'modified';
      places ??= chainPlaces(structure);
      return {
        atom: structure.names[atom] ?? '',
        resn: residue.name,
        chain: residue.chain,
        resi: places[index] ?? index,
        ss: secondary[residue.secondary],
        hetflag: !inChain,
        b: structure.bFactors[atom] ?? 0,
        reschain: inChain ? structure.chains.findIndex(({ id }) => id === residue.chain) : -1,
      } as Partial<AtomSpec>;
    },
    paint(model, colours) {
      const { ofChain, ofLigand } = colouring(colours)(({ index = 0 }) => index);
      const forms = chainStyles(ofChain);
      const others = otherStyles(ofLigand);
      const groups = new Map<Style, Set<number>>();
      const apart = new Map<ProteinForm, Style>();
      const styleOf = (residue: Residue): Style => {
        if (residue.kind !== 'polymer' && residue.kind !== 'modified') return others[residue.kind];
        const form = formOf(residue);
        if (!isApart(residue)) return forms[form];
        const known = apart.get(form) ?? { ...forms[form], ...forms.stick };
        apart.set(form, known);
        return known;
      };
      for (const residue of structure.residues.slice(before)) {
        const style = styleOf(residue);
        const group = groups.get(style) ?? new Set();
        groups.set(style, group);
        const { first, count } = residue;
        for (let atom = first; atom < first + count; atom++) if (!hidden.has(atom)) group.add(atom - guests);
      }
      model.setStyle({}, {});
      for (const [style, group] of groups) paintGroup(model, style, group);
    },
    paintGuests(model, colours) {
      const { ofChain, ofLigand } = colouring(colours)(({ serial = 0 }) => serial - guests);
      const isGuest = ({ serial = 0 }: AtomSpec) => serial < guests;
      const predicate = (spec: AtomSpec) => isGuest(spec) && !hidden.has(spec.serial ?? 0);
      model.setStyle({}, {});
      model.setStyle({ predicate }, otherStyles(ofLigand).ligand);
      model.setStyle({ predicate: (spec: AtomSpec) => !isGuest(spec) }, chainStyles(ofChain).stick);
    },
  };
}

const secondary = { helix: 'h', strand: 's', coil: 'c' } as const;

function hasBackbone({ names }: Macromolecule, { first, count }: Residue): boolean {
  for (let atom = first; atom < first + count; atom++) {
    const name = names[atom];
    if (name === 'CA' || name === 'P' || name === "C3'") return true;
  }
  return false;
}

function otherStyles(ofLigand: Record<string, unknown>): Record<'ligand' | 'ion' | 'water', Style> {
  return {
    ligand: { stick: { radius: ligandRadius, ...ofLigand }, sphere: { scale: 0.24, ...ofLigand } },
    ion: { sphere: { scale: 0.5, ...ofLigand } },
    water: { stick: { radius: 0.08, ...ofLigand }, sphere: { scale: 0.2, ...ofLigand } },
  };
}

function paintGroup(model: GLModel, style: Style, group: ReadonlySet<number>): void {
  if (group.size > 0) model.setStyle({ predicate: ({ index }: AtomSpec) => group.has(index ?? -1) }, style);
}

function chainStyles(colours: Record<string, unknown>): Record<ProteinForm, Style> {
  return {
    cartoon: { cartoon: { arrows: true, ...colours } },
    trace: { cartoon: { style: 'trace', thickness: 0.35, ...colours } },
    stick: { stick: { radius: stickRadius, ...colours } },
    line: { line: { ...colours } },
    sphere: { sphere: { scale: 1, ...colours } },
  };
}

/**
 * Places of residues in their chains for the engine, which joins neighbours: a gap where two are not bonded, whatever their numbers are (insertion codes
 * repeat a number, and missing residues may be numbered through).
 */
function chainPlaces({ residues, atoms, names }: Macromolecule): number[] {
  const at = ({ first, count }: Residue, name: string) => {
    const found = names.slice(first, first + count).indexOf(name);
    return found < 0 ? null : (atoms[first + found]?.position ?? null);
  };
  let place = 0;
  let before: Residue | null = null;
  return residues.map((residue) => {
    const [end, start] = before
      ? [at(before, 'C') ?? at(before, "O3'"), at(residue, 'N') ?? at(residue, 'P')]
      : [null, null];
    const joined = before?.chain === residue.chain && end !== null && start !== null && distance(end, start) < 2.5;
    place += joined ? 1 : 10;
    before = residue;
    return place;
  });
}
