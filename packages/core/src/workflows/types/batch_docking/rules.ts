import type { Problem } from '../../../chemistry/problem.ts';
import { maximumSmilesLength } from '../../../entities/conversion.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { pocketInput, pocketProblems, vinaNeeds, vinaProblems } from '../../parts/inputs/docking-form.ts';
import { stereoProblems } from '../../parts/inputs/input-problems.ts';
import { anyStructure, ligandElements, limitProblems } from '../../parts/inputs/limits.ts';
import { dockingSeconds, together } from '../../parts/times/expected-times.ts';
import type { Data } from './results.ts';

const limits = {
  ...anyStructure,
  openShell: false,
  elements: { allowed: ligandElements, by: 'Docking' },
};

/** Every entry can be read, and is a ligand that can be docked; which one is not is named. */
function compoundProblems({ initial_smiles_list }: Data, { inspections }: WorkflowInputs): Problem[] {
  return initial_smiles_list.flatMap((smiles, index) => {
    const field = `initial_smiles_list.${index}`;
    const inspection = inspections?.get(smiles) ?? null;
    const found = (): string[] => {
      if (smiles.trim() === '') return ['the SMILES is empty.'];
      if (smiles.length > maximumSmilesLength) {
        return [`the SMILES has ${smiles.length} characters; at most ${maximumSmilesLength} are allowed.`];
      }
      if (inspection?.error) return [`the SMILES cannot be read: ${inspection.error.detail}`];
      const inputs = { molecule: null, smiles, inspection };
      return [...limitProblems(limits, inputs, 'Docking'), ...stereoProblems(inputs)].map(({ detail }) => detail);
    };
    return found().map((detail) => ({ field, detail: `Compound ${index + 1}${shortened(smiles)}: ${detail}` }));
  });
}

/** A SMILES in brackets, cut where it is long; nothing for an empty one. */
function shortened(smiles: string): string {
  if (smiles.trim() === '') return '';
  return smiles.length > 40 ? ` (${smiles.slice(0, 40)}…)` : ` (${smiles})`;
}

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_smiles_list', kind: 'smiles_list', title: 'Compounds', required: true },
    { role: 'target', kind: 'protein', title: 'Protein', required: true },
    pocketInput,
  ],
  limits: () => limits,
  needs: (data) => [...vinaNeeds(data), 'rdkit'],
  rules: [compoundProblems, vinaProblems, pocketProblems],
  seconds: (data, { inspections }, report) =>
    together(
      ...data.initial_smiles_list.map((smiles) => {
        const inputs = { molecule: null, smiles, inspection: inspections?.get(smiles) ?? null };
        return dockingSeconds(data.docking_settings, inputs, report);
      }),
    ),
};
