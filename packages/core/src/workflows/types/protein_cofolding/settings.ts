import * as z from 'zod/mini';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { smilesListInput } from '../../parts/inputs/input-shapes.ts';
import { dnaSequences, proteinSequences, rnaSequences } from '../../parts/inputs/sequence-inputs.ts';
import { ContactConstraint, PocketConstraint } from './cofolding-constraints.ts';

export const settings = z.looseObject({
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
export type Data = z.output<typeof settings>;
