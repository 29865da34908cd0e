import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Molecular dynamics of a protein: how do its shape and its contacts change? */
export default defineWorkflow(results, { ...rules, ...form });
