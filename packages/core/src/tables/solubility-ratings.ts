import { solubilityRule } from './admet-rules.ts';
import { type Rating, rate } from './ratings.ts';

/** Rating of a solubility in water, log10(mol/L): good from −4, okay from −6 (reason in the rule's source). */
export function rateSolubility(logS: number | null | undefined): Rating | null {
  return rate(solubilityRule.rule, logS);
}

/** Solubility as text, by tenfold steps of log10(mol/L); our own scale, for any solvent. */
export function solubilityInWords(logS: number): string {
  if (logS < -6) return 'practically insoluble (under 1 µmol/L)';
  if (logS < -4) return 'slightly soluble (1 to 100 µmol/L)';
  if (logS < -2) return 'moderately soluble (0.1 to 10 mmol/L)';
  if (logS < 0) return 'soluble (10 mmol/L to 1 mol/L)';
  return 'very soluble (1 mol/L and more)';
}
