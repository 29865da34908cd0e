const atom = /\[[^[\]]*\]|Cl|Br|[BCNOPSFIbcnops*]/g;
/** Bonds, branches, ring closures and dots: all that a SMILES has besides its atoms. */
const between = /%\d\d|[-=#$:~/\\().\d]/g;
/** Hydrogen and its isotopes, and the atom of no element. */
const notHeavy = /^(\*|\[\d*(H|\*)[^a-z]*\])$/;

/** Atoms besides hydrogen of a SMILES, counted in its text without building anything; null for a text that cannot be one. */
export function heavyAtomsOfSmiles(smiles: string): number | null {
  const text = smiles.trim();
  if (text.replace(atom, '').replace(between, '') !== '') return null;
  return (text.match(atom) ?? []).filter((each) => !notHeavy.test(each)).length;
}
