import { defineWorkflow } from '../../define.ts';
import { scaledSeconds, settingsSeconds, together } from '../../parts/times/expected-times.ts';
import results, { optimization } from './results.ts';

/** Molecular descriptors in two and three dimensions, with charges and Fukui indices of each atom. */
export default defineWorkflow(results, {
  inputs: [{ role: 'initial_molecule', kind: 'molecule', title: 'Molecule', required: true }],
  needs: () => ['mordred'],
  seconds: (_data, inputs, report) =>
    together(settingsSeconds([optimization], inputs, report), scaledSeconds(0.8, report)),
  fields: [],
});
