import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import type { Level } from '../../definition.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { levelOrNone } from '../../parts/levels/optional-level.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  /** Level of the optimization before; null takes the structure as given. */
  opt_settings: z.prefault(z.nullable(Settings), { method: 'gfn2_xtb', engine: 'xtb', tasks: ['optimize'] }),
  /** Copy of the engine beside the settings, kept for older readers. */
  opt_engine: optionalNull(z.string()),
  fukui_settings: z.prefault(Settings, { method: 'gfn1_xtb', engine: 'xtb' }),
  /** Copy of the engine beside the settings, kept for older readers. */
  fukui_engine: optionalNull(z.string()),
});
export type Data = z.output<typeof settings>;

/** Level of the optimization; the general mode counts where the level has none of its own. */
export function optimizationOf({ opt_settings, mode }: Data): Settings | null {
  const level = levelOrNone(opt_settings);
  return level && { ...level, tasks: ['optimize'], mode: level.mode === 'auto' ? mode : level.mode };
}

export function fukuiLevel({ fukui_settings }: Data): Settings {
  return { ...fukui_settings, tasks: [...new Set([...fukui_settings.tasks, 'energy' as const, 'charge' as const])] };
}

export function levels(data: Data): Level[] {
  const optimization = optimizationOf(data);
  return [
    ...(optimization ? [{ settings: optimization, field: 'opt_settings.method' }] : []),
    { settings: fukuiLevel(data), field: 'fukui_settings.method' },
  ];
}
