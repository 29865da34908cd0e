import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Molecular dynamics of a ligand in its protein: does the pose hold? */
export default defineWorkflow(results, { ...rules, ...form });
