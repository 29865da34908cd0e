import { atomicNumberOf } from './elements.ts';

const atom = /\[[^[\]]*\]|Cl|Br|[BCNOPSFIbcnops*]/g;
/** Bonds (also dative ones), branches, ring closures and dots: all that a SMILES has besides its atoms. */
const between = /->|<-|%\d\d|[-=#$:~/\\().\d]/g;
/** Hydrogen and its isotopes, and the atom of no element. */
const notHeavy = /^(\*|\[\d*(H|\*)[^a-z]*\])$/;
/** The symbol of an atom in brackets: aromatic ones are small. */
const bracketSymbol = /^\[\d*(se|as|te|si|[bcnops](?![a-z])|[A-Z][a-z]?)/;
const bracketCharge = /[^+-]([+-])(\d+|[+-]*)(?::\d+)?\]$/;

/** The atoms of a SMILES as they are written, without building anything; null for a text that cannot be a SMILES. */
function writtenAtoms(smiles: string): string[] | null {
  const text = smiles.trim();
  return text.replace(atom, '').replace(between, '') === '' ? (text.match(atom) ?? []) : null;
}

/** Atoms besides hydrogen of a SMILES, counted in its text without building anything; null for a text that cannot be one. */
export function heavyAtomsOfSmiles(smiles: string): number | null {
  return writtenAtoms(smiles)?.filter((each) => !notHeavy.test(each)).length ?? null;
}

/** Atomic numbers of the elements that are written in a SMILES, each once; null for a text that cannot be a SMILES. */
export function elementsOfSmiles(smiles: string): number[] | null {
  const atoms = writtenAtoms(smiles);
  if (!atoms) return null;
  const numbers = atoms.map((each) =>
    atomicNumberOf(each.startsWith('[') ? (bracketSymbol.exec(each)?.[1] ?? '') : each),
  );
  return [...new Set(numbers.filter((number) => number !== null))];
}

/** The charge of all atoms of a SMILES together; null for a text that cannot be a SMILES. */
export function chargeOfSmiles(smiles: string): number | null {
  const atoms = writtenAtoms(smiles);
  if (!atoms) return null;
  return atoms.reduce((sum, each) => {
    const [, sign, size = ''] = bracketCharge.exec(each) ?? [];
    if (!sign) return sum;
    const amount = /\d/.test(size) ? Number(size) : size.length + 1;
    return sum + (sign === '+' ? amount : -amount);
  }, 0);
}
