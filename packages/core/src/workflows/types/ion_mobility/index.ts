import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Collision cross section of an ion in a gas, by the trajectory method, averaged over its conformers. */
export default defineWorkflow(results, { ...rules, ...form });
