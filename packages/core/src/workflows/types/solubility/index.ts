import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Solubility of a molecule in solvents at several temperatures. */
export default defineWorkflow(results, { ...rules, ...form });
