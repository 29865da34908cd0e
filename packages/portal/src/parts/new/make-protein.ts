import { ownerClient } from '../../clients.ts';
import { nameOfFile } from '../protein/protein-file.ts';

/** Where a protein comes from: an entry of the Protein Data Bank, or a file. */
export type ProteinSource = { pdb: string } | { name: string; text: string };

/** Makes a protein in the person's own project. Throws ApiError where it cannot be fetched or read. */
export async function makeProtein(source: ProteinSource): Promise<{ uuid: string; name: string }> {
  const { queryClient } = ownerClient;
  const me = await queryClient.ensureQueryData(ownerClient.me());
  const isEntry = 'pdb' in source;
  const protein_data = isEntry
    ? await ownerClient.proteinOfPdbId(source.pdb)
    : await ownerClient.readProteinFile(source.name, source.text);
  const name = isEntry ? source.pdb.toUpperCase() : nameOfFile(source);
  const made = await ownerClient.createProtein({ name, protein_data, project_uuid: me.default_project_uuid });
  return { uuid: made.uuid, name };
}
