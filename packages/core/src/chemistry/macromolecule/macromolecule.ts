import { bondsOf, type PlacedAtom } from '../atoms.ts';
import { atomicNumberOf } from '../elements.ts';
import { withoutAlternates } from '../pdb/alternate-locations.ts';
import { isStandardResidue, parseResidueKey, residuesInOrder } from '../pdb/residues.ts';
import type { Pdb, PdbAtom, PdbModel, PdbNonPolymer } from '../pdb/schema.ts';
import { FileProblem } from '../problem.ts';
import { assignSecondaryStructure } from './secondary-structure.ts';

/** What a residue is: part of a chain (with a standard name or, such as a chromophore, without), a ligand, an ion, water. */
export const residueKinds = ['polymer', 'modified', 'ligand', 'ion', 'water'] as const;
export type ResidueKind = (typeof residueKinds)[number];

export type SecondaryStructure = 'helix' | 'strand' | 'coil';

/** A residue and where its atoms are among those of the structure. */
export interface Residue {
  chain: string;
  /** Number and insertion code as the file has them; null for a residue without a number. */
  number: number | null;
  insertion: string;
  /** The name of the file: "TYR". */
  name: string;
  kind: ResidueKind;
  secondary: SecondaryStructure;
  /** Its atoms are `first` to `first + count - 1`. */
  first: number;
  count: number;
}

/** A macromolecular structure as a viewer needs it: flat atoms, and which residue and chain each belongs to. */
export interface Macromolecule {
  /** Title or code of the entry. */
  title: string | null;
  atoms: PlacedAtom[];
  /** Names of the atoms in their residues: "CA". */
  names: string[];
  /** B factor of each atom in Å², or its pLDDT (0 to 100) where the structure is a prediction. */
  bFactors: Float32Array;
  residues: Residue[];
  /** The residue of each atom. */
  residueOf: Uint32Array;
  /** Chains that have polymer, in the file's order. */
  chains: { id: string; residues: number }[];
  /** A model that was predicted: its B factors are confidences. */
  predicted: boolean;
  /** Where helices and strands come from: the file, or the hydrogen bonds of the backbone. */
  secondaryFrom: 'file' | 'geometry';
  /** Bonded atoms, 0-based. */
  bonds: [number, number][];
  /** The structure without the ligand that was put into it; its atoms and residues follow the ligand's. Absent where none was. */
  host?: Macromolecule;
}

/**
 * One model of a structure, flat. Of alternate places the one with the highest occupancy is taken. Helices and strands are the file's; where it names
 * none they are assigned from the backbone.
 * @param options.predicted says that the structure is a prediction (a co-folding's); otherwise the file's own words decide
 * @throws FileProblem when there is no such model or an atom is no element
 */
export function macromoleculeOf(
  pdb: Pdb,
  { model = 0, predicted = null }: { model?: number; predicted?: boolean | null } = {},
): Macromolecule {
  const found = pdb.models[model];
  if (!found) throw new FileProblem('The structure has no atoms.');
  const atoms: PlacedAtom[] = [];
  const names: string[] = [];
  const bFactors: number[] = [];
  const owners: number[] = [];
  const residues: Residue[] = [];
  for (const { key, chain, name, kind, atoms: listed, secondary } of listResidues(found)) {
    const parsed = parseResidueKey(key);
    const first = atoms.length;
    for (const atom of withoutAlternates(Object.values(listed))) {
      atoms.push({ atomic_number: elementOf(atom, name), position: [atom.x, atom.y, atom.z] });
      names.push(atom.name ?? atom.element);
      bFactors.push(atom.bvalue);
      owners.push(residues.length);
    }
    residues.push({
      chain,
      number: parsed?.number ?? null,
      insertion: parsed?.insertion ?? '',
      name,
      kind,
      secondary,
      first,
      count: atoms.length - first,
    });
  }
  const counts = new Map<string, number>();
  for (const { chain, kind } of residues) {
    if (kind === 'polymer' || kind === 'modified') counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  const isPrediction = predicted ?? saysPrediction(pdb);
  const structure: Macromolecule = {
    title: pdb.description.title ?? pdb.description.code,
    atoms,
    names,
    bFactors: confidences(bFactors, isPrediction),
    residues,
    residueOf: Uint32Array.from(owners),
    chains: [...counts].map(([id, count]) => ({ id, residues: count })),
    predicted: isPrediction,
    secondaryFrom: residues.some(({ secondary }) => secondary !== 'coil') ? 'file' : 'geometry',
    bonds: bondsWithin(atoms, owners, residues),
  };
  if (structure.secondaryFrom === 'geometry') assignSecondaryStructure(structure);
  return structure;
}

/** Whether a structure has a chain, so that drawing it as a macromolecule says more than its atoms. */
export function hasChains(pdb: Pdb): boolean {
  return pdb.models.some(({ polymer }) =>
    Object.values(polymer).some(({ residues }) => Object.keys(residues).length > 1),
  );
}

interface ListedResidue {
  key: string;
  chain: string;
  name: string;
  kind: ResidueKind;
  secondary: SecondaryStructure;
  atoms: Record<string, PdbAtom>;
}

function* listResidues(model: PdbModel): Generator<ListedResidue> {
  for (const [chain, { residues, helices, strands }] of Object.entries(model.polymer)) {
    const inHelix = new Set(helices.flat());
    const inStrand = new Set(strands.flat());
    for (const [key, { name, atoms }] of residuesInOrder(residues)) {
      const known = name ?? 'UNK';
      const secondary = inHelix.has(key) ? 'helix' : inStrand.has(key) ? 'strand' : 'coil';
      yield { key, chain, name: known, kind: isChainResidue(known) ? 'polymer' : 'modified', secondary, atoms };
    }
  }
  const others = [
    ...Object.entries(model.non_polymer),
    ...Object.entries(model.branched as Record<string, PdbNonPolymer>),
  ];
  for (const [key, { name, polymer, atoms }] of others) {
    const kind = Object.keys(atoms).length === 1 ? 'ion' : 'ligand';
    yield { key, chain: polymer, name, kind, secondary: 'coil', atoms };
  }
  for (const [key, { name, polymer, atoms }] of Object.entries(model.water)) {
    yield { key, chain: polymer, name: name ?? 'HOH', kind: 'water', secondary: 'coil', atoms };
  }
}

/** Names that force fields and crystallographers give to ordinary residues: selenomethionine, protonation states, caps. */
const ordinary = new Set('MSE HID HIE HIP HSD HSE HSP CYX CYM ASH GLH LYN ACE NME NH2 UNK N DN SEC PYL'.split(' '));

function isChainResidue(name: string): boolean {
  // Force fields mark ends of chains by a letter: NALA, CALA, RA5, DG3.
  const bare = name.length === 4 && /^[NC]/.test(name) ? name.slice(1) : name.replace(/^R?(D?[ACGTU])[35]$/, '$1');
  return isStandardResidue(name) || isStandardResidue(bare) || ordinary.has(bare);
}

function elementOf({ element, name }: PdbAtom, residue: string): number {
  const number = element === 'D' ? 1 : atomicNumberOf(element);
  if (number === null) {
    throw new FileProblem(
      `The atom "${name ?? element}" of ${residue} has the element "${element}", which does not exist.`,
    );
  }
  return number;
}

/**
 * Bonds by distance, as of any molecule, but ions and waters keep to themselves and hydrogens to their residue: what lies close in a crystal or a
 * simulation is not bonded.
 */
function bondsWithin(
  atoms: readonly PlacedAtom[],
  owners: readonly number[],
  residues: readonly Residue[],
): [number, number][] {
  return bondsOf(atoms).filter(([a, b]) => {
    const [first, second] = [residues[owners[a] ?? 0], residues[owners[b] ?? 0]];
    if (first === second) return true;
    const apart = [first?.kind, second?.kind].some((kind) => kind === 'ion' || kind === 'water');
    return !apart && atoms[a]?.atomic_number !== 1 && atoms[b]?.atomic_number !== 1;
  });
}

/** Whether the file itself says that it was predicted: by its technique, or by the name of the program in its title. */
function saysPrediction({ description, experiment }: Pdb): boolean {
  const words = [description.title, description.code, description.classification, ...description.keywords].join(' ');
  return (
    /theoretical model|predict/i.test(experiment.technique ?? '') ||
    /alphafold|esmfold|boltz|chai-\d|predict(ed|ion)/i.test(words)
  );
}

/** Confidences run from 0 to 100; some programs write them from 0 to 1. */
function confidences(values: readonly number[], predicted: boolean): Float32Array {
  const scale = predicted && values.every((value) => value >= 0 && value <= 1) ? 100 : 1;
  return Float32Array.from(values, (value) => value * scale);
}
