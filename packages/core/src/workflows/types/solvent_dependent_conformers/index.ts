import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Conformers that are searched once, weighed in each of several solvents. */
export default defineWorkflow(results, { ...rules, ...form });
