import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import { VinaSettings } from '../../parts/inputs/docking-pocket.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

export const settings = z.looseObject({
  /** `initial_molecule` is the pose of the reference, in the coordinates of the protein. */
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  /** Identifier of a protein of the platform, or the protein itself. */
  protein: optionalNull(z.union([z.string(), Pdb])),
  /** SMILES. */
  analogues: z._default(z.array(z.string()), []),
  /** Names in the same order, or none. */
  analogue_names: z._default(z.array(z.string()), []),
  num_conformers_per_analogue: z._default(z.int(), 20),
  /** Whether poses that fail a check of PoseBusters are left out. */
  require_posebusters: z._default(z.boolean(), false),
  /** Whether Vina relaxes each conformer in the pocket before it scores it. */
  run_local_optimization: z._default(z.boolean(), false),
  docking_settings: z.prefault(VinaSettings, {}),
});
export type Data = z.output<typeof settings>;

/** Most analogues of one item, and most conformers of one analogue. */
export const mostAnalogues = 500;
export const mostConformers = 1000;
