/** Atoms besides hydrogen of a part of a SMILES, by its spelling. */
function heavyAtoms(smiles: string): number {
  const atoms = smiles.match(/\[[^\]]*\]|Cl|Br|[BCNOPSFI]|[bcnops]/g) ?? [];
  return atoms.filter((atom) => !/^\[\d*H[+-]?\d*\]$/.test(atom)).length;
}

/** The part of a SMILES with most atoms besides hydrogen, the first of those that are as large: what a salt or a solvate is about. */
export function largestPart(smiles: string): string {
  const parts = smiles.split('.');
  const most = Math.max(...parts.map(heavyAtoms));
  return parts.find((part) => heavyAtoms(part) === most) ?? smiles;
}
