import type { RatingRule } from './ratings.ts';

/** A rating rule, and the source of its cut-offs as people read it: a publication, or Cuvette's own choice with its reason. */
export interface SourcedRule {
  rule: RatingRule;
  source: string;
}

const probabilities = 'Cuvette’s choice: cut-offs of 0.3 and 0.6 for every probability, not fitted to measurements';

/** Probability that is wanted high. */
export const wanted: SourcedRule = { rule: { kind: 'higher', okay: 0.3, good: 0.6 }, source: probabilities };

/** Probability of inhibition or toxicity, wanted low. */
export const risk: SourcedRule = { rule: { kind: 'below', good: 0.3, okay: 0.6 }, source: probabilities };

/** Source of a rating whose `good` is a limit of Lipinski's rule of five (Adv. Drug Deliv. Rev. 1997, 23, 3). */
export const ruleOfFive = 'good: rule of five (Lipinski 1997); okay: Cuvette’s choice';

/** Solubility in water, log10(mol/L). */
export const solubilityRule: SourcedRule = {
  rule: { kind: 'higher', okay: -6, good: -4 },
  source:
    'Cuvette’s choice: more than 80 % of marketed drugs have a calculated logS above −4 (openmolecules.org property explorer); okay down to a hundredth of that',
};

/** Liver of a human, per kg of body weight (Davies and Morris 1993, DOI 10.1023/A:1018943613122). */
const liver = {
  gramsPerKg: 20,
  /** Cells of one gram, in millions. */
  cellsPerGram: 120,
  /** Microsomal protein of one gram, in mg. */
  proteinPerGram: 45,
  /** Blood flow in µL/min. */
  bloodFlow: 20_000,
};

/**
 * Intrinsic clearance at which the liver extracts a fraction E of an unbound drug, by the well-stirred model: Q·E/(1 − E), scaled to the assay's unit
 * (µL/min for a million cells, or for a mg of protein). Rounded to two digits.
 */
export function clearanceAtExtraction(extraction: number, assay: 'hepatocyte' | 'microsome'): number {
  const amount = liver.gramsPerKg * (assay === 'hepatocyte' ? liver.cellsPerGram : liver.proteinPerGram);
  return Number(((liver.bloodFlow * extraction) / (1 - extraction) / amount).toPrecision(2));
}

/** Clearance: low under an extraction of 0.3, high above 0.7. */
export function clearanceRule(assay: 'hepatocyte' | 'microsome'): SourcedRule {
  return {
    rule: { kind: 'below', good: clearanceAtExtraction(0.3, assay), okay: clearanceAtExtraction(0.7, assay) },
    source:
      'Cuvette’s choice: hepatic extraction of 0.3 and 0.7 by the well-stirred model with the human liver of Davies and Morris 1993 (20 g/kg, 120 million cells/g, 45 mg protein/g, 20 mL/min/kg blood), unbound drug',
  };
}

/** Half-life in hours. */
export const halfLifeRule: SourcedRule = {
  rule: { kind: 'higher', okay: 4, good: 12 },
  source:
    'Cuvette’s choice: after 12 h half-life a quarter of a dose is left when the next one comes once a day; after 4 h an eighth when it comes twice a day',
};
