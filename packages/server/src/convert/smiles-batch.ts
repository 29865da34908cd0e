import { maximumSmilesLength, SmilesConversion, type SmilesInspection } from '@cuvette/core/entities';
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
      if (isTooLong(text)) return tooLong(text);
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

/** What RDKit says of each SMILES, without coordinates; one that is too long fails alone. Throws as `smilesToMolecules`. */
export async function inspectEach(pool: ConvertPool, smiles: readonly string[]): Promise<SmilesInspection[]> {
  const short = smiles.filter((text) => !isTooLong(text));
  const answer = short.length > 0 ? await pool.run('inspect_smiles', { smiles: short }) : { results: [] };
  const { results } = z.parse(SmilesConversion, answer);
  let next = 0;
  return smiles.map((text) => {
    if (isTooLong(text)) return tooLong(text);
    const found = results[next];
    next += 1;
    return found ?? failedSmiles(text, 'The structure converter gave no answer to this SMILES.');
  });
}

function isTooLong(smiles: string): boolean {
  return smiles.length > maximumSmilesLength;
}

function tooLong(smiles: string): SmilesInspection {
  return failedSmiles(smiles, `The SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are taken.`);
}

function failedSmiles(smiles: string, detail: string): SmilesInspection {
  const [inspection] = z.parse(SmilesConversion, { results: [{ smiles, error: { detail } }] }).results;
  return inspection as SmilesInspection;
}
