import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Structure of proteins, nucleic acids and ligands together. */
export default defineWorkflow(results, { ...rules, ...form });
