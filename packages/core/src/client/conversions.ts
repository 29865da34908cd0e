import { Pdb } from '../chemistry/pdb/schema.ts';
import {
  MoleculesConversion,
  PdbSequences,
  PubchemConversion,
  Reordering,
  SmilesConversion,
} from '../entities/conversion.ts';
import type { Molecule } from '../entities/molecule.ts';
import { batchSizes } from '../entities/platform-constants.ts';
import { ApiError, type Transport } from './transport.ts';

/** Whether the refusal is about what was sent: nothing is gained by sending parts of it where the server is away, or does not know the person. */
function isConversionFailure(error: unknown): boolean {
  return error instanceof ApiError && error.status !== 0 && ![401, 403, 429].includes(error.status);
}

/**
 * Converts in batches, one after the other. Where a batch fails, each of its items is tried once more by itself; what fails then too is `false`.
 * Throws ApiError where the server cannot be reached or refuses the person.
 * @param convert gives one answer for each item of a batch, `false` for what cannot be converted
 */
async function convertInBatches<Item, Result>(
  items: readonly Item[],
  size: number,
  convert: (batch: Item[]) => Promise<(Result | false)[]>,
): Promise<(Result | false)[]> {
  const whole = async (batch: Item[]) => {
    const answers = await convert(batch);
    return batch.map((_item, index) => answers[index] ?? false);
  };
  const attempt = async (batch: Item[]) => {
    try {
      return await whole(batch);
    } catch (error) {
      if (!isConversionFailure(error)) throw error;
      return null;
    }
  };
  const results: (Result | false)[] = [];
  for (let start = 0; start < items.length; start += size) {
    const batch = items.slice(start, start + size);
    const answers = await attempt(batch);
    if (answers) results.push(...answers);
    else for (const item of batch) results.push(...((await attempt([item])) ?? [false as const]));
  }
  return results;
}

/** Conversions by the server; what cannot be converted is `false`, in the place of what was asked. */
export function conversionCalls({ get, send }: Pick<Transport, 'get' | 'send'>) {
  return {
    /** Molecules with coordinates, five SMILES a call. */
    moleculesOfSmiles: (smiles: readonly string[]) =>
      convertInBatches<string, Molecule>(smiles, batchSizes.smilesToMolecules, async (batch) => {
        const { results } = await send('POST', '/api/convert/smiles_to_mols', { smiles: batch }, SmilesConversion);
        return results.map(({ molecule }) => molecule ?? false);
      }),
    /** Canonical SMILES perceived from coordinates, 25 molecules a call. */
    smilesOfMolecules: (molecules: readonly Molecule[]) =>
      convertInBatches<Molecule, string>(molecules, batchSizes.moleculesToSmiles, async (batch) => {
        const body = { molecules: batch };
        const { results } = await send('POST', '/api/convert/mols_to_smiles', body, MoleculesConversion);
        return results.map(({ smiles }) => smiles ?? false);
      }),
    /** Molecules with their atoms in the order of a template; each carries its order, its RMSD, or its error. */
    reorderToMatchTemplate: (template: Molecule, molecules: readonly Molecule[]) =>
      send('POST', '/api/convert/reorder_to_match_template', { template, molecules }, Reordering),
    /** Compounds of PubChem by number or name, with coordinates; at most five. One that is not known carries its error. */
    pubchemMolecules: (identifiers: readonly string[]) =>
      send('POST', '/api/convert/pubchem_to_mols', { identifiers }, PubchemConversion),
    /** Compounds of PubChem by number or name; at most five. One that is not known carries its error. */
    pubchemSmiles: (identifiers: readonly string[]) =>
      send('POST', '/api/convert/pubchem_to_smiles', { identifiers }, PubchemConversion),
    /** The structure of an entry of the Protein Data Bank. */
    proteinOfPdbId: (id: string) =>
      send('POST', `/api/convert/pdb_id_to_protein?pdb_id=${encodeURIComponent(id)}`, {}, Pdb),
    /** The sequences of an entry of the Protein Data Bank. */
    sequencesOfPdbId: (id: string) =>
      get(`/api/convert/pdb_id_to_sequences?pdb_id=${encodeURIComponent(id)}`, PdbSequences),
  };
}
