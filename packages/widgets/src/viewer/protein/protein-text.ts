import { type Macromolecule, residueCounts } from '@cuvette/core/chemistry';
import type { Words } from '../../words.ts';

/** Most chains that are named one by one. */
const mostNamed = 4;

/** Returns what a macromolecule is made of: "chain A, 225 residues, 1 modified residue, 95 waters". */
export function compositionText(structure: Macromolecule, words: Words): string {
  const texts = words.viewer.protein;
  const { polymer, modified, ligand, ion, water } = residueCounts(structure);
  const names = structure.chains.map(({ id }) => id).filter((id) => id.trim() !== '');
  const several = names.length > mostNamed ? texts.moreChains(names.length) : texts.chainsList(names.join(', '));
  return [
    names.length === 0 ? null : names.length === 1 ? texts.chainList(names[0] as string) : several,
    polymer > 0 && texts.residues(polymer),
    modified > 0 && texts.modified(modified),
    ligand > 0 && texts.ligands(ligand),
    ion > 0 && texts.ions(ion),
    water > 0 && texts.waters(water),
  ]
    .filter((part) => part)
    .join(', ');
}
