import { loadToolkit } from '../../structure/depict.ts';

/** CIP parities as the toolkit counts them: of atoms 1 is R and 2 is S, of bonds 1 is E and 2 is Z. */
const ofAtom = ['', 'R', 'S'];
const ofBond = ['', 'E', 'Z'];

/**
 * The descriptors of stereoisomers of one molecule ("R", "S,S", "E"), those that differ between them alone, in the order of atoms. Null for one
 * whose SMILES cannot be read, or where two would be called the same.
 */
export async function isomerLabels(isomers: readonly string[]): Promise<(string | null)[]> {
  const { Molecule } = await loadToolkit();
  const all = isomers.map((smiles) => {
    try {
      const molecule = Molecule.fromSmiles(smiles);
      molecule.ensureHelperArrays(Molecule.cHelperCIP);
      const atoms = Array.from({ length: molecule.getAtoms() }, (_, atom) => ofAtom[molecule.getAtomCIPParity(atom)]);
      const bonds = Array.from({ length: molecule.getBonds() }, (_, bond) => ofBond[molecule.getBondCIPParity(bond)]);
      return [...atoms, ...bonds];
    } catch {
      return [];
    }
  });
  const [first = []] = all;
  // Isomers that are written in one order of atoms are named by the places at which they differ; others by all that they have.
  const places = first.map((_, place) => place);
  const sameOrder = all.every(
    (found) => found.length === first.length && places.every((at) => !first[at] === !found[at]),
  );
  const differing = sameOrder ? places.filter((at) => all.some((found) => found[at] !== first[at])) : null;
  const labels = all.map((found) =>
    (differing ? differing.map((at) => found[at]) : found).filter((each): each is string => Boolean(each)).join(','),
  );
  return labels.map((label) => (label === '' || labels.filter((each) => each === label).length > 1 ? null : label));
}
