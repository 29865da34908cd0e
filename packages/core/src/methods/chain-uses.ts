import type { Constraint, SettingsInput } from '../entities/settings.ts';
import { type ChainMode, multistageSettings } from './multistage.ts';

/** Chain of a spin-states workflow: the multistage chain of the mode, run once for each multiplicity. */
export function spinStatesSettings(
  mode: ChainMode,
  options: { solvent: string | null; xtbPreoptimization: boolean; frequencies: boolean; constraints: Constraint[] },
) {
  return multistageSettings(mode, { ...options, transitionState: false });
}

/** Chain of a redox-potential workflow: the multistage chain of the mode, single point in acetonitrile (the only solvent that it takes). */
export function redoxSettings(mode: ChainMode) {
  return multistageSettings(mode, {
    solvent: 'acetonitrile',
    xtbPreoptimization: false,
    frequencies: false,
    transitionState: false,
    constraints: [],
  });
}

/** Modes of an IRC that have a fixed method. The default is `manual`; there is no reckless mode. */
export type IrcMode = 'rapid' | 'careful' | 'meticulous';

const ircLevels: Record<IrcMode, [method: string, solventModel: string]> = {
  rapid: ['gfn2_xtb', 'alpb'],
  careful: ['r2scan_3c', 'cpcm'],
  meticulous: ['wb97x_3c', 'cpcm'],
};

/** Level of theory of an IRC in a mode. */
export function ircSettings(mode: IrcMode, solvent: string | null): SettingsInput {
  const [method, model] = ircLevels[mode];
  return { method, tasks: ['energy', 'charge', 'dipole'], solvent_settings: solvent ? { solvent, model } : null };
}

/** Defaults of an IRC; `step_size` is in Å. */
export const ircDefaults = { preopt: true, step_size: 0.05, max_irc_steps: 30 } as const;
