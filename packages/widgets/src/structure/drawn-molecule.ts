import { bondsOf, heavyGraphOf, matchHeavyAtoms } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { loadToolkit } from './depict.ts';

/** One line, letter or wedge of a formula. */
export interface DrawnElement {
  name: 'line' | 'text' | 'polygon';
  attributes: Readonly<Record<string, string>>;
  text: string;
}

/** A structural formula as lines and letters, and where it put the atoms of a structure. */
export interface DrawnMolecule {
  viewBox: string;
  width: number;
  height: number;
  elements: readonly DrawnElement[];
  /** Place in the drawing of each atom of the structure; null for hydrogens that are not drawn. */
  places: readonly ({ x: number; y: number } | null)[];
}

/**
 * Draws a SMILES as the formula of a structure whose atoms are known, with the named hydrogens written out; null where the two are not the same molecule.
 * @param atoms the structure; null draws the atoms of the SMILES, which count in its order
 * @param hydrogens atoms (0-based) that the drawing must show though they are hydrogens
 * @throws when the SMILES cannot be read
 */
export async function drawMolecule(
  smiles: string,
  atoms: readonly Atom[] | null,
  hydrogens: readonly number[],
  width: number,
  height: number,
): Promise<DrawnMolecule | null> {
  const { Molecule } = await loadToolkit();
  const molecule = Molecule.fromSmiles(smiles);
  molecule.ensureHelperArrays(Molecule.cHelperNeighbours);
  const count = molecule.getAtoms();
  const own = Array.from({ length: count }, (_, atom) => atom);
  let drawn = new Map(own.map((atom) => [atom, atom]));
  if (atoms) {
    const bonds = bondsOf(atoms);
    const graph = heavyGraphOf(atoms, bonds);
    const match = matchHeavyAtoms(
      {
        elements: own.map((atom) => molecule.getAtomicNo(atom)),
        hydrogens: own.map((atom) => molecule.getAllHydrogens(atom)),
        bonds: Array.from({ length: molecule.getBonds() }, (_, bond) => [
          molecule.getBondAtom(0, bond),
          molecule.getBondAtom(1, bond),
        ]),
      },
      graph,
    );
    if (!match) return null;
    drawn = new Map(match.map((place, atom) => [graph.atoms[place] ?? -1, atom]));
    for (const hydrogen of hydrogens) {
      const bonded = bonds.find((bond) => bond.includes(hydrogen));
      const holder = drawn.get((bonded?.[0] === hydrogen ? bonded[1] : bonded?.[0]) ?? -1);
      if (holder === undefined || atoms[hydrogen]?.atomic_number !== 1) continue;
      // The toolkit folds plain hydrogens into their atom's label: this one is an atom of no element that is called H.
      const added = molecule.addAtom(0);
      molecule.setAtomCustomLabel(added, 'H');
      molecule.addBond(holder, added);
      drawn.set(hydrogen, added);
    }
    molecule.inventCoordinates();
  }
  const svg = molecule.toSVG(width, height, 'formula', {
    autoCrop: true,
    autoCropMargin: 18,
    suppressChiralText: true,
    suppressCIPParity: true,
    suppressESR: true,
    noStereoProblem: true,
  });
  const places = new Map<number, { x: number; y: number }>();
  const elements: DrawnElement[] = [];
  let viewBox = `0 0 ${width} ${height}`;
  for (const [, name = '', rest = '', text = ''] of svg.matchAll(/<(\w+)((?:[\s/][^<>]*)?)>([^<]*)/g)) {
    const attributes = Object.fromEntries(
      [...rest.matchAll(/\s([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, value]),
    );
    const { id, ...plain } = attributes;
    const atom = /:Atom:(\d+)$/.exec(id ?? '')?.[1];
    if (atom !== undefined) places.set(Number(atom), { x: Number(attributes.cx), y: Number(attributes.cy) });
    else if (name === 'svg') viewBox = attributes.viewBox ?? viewBox;
    else if (id === undefined && (name === 'line' || name === 'text' || name === 'polygon')) {
      elements.push({ name, attributes: plain, text });
    }
  }
  const [, , boxWidth = width, boxHeight = height] = viewBox.split(' ').map(Number);
  const length = atoms?.length ?? count;
  return {
    viewBox,
    width: boxWidth,
    height: boxHeight,
    elements,
    places: Array.from({ length }, (_, atom) => places.get(drawn.get(atom) ?? -1) ?? null),
  };
}
