/** A workflow type of public clients that this product does not compute, and why, as a sentence with what to use instead where there is something. */
export interface TypeElsewhere {
  /** As the API spells it. */
  type: string;
  title: string;
  reason: string;
}

const gpu = 'It needs a GPU and programs that this product has no adapter for.';
const notBuilt = 'This product has no recipe for it yet.';

/** Types of public clients that are not in the catalogue. A submission of one is refused with its reason. */
export const typesElsewhere: readonly TypeElsewhere[] = [
  {
    type: 'batch_protein_cofolding',
    title: 'Batch Protein Co-folding',
    reason: 'It needs a GPU; submit a Protein Co-folding for each ligand where a worker has one.',
  },
  { type: 'covalent_inhibitor_scan', title: 'Covalent Inhibitor Scan', reason: notBuilt },
  { type: 'ligand_parameterization', title: 'Ligand Parameterization', reason: notBuilt },
  { type: 'phonons', title: 'Phonons', reason: notBuilt },
  { type: 'rbfe_graph', title: 'Relative Binding Free Energy Graph', reason: gpu },
  {
    type: 'relative_binding_free_energy_perturbation',
    title: 'Relative Binding Free Energy Perturbation',
    reason: gpu,
  },
  { type: 'surface_energy', title: 'Surface Energy', reason: notBuilt },
];

/** The text for a type that is not available here; null for one that no public client has either. */
export function typeElsewhere(type: string): TypeElsewhere | null {
  return typesElsewhere.find((each) => each.type === type) ?? null;
}
