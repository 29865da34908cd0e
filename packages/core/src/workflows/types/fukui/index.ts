import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Fukui indices of each atom from the charges of the molecule with one electron more and one less. */
export default defineWorkflow(results, { ...rules, ...form });
