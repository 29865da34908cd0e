import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** One calculation on one molecule: energy, optimization, frequencies and properties with one method. */
export default defineWorkflow(results, { ...rules, ...form });
