import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityOption, whyUnavailable } from '../../capabilities.ts';
import type { Offer, Option, SubmissionForm, WorkflowData } from '../../definition.ts';
import { number, optionsOf, select, toggle } from '../../parts/forms/form-fields.ts';
import { buildingReason, protonationReason } from './rules.ts';
import { addMissingTitles, capTitles, type Data, protonationTitles } from './settings.ts';

function offers(data: Data, report: MethodReport | null): Offer[] {
  const found: Offer[] = [];
  if (report !== null && data.add_missing_method === 'boltz_2') {
    found.push({
      field: 'add_missing_method',
      text: whyUnavailable(addMissingTitles.boltz_2, buildingReason(data, report) ?? 'Not available on this server.'),
      action: `Use ${addMissingTitles.pdbfixer}`,
      missing: { what: addMissingTitles.boltz_2, instead: addMissingTitles.pdbfixer },
      apply: (current) => ({ ...current, add_missing_method: 'pdbfixer' }),
    });
  }
  const reason = protonationReason(data, report);
  if (reason !== null) {
    found.push({
      field: 'protonation_method',
      text: whyUnavailable(protonationTitles.protonate_utils, reason),
      action: 'Use PROPKA',
      missing: { what: protonationTitles.protonate_utils, instead: 'PROPKA' },
      apply: (current) => ({ ...current, protonation_method: 'propka_3' }),
    });
  }
  return found;
}

function buildingOptions(_data: WorkflowData, report: MethodReport | null): Option[] {
  const boltz = capabilityOption({ value: 'boltz_2', title: addMissingTitles.boltz_2 }, 'boltz', report);
  return [
    { value: 'pdbfixer', title: addMissingTitles.pdbfixer },
    { ...boltz, unavailable: boltz.unavailable ?? 'This product has no recipe that builds loops with it.' },
    { value: '', title: 'Build nothing' },
  ];
}

export const form: SubmissionForm<Data> = {
  offers,
  fields: [
    select('add_missing_method', 'Missing residues and atoms', buildingOptions, {
      help: 'Gaps inside a chain of up to 20 residues are built; ends that were not observed are not.',
    }),
    select('cap_residues', 'Ends of chains', [...optionsOf(capTitles), { value: '', title: 'As they are' }]),
    {
      kind: 'editor',
      editor: 'kept_ligands',
      path: 'retain_non_polymer',
      title: 'Ligands and ions that stay',
      help: 'All others are removed. The hydrogens of a ligand come from its SMILES.',
    },
    {
      kind: 'editor',
      editor: 'chain_sequences',
      path: 'sequence_overrides',
      title: 'Sequences of chains',
      help: 'Used instead of those of the file to find missing residues.',
    },
    toggle('retain_noncanonical_residues', 'Keep modified residues', {
      help: 'Off: each becomes the standard residue that it comes from, selenomethionine methionine for example.',
    }),
    select('protonation_method', 'Protonation', (_data, report) =>
      Object.entries(protonationTitles).map(([value, title]) =>
        value === 'protonate_utils' ? capabilityOption({ value, title }, value, report) : { value, title },
      ),
    ),
    number('pH', 'pH', { minimum: 0, maximum: 14, step: 0.1 }),
    toggle('retain_protonation', 'Keep hydrogens of the file', {
      help: 'Residues that have hydrogens keep their protonation.',
    }),
    {
      kind: 'text',
      path: 'pocket_ligand',
      title: 'Pocket around the ligand',
      help: 'Name of a ligand of the structure, or chain and number (A.301): the new protein gets a box around it. Empty: none.',
      placeholder: 'LIG',
    },
  ],
};
