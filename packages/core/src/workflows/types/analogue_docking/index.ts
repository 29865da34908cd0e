import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Analogues of a ligand docked on its pose. */
export default defineWorkflow(results, { ...rules, ...form });
