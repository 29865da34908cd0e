import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** All protonation states of a molecule, their weights by pH, and what follows: macroscopic pKa, logD, solubility, penetration into the brain. */
export default defineWorkflow(results, { ...rules, ...form });
