import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { methods } from '../../../methods/methods.ts';
import type { Field, Offer, WorkflowData } from '../../definition.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { select } from '../forms/form-fields.ts';
import { methodField, solventField } from '../levels/settings-fields.ts';
import { chainOptions, manualOption } from './chain-options.ts';
import { manualProblems } from './chain-restrictions.ts';
import { firstLevelPath, type MultistageOptimizationSettings } from './multistage-optimization.ts';
import { givenChain, modePath, path } from './optimization-chain.ts';
import { solventModelOffers } from './solvent-model-offers.ts';

const singlePointPath = `${path}.singlepoint_settings`;

/** Lists what is wrong with such a chain besides its methods. */
export function givenChainProblems(given: MultistageOptimizationSettings | null): Problem[] {
  return given ? manualProblems(givenChain(given), path) : [];
}

/** Offers of such a chain whose mode has a solvent model that no worker has. */
export function givenChainOffers(given: MultistageOptimizationSettings | null, report: MethodReport | null): Offer[] {
  if (!given) return [];
  return solventModelOffers(givenChain(given), modePath, report, (data, levels) =>
    withValueAt(data, path, { ...given, ...levels }),
  );
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
