import * as z from 'zod/mini';
import { optionalChoice } from '../../../entities/scalars.ts';
import { Mode } from '../../../entities/settings.ts';
import type { Field, Level, WorkflowData } from '../../definition.ts';
import { optionalMethodField } from '../levels/optional-level.ts';
import { solventField } from '../levels/settings-fields.ts';
import {
  type ChainData,
  chainLevels,
  chainOf,
  chainShape,
  type MultistageOptimizationSettings,
  storedChain,
} from './multistage-optimization.ts';

/**
 * Keys of a type whose general mode is the mode of its chain (spin states, redox potential): `mso_mode` is a copy of `mode`, and `mode` counts.
 */
export const modeChainShape = {
  ...chainShape,
  solvent: optionalChoice(z.string()),
  mode: z._default(Mode, 'rapid'),
};
type ModeChainData = ChainData & { mode: Mode };

/** The chain of the general mode; `auto` means rapid. */
export function modeChain(data: ModeChainData): MultistageOptimizationSettings {
  const mode = data.mode === 'auto' ? 'rapid' : data.mode;
  return chainOf({ ...data, mso_mode: mode, solvent: data.solvent || null });
}

/** Settles the data of a form: a single point without a method is none. */
export function settledModeChain<Data extends ModeChainData>(data: Data): Data {
  const { multistage_opt_settings: chain } = data;
  if (chain?.singlepoint_settings?.method !== '') return data;
  return { ...data, multistage_opt_settings: { ...chain, singlepoint_settings: null } };
}

/** Path of the single point, which a form shows in manual mode. */
export const singlePointPath = 'multistage_opt_settings.singlepoint_settings';

/** Form fields of the single point in manual mode. */
export function singlePointFields(names: readonly string[]): Field[] {
  return [
    { ...optionalMethodField(singlePointPath, names, 'Single point method', 'None'), shown: isManual },
    { ...solventField(singlePointPath), title: 'Solvent of the single point', shown: isManual },
  ];
}

/** Levels of the chain of the general mode with their form fields. */
export function modeChainLevels(data: ModeChainData): Level[] {
  return chainLevels(modeChain(data), 'mode');
}

/** Stored form of the mode, its copy and its chain. */
export function completeModeChain(data: ModeChainData): WorkflowData {
  const chain = storedChain(modeChain(data));
  return { mode: chain.mode, mso_mode: chain.mode, multistage_opt_settings: chain };
}

/** Whether the form shows levels given by hand. */
export function isManual(data: WorkflowData): boolean {
  return data.mode === 'manual';
}
