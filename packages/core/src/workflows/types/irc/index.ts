import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** The reaction path downhill from a transition state, to both sides. */
export default defineWorkflow(results, { ...rules, ...form });
