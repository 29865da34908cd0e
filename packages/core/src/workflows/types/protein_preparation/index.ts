import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** A protein with what its structure lacks, as a new one. */
export default defineWorkflow(results, { ...rules, ...form });
