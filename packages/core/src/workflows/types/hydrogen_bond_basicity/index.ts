import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Strengths of the hydrogen-bond acceptors and donors of one molecule, from the electrostatic potential around them. */
export default defineWorkflow(results, { ...rules, ...form });
