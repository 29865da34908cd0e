import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** The same molecule optimized in several multiplicities. */
export default defineWorkflow(results, { ...rules, ...form });
