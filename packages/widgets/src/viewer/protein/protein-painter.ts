import {
  distance,
  focusResidues,
  hydrogensOf,
  type Macromolecule,
  type Residue,
  residuesNear,
} from '@cuvette/core/chemistry';
import type { ProteinForm, ProteinView } from '@cuvette/core/session';
import type { AtomSpec, GLModel } from '3dmol';
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
export function pocketResidues(structure: Macromolecule): number[] {
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
  const [pose] = structure.residues;
  if (pose?.kind !== 'ligand' || pose.chain !== '') return null;
  return [0, ...residuesNear(structure, [0], pocketRadius)].flatMap((index) => {
    const { first, count } = structure.residues[index] as Residue;
    return Array.from({ length: count }, (_, step) => first + step);
  });
}

/** Draws the atoms of a macromolecule as a view asks: chains in their forms, ligands, ions and waters by themselves. */
export function proteinPainter(structure: Macromolecule, view: ProteinView): Painter {
  const { residues, residueOf, names } = structure;
  const hidden = hiddenAtoms(structure, view);
  const pocket = new Set(view.pocket ? pocketResidues(structure) : []);
  const colourOf = atomColours(structure, view);
  const places = chainPlaces(structure);
  const secondary = { helix: 'h', strand: 's', coil: 'c' } as const;
  const withBackbone = new Set(
    residues.flatMap(({ first, count }, index) =>
      names.slice(first, first + count).some((name) => name === 'CA' || name === 'P' || name === "C3'") ? [index] : [],
    ),
  );

  return {
    atoms: structure.atoms as never,
    focus: poseAtoms(structure),
    spec(atom) {
      const index = residueOf[atom] ?? 0;
      const residue = residues[index] as Residue;
      const inChain = residue.kind === 'polymer' || residue.kind === 'modified';
      return {
        atom: names[atom] ?? '',
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
      const painted = colours.prop === 'index' ? (atom: number) => (colours.map as readonly string[])[atom] : null;
      const elements = colours.map as Record<string, unknown>;
      const element = ({ elem = '' }: AtomSpec) => elements[elem] ?? elements[elem.toUpperCase()] ?? 0xff1493;
      const ofChain = {
        colorfunc: (spec: AtomSpec) => painted?.(spec.index ?? 0) ?? colourOf(spec.index ?? 0) ?? element(spec),
      };
      const ofLigand = {
        colorfunc: (spec: AtomSpec) => painted?.(spec.index ?? 0) ?? (spec.elem === 'C' ? ligandCarbon : element(spec)),
      };
      const forms = chainStyles(ofChain);
      const stick = { radius: stickRadius, ...ofChain };
      const ball = { stick: { radius: ligandRadius, ...ofLigand }, sphere: { scale: 0.24, ...ofLigand } };
      const others: Record<'ligand' | 'ion' | 'water', Style> = {
        ligand: ball,
        ion: { sphere: { scale: 0.5, ...ofLigand } },
        water: { stick: { radius: 0.08, ...ofLigand }, sphere: { scale: 0.2, ...ofLigand } },
      };
      const groups = new Map<Style, Set<number>>();
      const combined = new Map<ProteinForm, Style>();
      const styleOf = (index: number): Style => {
        const { kind, chain } = residues[index] as Residue;
        if (kind !== 'polymer' && kind !== 'modified') return others[kind];
        const form = chosenFor(view.chainForms, chain) ?? view.form;
        const folded = form === 'cartoon' || form === 'trace';
        const apart = folded && (kind === 'modified' || !withBackbone.has(index));
        if (!apart && !pocket.has(index)) return forms[form];
        if (!folded && form !== 'line') return forms[form];
        const known = combined.get(form) ?? { ...forms[form], stick };
        combined.set(form, known);
        return known;
      };
      residues.forEach(({ first, count }, index) => {
        const style = styleOf(index);
        const group = groups.get(style) ?? new Set();
        groups.set(style, group);
        for (let atom = first; atom < first + count; atom++) if (!hidden.has(atom)) group.add(atom);
      });
      model.setStyle({}, {});
      for (const [style, group] of groups) paintGroup(model, style, group);
    },
  };
}

function paintGroup(model: GLModel, style: Style, group: ReadonlySet<number>): void {
  if (group.size > 0)
    model.setStyle({ predicate: ({ index }: AtomSpec) => group.has(index ?? -1) } as never, style as never);
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
