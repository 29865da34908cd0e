import {
  type Molecule,
  MoleculesConversion,
  type PerceivedSmiles,
  type ReorderedMolecule,
  Reordering,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import type { Converter } from './pool.ts';
import { eachAlone, inSharedQuestions } from './retry-singly.ts';

interface Fault {
  detail: string;
  field: string | null;
}

/** A fault in a question of some molecules at its place in the call; `places` are theirs. */
function inCall<Answer extends { error: Fault | null }>(answer: Answer, places: readonly number[]): Answer {
  if (!answer.error) return answer;
  const [, place = '0', rest = ''] = /^molecules\.(\d+)(\D.*)?$/.exec(answer.error.field ?? '') ?? [];
  return { ...answer, error: { ...answer.error, field: `molecules.${places[Number(place)]}${rest}` } };
}

/**
 * Canonical SMILES of molecules, perceived from their positions. Each goes to the pool by itself: one that takes too long, or over which RDKit dies,
 * fails alone, with words in `error`.
 * Throws `HttpProblem` 503 where the converter is overloaded or missing.
 */
export function moleculesToSmiles(pool: Converter, molecules: readonly Molecule[]): Promise<PerceivedSmiles[]> {
  const failed = (_molecule: Molecule, detail: string, index: number): PerceivedSmiles => ({
    smiles: null,
    perceived: false,
    error: { detail, field: `molecules.${index}` },
  });
  return eachAlone(
    molecules,
    async (molecule, index, limitMs) => {
      const answer = await pool.run('mols_to_smiles', { molecules: [molecule] }, { limitMs });
      const [found] = z.parse(MoleculesConversion, answer).results;
      return found
        ? inCall(found, [index])
        : failed(molecule, 'The structure converter gave no answer to this molecule.', index);
    },
    failed,
  );
}

interface Placed {
  molecule: Molecule;
  index: number;
}

/** Molecules that are put in order in one question: a few conformers of a drug-like molecule. */
const reorderedTogether = { items: 20, weight: 2000, weightOf: ({ molecule }: Placed) => molecule.atoms.length };

/**
 * Molecules with their atoms in the order of a template's; one that has other bonds, or takes too long, fails alone.
 * Throws `HttpProblem` 422 for a template that cannot be used, 503 where the converter is overloaded or missing.
 */
export function reorderEach(
  pool: Converter,
  template: Molecule,
  molecules: readonly Molecule[],
): Promise<ReorderedMolecule[]> {
  return inSharedQuestions(
    molecules.map((molecule, index) => ({ molecule, index })),
    reorderedTogether,
    async (some, limitMs) => {
      const question = { template, molecules: some.map(({ molecule }) => molecule) };
      const { results } = z.parse(Reordering, await pool.run('reorder_to_match_template', question, { limitMs }));
      const places = some.map(({ index }) => index);
      return results.map((result) => inCall(result, places));
    },
    ({ index }, detail) => ({
      molecule: null,
      order: null,
      rmsd: null,
      error: { detail, field: `molecules.${index}` },
    }),
  );
}
