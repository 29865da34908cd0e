import type { Problem } from '../../../chemistry/problem.ts';
import type { SubmissionRules } from '../../definition.ts';
import type { Data } from './settings.ts';

function problems(data: Data): Problem[] {
  const { protein, protein_uuid, ligand_residue_name, protein_prune_cutoff, protein_restraint_cutoff } = data;
  const found: Problem[] = [];
  if (!protein && !protein_uuid) {
    found.push({ field: 'protein_uuid', detail: 'Protein: nothing is given, and it is needed.' });
  } else if (protein && protein_uuid) {
    const detail = 'Give the protein either by its identifier or as a structure, not both.';
    found.push({ field: 'protein', detail });
  }
  if (ligand_residue_name.trim() === '') {
    const detail = 'Say which residue of the protein structure is the ligand ("LIG").';
    found.push({ field: 'ligand_residue_name', detail });
  }
  if (protein_prune_cutoff !== null && protein_prune_cutoff < (protein_restraint_cutoff ?? 0)) {
    found.push({
      field: 'protein_prune_cutoff',
      detail: `The protein is cut off at ${protein_prune_cutoff} Å, nearer to the ligand than the restraints begin (${protein_restraint_cutoff} Å). Choose at least ${protein_restraint_cutoff} Å.`,
    });
  }
  return found;
}

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_smiles', kind: 'smiles', title: 'Ligand', required: true },
    {
      role: 'protein_uuid',
      kind: 'protein',
      title: 'Protein with the ligand',
      required: false,
      ligand: 'ligand_residue_name',
    },
  ],
  limits: () => ({ openShell: false, batch: false }),
  needs: () => ['openmm', 'ambertools'],
  untimed:
    'The time depends on the size of the protein and on the graphics processor. The run measures its own speed and says within minutes how long it takes.',
  rules: [problems],
};
