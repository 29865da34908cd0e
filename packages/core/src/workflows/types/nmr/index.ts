import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Proton and carbon NMR spectra of a molecule, averaged over its conformers; a private beta. */
export default defineWorkflow(results, { ...rules, ...form });
