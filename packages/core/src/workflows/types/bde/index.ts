import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Homolytic bond-dissociation energies of chosen bonds of a neutral closed-shell molecule. */
export default defineWorkflow(results, { ...rules, ...form });
