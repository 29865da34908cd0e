import { type Macromolecule, residueCounts } from '@cuvette/core/chemistry';
import type { Words } from '../../words.ts';

/** Most chains that are named one by one. */
const mostNamed = 4;

/** What a macromolecule is made of: "chain A, 225 residues, 1 modified residue, 95 waters". */
export function compositionText(structure: Macromolecule, words: Words): string {
  const told = words.viewer.protein;
  const { polymer, modified, ligand, ion, water } = residueCounts(structure);
  const names = structure.chains.map(({ id }) => id).filter((id) => id.trim() !== '');
  const several = names.length > mostNamed ? told.moreChains(names.length) : told.chainsList(names.join(', '));
  return [
    names.length === 0 ? null : names.length === 1 ? told.chainList(names[0] as string) : several,
    polymer > 0 && told.residues(polymer),
    modified > 0 && told.modified(modified),
    ligand > 0 && told.ligands(ligand),
    ion > 0 && told.ions(ion),
    water > 0 && told.waters(water),
  ]
    .filter((part) => part)
    .join(', ');
}
