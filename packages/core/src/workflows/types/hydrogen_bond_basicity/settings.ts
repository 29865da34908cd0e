import * as z from 'zod/mini';
import { Mode, Settings } from '../../../entities/settings.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { OwnMethod } from '../../parts/levels/own-method.ts';

export const type = 'hydrogen_bond_basicity';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  do_csearch: z._default(z.boolean(), true),
  do_optimization: z._default(z.boolean(), true),
  /** How the strength of a site is found; null is the platform's way. An addition to the public keys. */
  pkbhx_method: OwnMethod,
});
export type Data = z.output<typeof settings>;

export const screening = z.parse(Settings, { method: 'gfn2_xtb', tasks: ['energy'] });

/** The two named methods of each way: geometry, then potential. */
export const platformLevels = {
  optimization: z.parse(Settings, { method: 'aimnet2_wb97md3', tasks: ['optimize'] }),
  potential: z.parse(Settings, { method: 'r2scan_3c', tasks: ['energy'] }),
};
export const ownMethod = 'vmin_hf_631gd_gfn2';
const ownLevels = {
  optimization: z.parse(Settings, { method: 'gfn2_xtb', tasks: ['optimize'] }),
  potential: z.parse(Settings, { method: 'hf', basis_set: '6-31G(d)', tasks: ['energy'] }),
};

export const levelsOf = (method: string | null) => (method === ownMethod ? ownLevels : platformLevels);

export const ownTitle = methodExtension(type, ownMethod)?.title ?? ownMethod;
