import * as z from 'zod/mini';
import { optionalNull } from '../../../entities/scalars.ts';
import {
  bondDissociationChain,
  bondDissociationExtensions,
  bondDissociationModes,
} from '../../../methods/bond-dissociation-modes.ts';
import type { Level } from '../../definition.ts';
import {
  chainShape,
  completeChain,
  MultistageOptimizationSettings,
} from '../../parts/chains/multistage-optimization.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';

export const modes = [...bondDissociationModes, ...bondDissociationExtensions];
export const [defaultMode] = modes.map(({ value }) => value);

const atomNumbers = z.array(z.int().check(z.minimum(1)));
export const settings = z.looseObject({
  ...moleculeInput,
  ...chainShape,
  mode: z._default(z.string(), defaultMode ?? 'OMOL25_CONSERVING_S'),
  /** Whether the fragments are relaxed; null as the mode has it. */
  optimize_fragments: optionalNull(z.boolean()),
  /** Atoms that each break off alone, counted from 1. */
  atoms: z._default(atomNumbers, []),
  /** Groups of atoms that break off together, counted from 1; once stored also each single atom. */
  fragment_indices: z._default(z.array(atomNumbers), []),
  /** Every hydrogen on carbon, every halogen on carbon. */
  all_CH: z._default(z.boolean(), false),
  all_CX: z._default(z.boolean(), false),
});
export type Data = z.output<typeof settings>;

/** A mode as it is spelled in the list; `auto` is chosen by the expected time. */
export function modeOf(mode: string): string {
  const found = modes.find(({ value }) => value.toLowerCase() === mode.toLowerCase())?.value;
  return found ?? (mode.toLowerCase() === 'auto' ? 'auto' : mode);
}

const nothingElse = {
  solvent: null,
  xtbPreoptimization: false,
  frequencies: false,
  transitionState: false,
  constraints: [],
};

/** Levels of a mode as a chain by hand; without levels for a text that is no mode. */
export function chainOf(mode: string): MultistageOptimizationSettings {
  const { optimization_settings = [], singlepoint_settings = null } = bondDissociationChain(modeOf(mode)) ?? {};
  const given = z.parse(MultistageOptimizationSettings, {
    mode: 'manual',
    optimization_settings,
    singlepoint_settings,
  });
  return completeChain('manual', given, nothingElse);
}

export function levels({ mode }: Data): Level[] {
  const { optimization_settings, singlepoint_settings } = chainOf(mode);
  const chain = singlepoint_settings ? [...optimization_settings, singlepoint_settings] : optimization_settings;
  return chain.map((level) => ({ settings: level, field: 'mode' }));
}
