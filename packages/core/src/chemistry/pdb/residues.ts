import type { PdbResidue } from './schema.ts';

/** One-letter codes of the standard amino acids and nucleotides (wwPDB chemical component dictionary). */
const oneLetterCodes = new Map(
  Object.entries({
    ALA: 'A',
    ARG: 'R',
    ASN: 'N',
    ASP: 'D',
    CYS: 'C',
    GLN: 'Q',
    GLU: 'E',
    GLY: 'G',
    HIS: 'H',
    ILE: 'I',
    LEU: 'L',
    LYS: 'K',
    MET: 'M',
    PHE: 'F',
    PRO: 'P',
    SER: 'S',
    THR: 'T',
    TRP: 'W',
    TYR: 'Y',
    VAL: 'V',
    A: 'A',
    C: 'C',
    G: 'G',
    I: 'I',
    U: 'U',
    DA: 'A',
    DC: 'C',
    DG: 'G',
    DI: 'I',
    DT: 'T',
    DU: 'U',
  }),
);

const aminoAcids = Object.fromEntries(
  [...oneLetterCodes].flatMap(([name, letter]) => (name.length === 3 ? [[letter, name]] : [])),
);

const waterNames = new Set(['HOH', 'DOD', 'WAT', 'H2O', 'SOL', 'TIP', 'TIP3', 'TIP4', 'TP3', 'SPC']);

/** One-letter code of a residue name; X when it is not a standard residue. */
export function oneLetterCode(residueName: string): string {
  return oneLetterCodes.get(residueName) ?? 'X';
}

/** Whether a residue name is one of the standard amino acids and nucleotides. */
export function isStandardResidue(residueName: string): boolean {
  return oneLetterCodes.has(residueName);
}

/** Whether a residue name is water, by the names that crystallographers and simulation programs use. */
export function isWaterName(residueName: string): boolean {
  return waterNames.has(residueName);
}

/**
 * Residue names of a one-letter sequence. The letters do not say what the chain is, so the names of its residues decide between DNA, RNA and protein;
 * X becomes UNK (N in nucleic acids).
 */
export function residueNamesOf(sequence: string, residueNames: Iterable<string>): string[] {
  const names = new Set(residueNames);
  const isDna = [...names].some((name) => /^D[ACGIT]$/.test(name));
  const isRna = !isDna && [...names].some((name) => /^[ACGIU]$/.test(name));
  return [...sequence].map((letter) => {
    if (isDna) return letter === 'X' ? 'N' : `D${letter}`;
    if (isRna) return letter === 'X' ? 'N' : letter;
    return aminoAcids[letter] ?? 'UNK';
  });
}

/** The parts of a residue key "A.-3B": chain, number as the file has it, insertion code. */
export interface ResidueId {
  chain: string;
  number: number;
  insertion: string;
}

/** Key of a residue: chain, point, number, insertion code ("A.16A", "A.-3"). */
export function residueKey({ chain, number, insertion }: ResidueId): string {
  return `${chain}.${number}${insertion}`;
}

/** Takes a residue key apart; null when it is none. */
export function parseResidueKey(key: string): ResidueId | null {
  const match = /^(.*)\.(-?\d+)(\D?)$/.exec(key);
  if (!match) return null;
  return { chain: match[1] ?? '', number: Number(match[2]), insertion: match[3] ?? '' };
}

/**
 * Keys and residues of a chain from its beginning to its end. The keys of an object are in no order to rely on: a database gives those of an item's
 * data back shortest first, "A.16A" after "A.99".
 */
export function residuesInOrder(residues: Readonly<Record<string, PdbResidue>>): [string, PdbResidue][] {
  return Object.entries(residues).sort(([, a], [, b]) => a.number - b.number);
}
