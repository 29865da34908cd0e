import { maximumSmilesLength, SmilesConversion, type SmilesInspection } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Converter } from './pool.ts';
import { eachAlone, inSharedQuestions } from './retry-singly.ts';

/**
 * Molecules with coordinates for SMILES. Each goes to the pool by itself, so that all its processes work on a batch, and one that takes too long or
 * brings its process down fails alone, with words in `error`.
 * Throws `HttpProblem` 503 where the converter is overloaded or missing.
 */
export function smilesToMolecules(pool: Converter, smiles: readonly string[]): Promise<SmilesInspection[]> {
  return eachAlone(
    smiles,
    async (text, _index, limitMs) => {
      if (isTooLong(text)) return tooLong(text);
      const answer = await pool.run('smiles_to_mols', { smiles: [text] }, { limitMs });
      const [found] = z.parse(SmilesConversion, answer).results;
      return found ?? failedSmiles(text, 'The structure converter gave no answer to this SMILES.');
    },
    failedSmiles,
  );
}

/** SMILES that are looked at in one question: of drug-like molecules a call takes one, of long ones each takes its own. */
const inspectedTogether = { items: 50, weight: 2000, weightOf: (smiles: string) => smiles.length };

/**
 * Returns what RDKit says of each SMILES, of any number of them, without coordinates; one that cannot be looked at fails alone. Throws as
 * `smilesToMolecules`.
 */
export async function inspectEach(pool: Converter, smiles: readonly string[]): Promise<SmilesInspection[]> {
  const inspected = await inSharedQuestions(
    smiles.filter((text) => !isTooLong(text)),
    inspectedTogether,
    async (some, limitMs) =>
      z.parse(SmilesConversion, await pool.run('inspect_smiles', { smiles: some }, { limitMs })).results,
    failedSmiles,
  );
  let next = 0;
  return smiles.map((text) => {
    if (isTooLong(text)) return tooLong(text);
    const found = inspected[next] as SmilesInspection;
    next += 1;
    return found;
  });
}

function isTooLong(smiles: string): boolean {
  return smiles.length > maximumSmilesLength;
}

function tooLong(smiles: string): SmilesInspection {
  return failedSmiles(
    smiles,
    `The SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are allowed.`,
  );
}

function failedSmiles(smiles: string, detail: string): SmilesInspection {
  const [inspection] = z.parse(SmilesConversion, { results: [{ smiles, error: { detail } }] }).results;
  return inspection as SmilesInspection;
}
