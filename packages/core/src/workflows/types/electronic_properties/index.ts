import { defineWorkflow } from '../../define.ts';
import { form } from './form.ts';
import results from './results.ts';
import { rules } from './rules.ts';

/** Orbitals and what follows from the electron density of a molecule. */
export default defineWorkflow(results, { ...rules, ...form });
