import type { SubmissionRules } from '../../definition.ts';
import { compoundProblems } from '../../parts/inputs/compound-list.ts';
import { pocketInput, pocketProblems, vinaNeeds, vinaProblems } from '../../parts/inputs/docking-form.ts';
import { anyStructure, ligandElements } from '../../parts/inputs/limits.ts';
import { dockingSeconds, together } from '../../parts/times/expected-times.ts';
import type { Data } from './results.ts';

const limits = {
  ...anyStructure,
  openShell: false,
  elements: { allowed: ligandElements, by: 'Docking' },
};

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_smiles_list', kind: 'smiles_list', title: 'Compounds', required: true },
    { role: 'target', kind: 'protein', title: 'Protein', required: true },
    pocketInput,
  ],
  limits: () => limits,
  needs: (data) => [...vinaNeeds(data), 'rdkit'],
  rules: [
    ({ initial_smiles_list: list }, inputs) =>
      compoundProblems({ list, field: 'initial_smiles_list', name: 'Compound' }, limits, inputs),
    vinaProblems,
    pocketProblems,
  ],
  seconds: (data, { inspections }, report) =>
    together(
      ...data.initial_smiles_list.map((smiles) => {
        const inputs = { molecule: null, smiles, inspection: inspections?.get(smiles) ?? null };
        return dockingSeconds(data.docking_settings, inputs, report);
      }),
    ),
};
