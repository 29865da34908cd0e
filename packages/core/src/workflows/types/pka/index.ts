import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** pKa of each acidic and basic site of a molecule, from its conjugate bases and acids. */
export default defineWorkflow(results, { ...rules, ...form });
