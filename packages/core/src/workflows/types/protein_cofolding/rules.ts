import type { Problem } from '../../../chemistry/problem.ts';
import type { SubmissionRules, WorkflowInputs } from '../../definition.ts';
import { anyStructure, limitProblems } from '../../parts/inputs/limits.ts';
import { chainProblems, chainsOf } from '../../parts/inputs/sequence-inputs.ts';
import { cofoldingConstraintProblems } from './constraint-problems.ts';
import type { Data } from './settings.ts';

// Chai runs on GPUs alone ("requires ... a GPU with CUDA and bfloat16 support", https://github.com/chaidiscovery/chai-lab); Boltz takes `--accelerator cpu` too.
export const models = {
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

export const rules: SubmissionRules<Data> = {
  inputs: [
    { role: 'initial_protein_sequences', kind: 'protein_sequences', title: 'Protein sequences', required: false },
    { role: 'initial_dna_sequences', kind: 'dna_sequences', title: 'DNA sequences', required: false },
    { role: 'initial_rna_sequences', kind: 'rna_sequences', title: 'RNA sequences', required: false },
    {
      role: 'initial_smiles_list',
      kind: 'smiles_list',
      title: 'Ligands and cofactors',
      required: false,
      together: true,
    },
  ],
  limits: () => ({ openShell: false, severalStructures: false, batch: false }),
  untimed: 'The time depends on the model and on the graphics processor that it runs on.',
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
};
