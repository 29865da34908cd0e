import * as z from 'zod/mini';
import { phrase } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { ic50, pIC50 } from '../../../tables/derived-values.ts';
import { scoreRules, strainLimits } from '../../../tables/ratings.ts';
import type { TableData } from '../../../tables/table.ts';

/** Scores between 0 and 1. */
const Scores = z.looseObject({
  confidence_score: optionalNull(z.number()),
  ptm: optionalNull(z.number()),
  iptm: optionalNull(z.number()),
  avg_lddt: optionalNull(z.number()),
});

/** `pred_value` is log10 of the IC50 in µmol/L; the numbered values are those of the two heads. */
const AffinityScore = z.looseObject({
  pred_value: z.number(),
  probability_binary: z.number(),
  pred_value1: optionalNull(z.number()),
  probability_binary1: optionalNull(z.number()),
  pred_value2: optionalNull(z.number()),
  probability_binary2: optionalNull(z.number()),
});

/** What one predicted sample has; strain in kcal/mol, lddt (0 to 1) for each residue, uuids of proteins and of the ligand pose's calculation. */
const sampleShape = {
  affinity_score: optionalNull(AffinityScore),
  lddt: optionalNull(z.array(z.number())),
  predicted_structure_uuid: optionalNull(z.string()),
  scores: optionalNull(Scores),
  pose: optionalNull(z.string()),
  posebusters_valid: optionalNull(z.boolean()),
  /** Names of the checks that fail, as text. */
  posebusters_failed: optionalNull(z.array(z.string())),
  strain: optionalNull(z.number()),
  predicted_refined_structure_uuid: optionalNull(z.string()),
};
const Sample = z.looseObject(sampleShape);
type Sample = z.output<typeof Sample>;

/** What a co-folding adds: one sample in the data itself, or a list of them. */
export const CofoldingResults = z.looseObject({ ...sampleShape, cofolding_results: optionalNull(z.array(Sample)) });

/** The samples of an item: the list where there is one, else the single one that is in the data itself. */
export function samplesOf(data: z.output<typeof CofoldingResults>): Sample[] {
  if (data.cofolding_results && data.cofolding_results.length > 0) return data.cofolding_results;
  const { scores, predicted_structure_uuid, affinity_score } = data;
  return scores || predicted_structure_uuid || affinity_score ? [data] : [];
}

/** Scores of the predicted samples, one row each. */
export function scoreTable(samples: readonly Sample[]): TableData {
  return tableOf({
    id: 'scores',
    title: 'Co-Folding Scores',
    rows: samples,
    columns: [
      { id: 'sample', title: 'Structure', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'confidence_score',
        title: 'Confidence score',
        precision: 2,
        rating: scoreRules.confidence_score,
        value: ({ scores }) => scores?.confidence_score,
      },
      { id: 'ptm', title: 'pTM', precision: 2, rating: scoreRules.ptm, value: ({ scores }) => scores?.ptm },
      { id: 'iptm', title: 'ipTM', precision: 2, rating: scoreRules.iptm, value: ({ scores }) => scores?.iptm },
      { id: 'plddt', title: 'pLDDT', precision: 2, rating: scoreRules.plddt, value: ({ scores }) => scores?.avg_lddt },
      {
        id: 'affinity_probability',
        title: 'Affinity probability',
        precision: 2,
        rating: scoreRules.affinity_probability,
        help: 'Probability that the ligand binds at all',
        value: ({ affinity_score }) => affinity_score?.probability_binary,
      },
      {
        id: 'ic50',
        title: 'Predicted IC50',
        unit: 'µmol/L',
        precision: 2,
        value: ({ affinity_score }) => (affinity_score ? ic50(affinity_score.pred_value) * 1e6 : null),
      },
      {
        id: 'pic50',
        title: 'Predicted pIC50',
        precision: 2,
        value: ({ affinity_score }) => (affinity_score ? pIC50(affinity_score.pred_value) : null),
      },
      {
        id: 'strain',
        title: 'Strain',
        unit: 'kcal/mol',
        precision: 2,
        rating: { kind: 'below', ...strainLimits },
        value: ({ strain }) => strain,
      },
      {
        id: 'posebusters_valid',
        title: 'PoseBusters valid',
        notation: 'term',
        text: ({ posebusters_valid: valid, posebusters_failed: failed }) =>
          valid === null
            ? null
            : valid
              ? 'yes'
              : failed && failed.length > 0
                ? phrase('no: {checks}', { checks: failed.join(', ') })
                : 'no',
      },
    ],
    structure: ({ predicted_refined_structure_uuid, predicted_structure_uuid }) =>
      predicted_refined_structure_uuid ?? predicted_structure_uuid,
    empty: 'No structure was predicted yet.',
  });
}
