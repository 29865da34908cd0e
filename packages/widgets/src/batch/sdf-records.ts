import {
  type ListedMolecule,
  listed,
  type OwnTexts,
  ownColumnsOfRecords,
  splitSdf,
} from '@cuvette/core/chemistry/molecule-list';
import { loadToolkit } from '../structure/depict.ts';
import { batchWords as words } from './words.ts';

/** The molecules of an SDF file as SMILES, with its data fields as columns; a record that is empty or broken stays and says so. */
export async function readSdfRecords(text: string): Promise<{ molecules: ListedMolecule[]; own: OwnTexts }> {
  const { Molecule } = await loadToolkit();
  const records = splitSdf(text);
  const molecules = records.map(({ line, name, molfile, smiles, problem }) => {
    if (problem !== null) return listed(line, smiles ?? '', name, problem);
    try {
      const molecule = Molecule.fromMolfile(molfile);
      const read = molecule.getAllAtoms() > 0 ? molecule.toIsomericSmiles() : '';
      return listed(line, read, name, read === '' ? words.sdfUnreadable('') : null);
    } catch (error) {
      return listed(line, smiles ?? '', name, words.sdfUnreadable(error instanceof Error ? error.message : ''));
    }
  });
  return { molecules, own: ownColumnsOfRecords(records) };
}
