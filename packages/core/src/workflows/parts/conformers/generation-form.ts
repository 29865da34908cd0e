import * as z from 'zod/mini';
import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { generationNumbers } from '../../../methods/conformer-generation-modes.ts';
import { modeTitles } from '../../../methods/modes.ts';
import { storedSettings } from '../../../methods/stored-settings.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Field, Offer, StructureLimits, WorkflowData, WorkflowInputs } from '../../definition.ts';
import { choiceProblem } from '../forms/choice-problem.ts';
import { valueAt, withValueAt } from '../forms/data-path.ts';
import { number, select, toggle } from '../forms/form-fields.ts';
import {
  ConformerGenerationSettings,
  EtkdgSettings,
  ImtdSettings,
  LyrebirdSettings,
  MonteCarloSettings,
  OpenconfSettings,
} from './conformer-generation.ts';
import { availableGenerators, generatorLimits, generatorPrograms } from './conformer-generators.ts';
import { path } from './given-generation.ts';

type Generator = ConformerGenerationSettings['settings_type'];
const typePath = `${path}.settings_type`;
const modePath = `${path}.mode`;

const schemas: Record<Generator, z.ZodMiniObject> = {
  etkdg: EtkdgSettings,
  imtd: ImtdSettings,
  lyrebird: LyrebirdSettings,
  monte_carlo_multiple_minimum: MonteCarloSettings,
  openconf: OpenconfSettings,
};

/** Modes of the generators that have them, first the default; the others run as their numbers say. */
const generatorModes: Partial<Record<Generator, readonly string[]>> = {
  etkdg: ['rapid', 'reckless', 'manual'],
  imtd: ['careful', 'meticulous', 'rapid', 'reckless', 'manual'],
};

/** Numbers that a mode fixes only where none is given. */
const kept: readonly string[] = ['max_confs', 'energy_window'];

/**
 * Settings of a generator as they are stored and run, for types that take them whole (`conf_gen_settings`) without a mode beside them: the numbers of
 * generator and mode, except in manual mode; what belongs to another generator is left out.
 */
export function completeGeneration(given: ConformerGenerationSettings): ConformerGenerationSettings {
  const { settings_type } = given;
  const mode = given.mode === 'auto' || given.mode === 'debug' ? 'rapid' : given.mode;
  const own = Object.keys(schemas[settings_type].shape);
  const foreign = Object.values(schemas).flatMap(({ shape }) => Object.keys(shape).filter((key) => !own.includes(key)));
  const values = Object.fromEntries(Object.entries(given).filter(([key]) => !foreign.includes(key)));
  const numbers = mode === 'manual' ? {} : (generationNumbers[`${settings_type}/${mode}`] ?? {});
  const fixed = Object.entries(numbers).filter(([key]) => !kept.includes(key) || (values[key] ?? null) === null);
  const complete = z.parse(ConformerGenerationSettings, { ...values, mode, ...Object.fromEntries(fixed) });
  if (complete.settings_type !== 'monte_carlo_multiple_minimum') return complete;
  return { ...complete, energy_settings: storedSettings(complete.energy_settings) };
}

/** Returns what structures a generator takes: several molecules only with CREST's wall potential (NCI). */
export function generationLimits(generation: ConformerGenerationSettings | null): Partial<StructureLimits> {
  if (!generation) return {};
  const severalStructures = generation.settings_type === 'imtd' && generation.nci;
  return { ...generatorLimits(generation), severalStructures };
}

/** Returns what a generator refuses of its settings, and a program that no worker has. */
export function generationProblems(
  generation: ConformerGenerationSettings | null,
  _inputs: WorkflowInputs,
  report: MethodReport | null,
): Problem[] {
  if (!generation) return [];
  const { settings_type, mode, constraints, nci } = generation;
  const { title, capability } = generatorPrograms[settings_type];
  const found: Problem[] = [];
  const modes = generatorModes[settings_type];
  if (modes && mode !== 'auto' && mode !== 'debug' && !modes.includes(mode)) {
    found.push({ field: modePath, detail: `${title} has no ${mode} mode; choose one of ${modes.join(', ')}.` });
  }
  if (settings_type !== 'imtd' && constraints.length > 0) {
    found.push({ field: `${path}.constraints`, detail: `${title} takes no constraints; choose CREST.` });
  }
  if ((settings_type === 'etkdg' || settings_type === 'lyrebird' || settings_type === 'openconf') && nci) {
    found.push({ field: `${path}.nci`, detail: `${title} has no NCI mode; choose CREST.` });
  }
  if (settings_type === 'imtd' && mode === 'manual' && generation.reopt === null) {
    found.push({
      field: `${path}.reopt`,
      detail: 'In manual mode, say whether CREST reoptimizes what it finds (reopt).',
    });
  }
  const reason = capabilityReason(report, capability, title);
  return reason === null
    ? found
    : [...found, choiceProblem(typePath, settings_type, whyUnavailable(title, reason), availableGenerators(report))];
}

/** Offers ETKDG where the chosen program is missing and a worker has RDKit. */
export function generationOffers(
  generation: ConformerGenerationSettings | null,
  report: MethodReport | null,
  place: string = path,
): Offer[] {
  if (!generation || !report?.capabilities.includes(generatorPrograms.etkdg.capability)) return [];
  const { title, capability } = generatorPrograms[generation.settings_type];
  const reason = capabilityReason(report, capability, title);
  if (reason === null) return [];
  const keptKeys = ['max_confs', 'constraints', 'nci', 'screening', 'conf_opt_method'];
  return [
    {
      field: `${place}.settings_type`,
      text: whyUnavailable(title, reason),
      action: 'Use ETKDG in rapid mode',
      missing: { what: title, instead: 'ETKDG in rapid mode' },
      apply(data) {
        const given = Object.entries(valueAt(data, place) ?? {}).filter(([key]) => keptKeys.includes(key));
        return withValueAt(data, place, { ...Object.fromEntries(given), settings_type: 'etkdg', mode: 'rapid' });
      },
    },
  ];
}

const generatorTitles: Record<Generator, string> = {
  etkdg: 'ETKDG',
  imtd: 'CREST (iMTD)',
  lyrebird: 'Lyrebird',
  monte_carlo_multiple_minimum: 'Monte Carlo multiple minimum',
  openconf: 'openconf',
};
const generators = Object.keys(generatorTitles) as Generator[];

function modesAt(data: WorkflowData): readonly string[] {
  const chosen = generators.find((generator) => generator === valueAt(data, typePath));
  return (chosen && generatorModes[chosen]) ?? [];
}

/** Form fields of a generator. `none` is the title of the choice to generate no conformers, where a type has it. */
export function generationFields(none: string | null = null): Field[] {
  const chosen = (data: WorkflowData) => Boolean(valueAt(data, typePath));
  return [
    select(typePath, 'Conformer generation', (_data, report) => [
      ...(none === null ? [] : [{ value: '', title: none }]),
      ...generators.map((value) =>
        capabilityOption({ value, title: generatorTitles[value] }, generatorPrograms[value].capability, report),
      ),
    ]),
    select(
      modePath,
      'Conformer generation mode',
      (data) =>
        modesAt(data)
          .filter((mode) => mode !== 'manual')
          .map((value) => ({ value, title: modeTitles[value as keyof typeof modeTitles] })),
      { shown: (data) => modesAt(data).length > 0 },
    ),
    number(`${path}.max_confs`, 'Most conformers', {
      help: 'Empty: as the mode has it.',
      minimum: 1,
      maximum: 1000,
      step: 1,
      shown: chosen,
    }),
    toggle(`${path}.nci`, 'NCI mode', {
      help: 'For several molecules held together by non-covalent interactions.',
      shown: (data) => valueAt(data, typePath) === 'imtd',
    }),
  ];
}
