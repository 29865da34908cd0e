import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Docking of many compounds into one box; the best score of each. */
export default defineWorkflow(results, { ...rules, ...form });
