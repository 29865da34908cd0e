import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** One-electron oxidation and reduction potentials in acetonitrile. */
export default defineWorkflow(results, { ...rules, ...form });
