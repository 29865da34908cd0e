import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import { type IrcMode, ircDefaults, ircSettings } from '../../../methods/chain-uses.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';

export const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'manual'),
  /** Level of theory in manual mode; the other modes bring their own. */
  settings: z.prefault(Settings, { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' }),
  /** Implicit solvent of the modes with a level of their own; in manual mode it is in the settings. */
  solvent: optionalNull(z.string()),
  preopt: z._default(z.boolean(), ircDefaults.preopt),
  max_irc_steps: z._default(z.int().check(z.minimum(1)), ircDefaults.max_irc_steps),
  /** Å */
  step_size: z._default(z.number().check(z.positive()), ircDefaults.step_size),
});
export type Data = z.output<typeof settings>;

export function modeOf({ mode }: Data): IrcMode | 'manual' {
  return mode === 'rapid' || mode === 'careful' || mode === 'meticulous' ? mode : 'manual';
}

/** The level that runs: the mode's own, or the given one in manual mode. */
export function levelOf(data: Data): Settings {
  const mode = modeOf(data);
  if (mode === 'manual') return runnableLevel(data.settings);
  return runnableLevel(z.parse(Settings, { ...ircSettings(mode, data.solvent), mode }));
}
