import * as z from 'zod/mini';
import { Pdb } from '../../../chemistry/pdb/schema.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import { ConformerGenerationSettings, generationSettings } from '../../parts/conformers/conformer-generation.ts';
import { dockingShape } from '../../parts/inputs/docking-pocket.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  /** The protein itself, in place of one of the platform's. */
  target: optionalNull(Pdb),
  target_uuid: optionalNull(z.string()),
  ...dockingShape,
  do_csearch: z._default(z.boolean(), true),
  conformer_gen_settings: z.prefault(
    ConformerGenerationSettings,
    generationSettings('reckless', { nci: false, max_confs: null, constraints: [] }),
  ),
  do_optimization: z._default(z.boolean(), true),
  do_pose_refinement: z._default(z.boolean(), true),
});
export type Data = z.output<typeof settings>;
