import { SmilesConversion, type SmilesInspection } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { ConversionStopped, type ConvertPool } from './pool.ts';

/**
 * Molecules with coordinates for SMILES. Each goes to the pool by itself, so that all its processes work on a batch, and one that takes too long or
 * brings its process down fails alone, with words in `error`.
 * Throws `HttpProblem` 503 where the converter is overloaded or missing.
 */
export function smilesToMolecules(pool: ConvertPool, smiles: readonly string[]): Promise<SmilesInspection[]> {
  return Promise.all(
    smiles.map(async (text) => {
      try {
        const { results } = z.parse(SmilesConversion, await pool.run('smiles_to_mols', { smiles: [text] }));
        if (results[0]) return results[0];
      } catch (error) {
        if (!(error instanceof ConversionStopped)) throw error;
        return failedSmiles(text, error.message);
      }
      return failedSmiles(text, 'The structure converter gave no answer to this SMILES.');
    }),
  );
}

function failedSmiles(smiles: string, detail: string): SmilesInspection {
  const [inspection] = z.parse(SmilesConversion, { results: [{ smiles, error: { detail } }] }).results;
  return inspection as SmilesInspection;
}
