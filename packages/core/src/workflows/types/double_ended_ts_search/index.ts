import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** A reaction path between a reactant and a product by the freezing string method, and the transition state on it. */
export default defineWorkflow(results, { ...rules, ...form });
