import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Search of the conformers of one molecule: generated, ranked, optimized, freed of duplicates and weighted. */
export default defineWorkflow(results, { ...rules, ...form });
