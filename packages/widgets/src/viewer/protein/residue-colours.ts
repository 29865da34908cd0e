import type { Macromolecule } from '@cuvette/core/chemistry';
import type { ProteinView } from '@cuvette/core/session';

/** Colours of chains in their order, told apart also by those who see fewer colours (after M. Okabe and K. Ito, 2008), seen on light and dark. */
const chainPalette = ['#2a9d8f', '#e07a3f', '#5b8dd9', '#c4588f', '#b8902a', '#7a68c4', '#5aa354', '#8c8f94'];

export const secondaryColours = { helix: '#d1495b', strand: '#d6a419', coil: '#8d99ae' } as const;

/**
 * Colours of confidence, as the AlphaFold Protein Structure Database draws them (Jumper et al., Nature 2021, 596, 583; alphafold.ebi.ac.uk):
 * very high above 90, confident above 70, low above 50, very low.
 */
export const confidenceColours = [
  { name: 'veryHigh', above: 90, colour: '#0053d6' },
  { name: 'confident', above: 70, colour: '#65cbf3' },
  { name: 'low', above: 50, colour: '#ffdb13' },
  { name: 'veryLow', above: Number.NEGATIVE_INFINITY, colour: '#ff7d45' },
] as const;

/** Colours of B factors from low to high. */
export const bFactorColours = ['#2f6fbf', '#e6e6e6', '#c0392b'] as const;

/** Classes of amino acids by their side chains, and nucleotides by their base. */
const residueClasses: readonly [colour: string, names: string][] = [
  ['#8f9a8a', 'ALA VAL LEU ILE MET MSE'],
  ['#b89a4a', 'PHE TYR TRP'],
  ['#4f9e8f', 'SER THR ASN GLN'],
  ['#3f6fc4', 'LYS ARG'],
  ['#7f8fdc', 'HIS HID HIE HIP HSD HSE HSP'],
  ['#cf4f44', 'ASP GLU ASH GLH'],
  ['#c9b458', 'CYS CYX CYM'],
  ['#b6b6b6', 'GLY'],
  ['#c48fb0', 'PRO'],
  ['#d0674f', 'A DA'],
  ['#5f8fc9', 'C DC'],
  ['#6fa35a', 'G DG'],
  ['#c9a23f', 'T DT U DU'],
];
const residueColours = new Map(
  residueClasses.flatMap(([colour, names]) => names.split(' ').map((name) => [name, colour])),
);
const otherResidue = '#a07fb8';

/** Returns what was chosen for a chain; undefined where nothing was. A file may name a chain as it likes, also `constructor`. */
export function chosenFor<T>(chosen: Readonly<Record<string, T>>, chain: string): T | undefined {
  return Object.hasOwn(chosen, chain) ? chosen[chain] : undefined;
}

/** Colour of a chain: the one that was chosen, or its own. */
export function chainColour(structure: Macromolecule, chain: string, view: Pick<ProteinView, 'chainColours'>): string {
  const place = Math.max(
    0,
    structure.chains.findIndex(({ id }) => id === chain),
  );
  return chosenFor(view.chainColours, chain) ?? (chainPalette[place % chainPalette.length] as string);
}

/** Lowest and highest B factor of the colours: most atoms of the chains lie between them (5 % and 95 %). */
export function bFactorRange({ bFactors, residues, residueOf }: Macromolecule): [number, number] {
  const values = bFactors.filter((_, atom) => {
    const kind = residues[residueOf[atom] ?? -1]?.kind;
    return kind === 'polymer' || kind === 'modified';
  });
  const sorted = (values.length > 0 ? values : bFactors).slice().sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return [at(0.05), at(0.95)];
}

/**
 * The colour of each atom of a chain, as the view asks for it; null where it is that of the element.
 * Where chains have colours, only carbon takes them, so that oxygen and nitrogen of sticks are still seen.
 */
export function atomColours(structure: Macromolecule, view: ProteinView): (atom: number) => string | null {
  const { atoms, bFactors, residues, residueOf, predicted } = structure;
  const residue = (atom: number) => residues[residueOf[atom] ?? -1];
  switch (view.colouring) {
    case 'element':
      return () => null;
    case 'residue':
      return (atom) => residueColours.get(residue(atom)?.name ?? '') ?? otherResidue;
    case 'secondary-structure':
      return (atom) => secondaryColours[residue(atom)?.secondary ?? 'coil'];
    case 'b-factor': {
      if (predicted) return (atom) => confidenceColour(bFactors[atom] ?? 0);
      const [low, high] = bFactorRange(structure);
      return (atom) => between((bFactors[atom] ?? 0) - low, high - low);
    }
    default: {
      const known = new Map(structure.chains.map(({ id }) => [id, chainColour(structure, id, view)]));
      return (atom) => (atoms[atom]?.atomic_number === 6 ? (known.get(residue(atom)?.chain ?? '') ?? null) : null);
    }
  }
}

export function confidenceColour(value: number): string {
  return (confidenceColours.find(({ above }) => value > above) as { colour: string }).colour;
}

function between(value: number, range: number): string {
  const share = range > 0 ? Math.min(1, Math.max(0, value / range)) : 0.5;
  const [low, middle, high] = bFactorColours;
  return share < 0.5 ? mixed(low, middle, 2 * share) : mixed(middle, high, 2 * share - 1);
}

function mixed(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16);
  const parts = [0, 1, 2].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
