import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** The older conformer search: conformers of one molecule, optimized and weighted with one final method. */
export default defineWorkflow(results, { ...rules, ...form });
