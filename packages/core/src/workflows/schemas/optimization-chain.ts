import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import type { SettingsInput } from '../../entities/settings.ts';
import { methods } from '../../methods/methods.ts';
import type { Field, Level, WorkflowData } from '../definition.ts';
import { manualProblems } from '../rules/chain-restrictions.ts';
import { valueAt } from '../rules/data-path.ts';
import { select } from './form-fields.ts';
import {
  chainLevels,
  chainOptions,
  completeChain,
  firstLevelPath,
  MultistageOptimizationSettings,
  manualOption,
  storedChain,
} from './multistage-optimization.ts';
import { methodField, solventField } from './settings-fields.ts';

const path = 'multistage_opt_settings';
const modePath = `${path}.mode`;
const singlePointPath = `${path}.singlepoint_settings`;

/** A chain as a form gives it: an empty mode is none. */
export const OptionalChain = z.pipe(
  z.transform((value: unknown) => (valueAt({ value }, 'value.mode') === '' ? null : value)),
  z.nullable(MultistageOptimizationSettings),
);

const aimnet2 = { method: 'aimnet2_wb97md3', engine: 'aimnet2', mode: 'rapid' } as const;

/** Default chains of the types whose chain stands whole in the data: AIMNet2, alone or with a single point in water. */
export const aimnet2Optimization = {
  mode: 'manual',
  optimization_settings: [{ ...aimnet2, tasks: ['optimize'] }] satisfies SettingsInput[],
} as const;
export const aimnet2InWater = {
  ...aimnet2Optimization,
  singlepoint_settings: {
    ...aimnet2,
    tasks: ['energy'],
    solvent_settings: { solvent: 'water', model: 'cpcmx' },
  } satisfies SettingsInput,
} as const;

/** The chain that runs, for types that take it whole (`multistage_opt_settings`) without a mode beside it: expanded from its own mode, or as given in manual mode. */
export function givenChain(given: MultistageOptimizationSettings): MultistageOptimizationSettings {
  const { mode, solvent, xtb_preopt, frequencies, transition_state, constraints } = given;
  return storedChain(
    completeChain(mode === 'auto' || mode === 'debug' ? 'rapid' : mode, given, {
      solvent,
      xtbPreoptimization: xtb_preopt,
      frequencies,
      transitionState: transition_state,
      constraints,
    }),
  );
}

/** Levels of such a chain with their form fields. */
export function givenChainLevels(given: MultistageOptimizationSettings | null): Level[] {
  return given ? chainLevels(givenChain(given), modePath) : [];
}

/** What is wrong with such a chain besides its methods. */
export function givenChainProblems(given: MultistageOptimizationSettings | null): Problem[] {
  return given ? manualProblems(givenChain(given), path) : [];
}

/** Form fields of such a chain. `none` is the title of the choice to run none, where a type has it. */
export function givenChainFields(none: string | null = null): Field[] {
  const manual = (data: WorkflowData) => valueAt(data, modePath) === 'manual';
  const finished = (data: WorkflowData) => manual(data) && Boolean(valueAt(data, singlePointPath));
  return [
    select(modePath, 'Optimization', (_data, report) => [
      ...(none === null ? [] : [{ value: '', title: none }]),
      manualOption,
      ...chainOptions(report),
    ]),
    { ...methodField(firstLevelPath, [...methods.keys()], 'Optimization method'), shown: manual },
    { ...solventField(firstLevelPath), title: 'Optimization solvent', shown: manual },
    { ...methodField(singlePointPath, [...methods.keys()], 'Single-point method'), shown: finished },
    { ...solventField(singlePointPath), title: 'Single-point solvent', shown: finished },
  ];
}
