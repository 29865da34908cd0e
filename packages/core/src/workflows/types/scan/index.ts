import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Energy along one or two geometric coordinates: at each point the coordinates are held and the rest is optimized. */
export default defineWorkflow(results, { ...rules, ...form });
