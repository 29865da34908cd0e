import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { numbered, phrase } from '../../entities/phrases.ts';
import { forgivingEnum, optionalNull } from '../../entities/scalars.ts';
import type { Resolved } from '../../methods/resolution.ts';
import { forced } from '../../methods/resubmission.ts';
import { capabilityOption } from '../capabilities.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { StructureReference, WorkflowInputs } from '../definition.ts';
import { calculationStructure, proteinStructure } from '../results/structure-references.ts';
import { anyStructure, limitProblems } from '../rules/limits.ts';
import { ContactConstraint, cofoldingConstraintProblems, PocketConstraint } from '../schemas/cofolding-constraints.ts';
import { CofoldingResults, samplesOf, scoreTable } from '../schemas/cofolding-samples.ts';
import { number, select, toggle } from '../schemas/form-fields.ts';
import { smilesListInput } from '../schemas/input-shapes.ts';
import {
  chainProblems,
  chainsOf,
  dnaSequences,
  proteinSequences,
  rnaSequences,
  sequenceTable,
} from '../schemas/sequence-inputs.ts';

// Chai runs on GPUs alone ("requires ... a GPU with CUDA and bfloat16 support", https://github.com/chaidiscovery/chai-lab); Boltz takes `--accelerator cpu` too.
const models = {
  boltz_2: { title: 'Boltz-2', capability: 'boltz', mostLetters: 3000, gpus: 0 },
  chai_1r: { title: 'Chai-1r', capability: 'chai', mostLetters: 2048, gpus: 1 },
  boltz_1: { title: 'Boltz-1', capability: 'boltz', mostLetters: 3000, gpus: 0 },
} as const;

/** Most atoms of a ligand whose affinity is predicted, and its elements (public client's table, 2026-02). */
const affinityLigand = {
  atoms: 128,
  elements: [
    ...Array.from({ length: 20 }, (_, index) => index + 1),
    30,
    33,
    34,
    35,
    36,
    37,
    38,
    47,
    52,
    53,
    54,
    55,
    56,
    85,
    86,
    87,
    88,
  ],
};

const settings = z.looseObject({
  ...smilesListInput,
  initial_protein_sequences: proteinSequences,
  initial_dna_sequences: dnaSequences,
  initial_rna_sequences: rnaSequences,
  model: z._default(forgivingEnum(['boltz_2', 'chai_1r', 'boltz_1']), 'boltz_2'),
  /** 0-based place in the list of SMILES. */
  ligand_binding_affinity_index: optionalNull(z.int().check(z.minimum(0))),
  use_msa_server: z._default(z.boolean(), true),
  use_templates_server: z._default(z.boolean(), false),
  use_potentials: z._default(z.boolean(), false),
  contact_constraints: z._default(z.array(ContactConstraint), []),
  pocket_constraints: z._default(z.array(PocketConstraint), []),
  do_pose_refinement: z._default(z.boolean(), false),
  compute_strain: z._default(z.boolean(), false),
  num_samples: optionalNull(z.int().check(z.minimum(1))),
});
type Data = z.output<typeof settings>;

function settle(data: Data): Resolved<Data> {
  const changes: Resolved<Data>['changes'] = [];
  const off = (current: Data, field: 'use_msa_server' | 'use_potentials' | 'compute_strain', reason: string): Data => {
    const step = forced(current, field, false, reason);
    changes.push(...step.changes);
    return step.value;
  };
  let value = data;
  if (value.model === 'chai_1r') {
    value = off(value, 'use_msa_server', 'Chai-1r runs without the MSA server here.');
    value = off(value, 'use_potentials', 'Chai-1r has no potentials.');
  }
  if (!value.do_pose_refinement) value = off(value, 'compute_strain', 'Strain needs a refined pose.');
  return { value, changes };
}

function sequenceRules(data: Data): Problem[] {
  const chains = chainsOf(data);
  const { title, mostLetters } = models[data.model];
  const found = chainProblems(chains);
  const field = 'initial_protein_sequences';
  if (chains.length === 0) {
    found.push({ field, detail: 'Give at least one protein, DNA or RNA sequence.' });
  }
  const letters = chains.reduce((sum, chain) => sum + chain.letters.length, 0);
  if (letters > mostLetters) {
    found.push({
      field,
      detail: `${title} takes ${mostLetters} letters in all sequences together; these have ${letters}.`,
    });
  }
  const nucleic = data.initial_dna_sequences.length + data.initial_rna_sequences.length;
  if (data.model === 'boltz_1' && nucleic > 0) {
    found.push({ field: 'model', detail: 'Boltz-1 Does Not Support Nucleic Acids' });
  }
  if (data.model !== 'boltz_2' && chains.some(({ cyclic }) => cyclic)) {
    found.push({ field, detail: `${title} does not take cyclic proteins; Boltz-2 does.` });
  }
  return found;
}

function affinityRules(data: Data, inputs: WorkflowInputs): Problem[] {
  const { ligand_binding_affinity_index: index, initial_smiles_list: list, model } = data;
  if (index === null) return [];
  const field = 'ligand_binding_affinity_index';
  const ligand = list[index];
  if (ligand === undefined) {
    return [{ field, detail: `There is no ligand number ${index + 1}: ${list.length} SMILES are given.` }];
  }
  if (model !== 'boltz_2')
    return [{ field, detail: `${models[model].title} predicts no binding affinity; Boltz-2 does.` }];
  const found: Problem[] = [];
  const identity = (smiles: string) => inputs.inspections?.get(smiles)?.canonical ?? smiles.trim();
  if (list.some((smiles, place) => place !== index && identity(smiles) === identity(ligand))) {
    found.push({ field, detail: 'Binding Affinity Requires Unique Ligand SMILES' });
  }
  const inspection = inputs.inspections?.get(ligand);
  const atoms = inspection?.atom_count ?? 0;
  if (atoms > affinityLigand.atoms) {
    found.push({
      field,
      detail: `Affinity is predicted for ligands of up to ${affinityLigand.atoms} atoms; this one has ${atoms}.`,
    });
  }
  const elements = { allowed: affinityLigand.elements, by: 'The affinity prediction' };
  const ligandInputs = { molecule: null, smiles: ligand, inspection: inspection ?? null };
  const limits = { ...anyStructure, elements };
  found.push(
    ...limitProblems(limits, ligandInputs, 'The affinity prediction').map((problem) => ({ ...problem, field })),
  );
  return found;
}

/** Every SMILES is one closed-shell structure that can be read. */
function ligandRules(data: Data, { inspections }: WorkflowInputs): Problem[] {
  return data.initial_smiles_list.flatMap((smiles, index) => {
    const field = `initial_smiles_list.${index}`;
    if (smiles.trim() === '') return [{ field, detail: `Ligand ${index + 1} is empty.` }];
    const inspection = inspections?.get(smiles);
    if (!inspection) return [];
    if (inspection.error) return [{ field, detail: `Ligand ${index + 1} cannot be read: ${inspection.error.detail}` }];
    const limits = { ...anyStructure, openShell: false, severalStructures: false };
    return limitProblems(limits, { molecule: null, smiles, inspection }, 'Co-folding').map(({ detail }) => ({
      field,
      detail,
    }));
  });
}

function countsNotice(data: Data) {
  const sequences = chainsOf(data).length;
  const chosen = data.ligand_binding_affinity_index !== null && data.initial_smiles_list.length > 0;
  const ligands = chosen ? 1 : data.initial_smiles_list.length;
  const cofactors = chosen ? data.initial_smiles_list.length - 1 : 0;
  const count = (amount: number, word: string) => `${amount} ${word}${amount === 1 ? '' : 's'}`;
  return {
    kind: 'info' as const,
    title: 'What will be folded',
    body: `${count(ligands, 'ligand')}, ${count(sequences, 'sequence')} and ${count(cofactors, 'cofactor')}.`,
  };
}

/** Structure of proteins, nucleic acids and ligands together. */
export default defineWorkflow({
  type: 'protein_cofolding',
  inputs: [
    { role: 'initial_protein_sequences', kind: 'protein_sequences', title: 'Protein sequences', required: false },
    { role: 'initial_dna_sequences', kind: 'dna_sequences', title: 'DNA sequences', required: false },
    { role: 'initial_rna_sequences', kind: 'rna_sequences', title: 'RNA sequences', required: false },
    { role: 'initial_smiles_list', kind: 'smiles_list', title: 'Ligands and cofactors', required: false },
  ],
  limits: () => ({ openShell: false, severalStructures: false, batch: false }),
  settings,
  results: CofoldingResults,
  settle,
  gpus: ({ model }) => models[model].gpus,
  needs: ({ model, use_msa_server }) => [models[model].capability, ...(use_msa_server ? ['msa'] : [])],
  rules: [
    sequenceRules,
    ligandRules,
    affinityRules,
    (data) =>
      cofoldingConstraintProblems(data, {
        ligand: data.initial_smiles_list.length,
        protein: data.initial_protein_sequences.length,
        dna: data.initial_dna_sequences.length,
        rna: data.initial_rna_sequences.length,
      }),
  ],
  notices: (data) => [countsNotice(data)],
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
      help: 'Searches related sequences in the databases of this server first: better structures. No sequence leaves it.',
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
  structures: (data) =>
    samplesOf(data).flatMap((sample, index): StructureReference[] => [
      ...proteinStructure(numbered('Structure', index + 1), sample.predicted_structure_uuid),
      ...proteinStructure(
        phrase('{structure} (refined)', { structure: numbered('Structure', index + 1) }),
        sample.predicted_refined_structure_uuid,
      ),
      ...calculationStructure(numbered('Pose', index + 1), sample.pose),
    ]),
  tables: (data) => [scoreTable(samplesOf(data)), sequenceTable(chainsOf(data))],
  tabs: () => [{ id: 'scores', title: 'Co-Folding Scores' }, { id: 'sequences', title: 'sequences' }, infoTab],
  parts: () => ({
    scores: [
      { kind: 'table', table: 'scores' },
      { kind: 'panel', panel: 'contacts' },
    ],
    sequences: [
      { kind: 'panel', panel: 'fasta' },
      { kind: 'table', table: 'sequences' },
    ],
  }),
  cite: ({ model, use_msa_server, do_pose_refinement }) => [
    model,
    ...(use_msa_server ? ['colabfold'] : []),
    ...(do_pose_refinement ? ['posebusters'] : []),
  ],
});
