import type { Macromolecule, Residue, ResidueKind } from './macromolecule.ts';

/** "Tyr66 A", "HEM 154 B": a residue of a chain in the usual spelling, with its number and chain; others as the file spells them. */
export function residueName({ name, number, insertion, chain, kind }: Residue): string {
  const numbered = number === null ? '' : `${number}${insertion}`;
  const usual = kind === 'polymer' && /^[A-Z]{3}$/.test(name) ? `${name[0]}${name.slice(1).toLowerCase()}` : null;
  const parts = usual ? [`${usual}${numbered}`, chain] : [name, numbered, chain];
  return parts.filter((part) => part !== '').join(' ');
}

/** "Tyr66 A, OH": an atom by its residue and its name in it. */
export function residueAtomName(structure: Macromolecule, atom: number): string {
  const residue = structure.residues[structure.residueOf[atom] ?? -1];
  return residue ? `${residueName(residue)}, ${structure.names[atom] ?? ''}` : '';
}

/** How many residues of each kind there are. */
export function residueCounts({ residues }: Macromolecule): Record<ResidueKind, number> {
  const counts: Record<ResidueKind, number> = { polymer: 0, modified: 0, ligand: 0, ion: 0, water: 0 };
  for (const { kind } of residues) counts[kind] += 1;
  return counts;
}
