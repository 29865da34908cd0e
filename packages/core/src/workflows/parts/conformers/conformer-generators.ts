import type { Problem } from '../../../chemistry/problem.ts';
import type { MethodReport } from '../../../entities/method-report.ts';
import { methodTitle, mmff94Elements } from '../../../methods/methods.ts';
import { capabilityOption, capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Notice, Option, StructureLimits } from '../../definition.ts';
import { choiceProblem } from '../forms/choice-problem.ts';
import { unavailableReason } from '../levels/method-availability.ts';
import type { ConformerGenerationSettings } from './conformer-generation.ts';

/** Programs of the generators, and the capabilities of workers that have them. */
export const generatorPrograms: Readonly<
  Record<ConformerGenerationSettings['settings_type'], { title: string; capability: string }>
> = {
  etkdg: { title: 'ETKDG', capability: 'rdkit' },
  imtd: { title: 'CREST', capability: 'crest' },
  lyrebird: { title: 'Lyrebird', capability: 'lyrebird' },
  monte_carlo_multiple_minimum: { title: 'Monte Carlo multiple minimum', capability: 'monte_carlo' },
  openconf: { title: 'openconf', capability: 'openconf' },
};

/** Capabilities that a generator needs: its program, and RDKit for the identity of what comes out. */
export function generatorNeeds({ settings_type }: ConformerGenerationSettings): string[] {
  return [...new Set(['rdkit', generatorPrograms[settings_type].capability])];
}

/** Returns what the structures of a generator may be: distance geometry, Lyrebird and Monte Carlo take closed-shell minima without constraints. */
export function generatorLimits({ settings_type }: ConformerGenerationSettings): Partial<StructureLimits> {
  if (settings_type === 'imtd') return {};
  return {
    openShell: false,
    constraints: false,
    elements: { allowed: mmff94Elements, by: 'MMFF94, which this conformer generation uses,' },
  };
}

/** Generators that a worker has. */
export function availableGenerators(report: MethodReport | null): string[] {
  return Object.entries(generatorPrograms).flatMap(([name, { title, capability }]) =>
    capabilityReason(report, capability, title) === null ? [name] : [],
  );
}

/** A generator that no worker has, with what to choose instead. `value` is the content of the field. */
export function generatorProblems(
  { settings_type }: ConformerGenerationSettings,
  report: MethodReport | null,
  field: string,
  value: string,
): Problem[] {
  const { title, capability } = generatorPrograms[settings_type];
  const reason = capabilityReason(report, capability, title);
  if (reason === null) return [];
  const here = availableGenerators(report);
  const own = here.filter((name) => name !== 'etkdg');
  const modes = ['rapid', 'reckless', ...(own.length > 0 ? [`manual (with ${own.join(' or ')})`] : [])];
  const available = field.endsWith('mode') ? modes : here;
  return [choiceProblem(field, value, whyUnavailable(title, reason), available)];
}

/** How several separate molecules are searched here: with CREST where a worker has it, with our own Monte Carlo, or both. */
export function complexGenerators(report: MethodReport | null): string {
  const crest = 'careful or meticulous conformer generation with NCI mode';
  const { title, capability } = generatorPrograms.monte_carlo_multiple_minimum;
  if (!report?.capabilities.includes(capability)) return crest;
  const own = `manual conformer generation with ${title} and NCI mode`;
  return report.capabilities.includes(generatorPrograms.imtd.capability)
    ? `${crest}, or ${own}`
    : `${own}. Careful and meticulous need CREST, which no worker has`;
}

/** Choices of a generation mode, CREST's greyed where no worker has it. */
export function generationOptions(report: MethodReport | null): Option[] {
  return [
    { value: 'rapid', title: 'Rapid: ETKDG, up to 50 conformers' },
    { value: 'reckless', title: 'Reckless: ETKDG, up to 20 conformers' },
    capabilityOption({ value: 'careful', title: 'Careful: CREST' }, 'crest', report),
    capabilityOption({ value: 'meticulous', title: 'Meticulous: CREST' }, 'crest', report),
  ];
}

/** Choices of a generator in manual mode that need no settings of their own. */
export function manualGeneratorOptions(report: MethodReport | null): Option[] {
  return [
    { value: 'etkdg', title: 'ETKDG' },
    capabilityOption(
      { value: 'monte_carlo_multiple_minimum', title: 'Monte Carlo multiple minimum (MMFF94), also for complexes' },
      'monte_carlo',
      report,
    ),
    capabilityOption({ value: 'openconf', title: 'openconf (MMFF94s)' }, 'openconf', report),
  ];
}

/** Notices of a generator: Lyrebird's, and a ranking method that will be replaced. */
export function generatorNotices(generation: ConformerGenerationSettings, report: MethodReport | null): Notice[] {
  if (generation.settings_type === 'lyrebird') return [lyrebirdNotice];
  if (generation.settings_type !== 'etkdg') return [];
  const method = generation.conf_opt_method;
  const reason = unavailableReason(report, method);
  if (reason === null) return [];
  return [
    {
      kind: 'warning',
      title: `Conformers will be ranked with MMFF94 instead of ${methodTitle(method)}`,
      body: `${reason} The replacement is recorded with the result; final energies come from the methods below in any case.`,
    },
  ];
}

const lyrebirdNotice: Notice = {
  kind: 'warning',
  title: 'Lyrebird Results May Be Low-Quality',
  body: 'Lyrebird is a research preview. Verify its output before you use it.',
};
