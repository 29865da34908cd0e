import { capabilityOption } from '../../capabilities.ts';
import type { Notice, SubmissionForm } from '../../definition.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { chainsOf } from '../../parts/inputs/sequence-inputs.ts';
import { models } from './rules.ts';
import type { Data } from './settings.ts';

/** Returns what the form counts of the input, once anything is put in. */
function countsNotice(data: Data): Notice[] {
  const sequences = chainsOf(data).length;
  if (sequences + data.initial_smiles_list.length === 0) return [];
  const chosen = data.ligand_binding_affinity_index !== null && data.initial_smiles_list.length > 0;
  const ligands = chosen ? 1 : data.initial_smiles_list.length;
  const cofactors = chosen ? data.initial_smiles_list.length - 1 : 0;
  const count = (amount: number, word: string) => `${amount} ${word}${amount === 1 ? '' : 's'}`;
  return [
    {
      kind: 'info',
      title: 'What will be folded',
      body: `${count(ligands, 'ligand')}, ${count(sequences, 'sequence')} and ${count(cofactors, 'cofactor')}.`,
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices: countsNotice,
  fields: [
    select('model', 'Model', (_data, report) =>
      Object.entries(models).map(([value, { title, capability }]) =>
        capabilityOption({ value, title }, capability, report),
      ),
    ),
    select(
      'ligand_binding_affinity_index',
      'Ligand for binding affinity',
      (data) => [
        { value: '', title: 'None' },
        ...(Array.isArray(data.initial_smiles_list) ? data.initial_smiles_list : []).map((smiles, index) => ({
          value: String(index),
          title: `Ligand ${index + 1}: ${smiles}`,
        })),
      ],
      { numeric: true, shown: ({ model }) => model === 'boltz_2' },
    ),
    toggle('use_msa_server', 'Use the MSA server', {
      help: 'First searches related sequences in the databases of this server, which improves the structures. No sequence leaves the server.',
      locked: ({ model }) => (model === 'chai_1r' ? 'Chai-1r runs without the MSA server here.' : null),
    }),
    toggle('use_templates_server', 'Use the templates server'),
    toggle('use_potentials', 'Use potentials', {
      help: 'Steers towards physically sound ligands.',
      locked: ({ model }) => (model === 'chai_1r' ? 'Chai-1r has no potentials.' : null),
    }),
    { kind: 'editor', editor: 'contact_constraints', path: 'contact_constraints', title: 'Contacts' },
    { kind: 'editor', editor: 'pocket_constraints', path: 'pocket_constraints', title: 'Pocket' },
    toggle('do_pose_refinement', 'Refine the pose'),
    toggle('compute_strain', 'Compute strain', {
      locked: ({ do_pose_refinement }) => (do_pose_refinement === true ? null : 'Strain needs a refined pose.'),
    }),
    number('num_samples', 'Samples', { help: 'Empty: one.', minimum: 1, maximum: 25, step: 1 }),
  ],
};
