import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Motion of the nuclei over time on the energies of one method. */
export default defineWorkflow(results, { ...rules, ...form });
