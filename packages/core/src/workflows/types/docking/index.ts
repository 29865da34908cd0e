import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Docking of one ligand into a box of a protein. */
export default defineWorkflow(results, { ...rules, ...form });
