import type { CalculationSummary } from '../../entities/calculation.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { engineTitle } from '../../methods/engines.ts';
import { methods } from '../../methods/methods.ts';
import { programTitle } from '../../methods/programs.ts';
import type { WorkflowDefinition } from '../definition.ts';
import { levelInWords } from './level-words.ts';

/** What one level of theory was used for in an item. */
export interface LevelUse {
  /** What it did, by the tasks of its calculations. */
  use: 'optimized' | 'transition_state' | 'frequencies' | 'energies';
  level: string;
  program: string;
  /** Identifiers of its works, as `cite` takes them. */
  works: string[];
}

/** What ran for an item: a document's methods paragraph and references are written from it. */
export interface RunRecord {
  levels: LevelUse[];
  /** Stages of the run in their order: what each did, and its program with version. */
  stages: { name: string; program: string }[];
  /** Scheme, temperature (K), pressure (atm) of the thermochemistry; one entry for each that was used. */
  thermochemistry: { scheme: string; temperature: number; pressure: number }[];
  /** What ran otherwise than asked, where that concerns the numbers. */
  deviations: string[];
  /** Identifiers of all works to cite: of what ran, and of nothing else. */
  works: string[];
}

const programOf = (engine: string | null | undefined, version: string | null | undefined): string => {
  if (!engine) return '';
  const title = engine === 'cuvette' ? 'Cuvette' : (programTitle(engine) ?? engineTitle(engine));
  return [title, version].filter(Boolean).join(' ');
};

function usesOf(tasks: readonly string[]): LevelUse['use'][] {
  const optimizes = tasks.includes('optimize_ts')
    ? ['transition_state' as const]
    : tasks.includes('optimize')
      ? ['optimized' as const]
      : [];
  const uses: LevelUse['use'][] = [...optimizes, ...(tasks.includes('frequencies') ? ['frequencies' as const] : [])];
  return uses.length > 0 ? uses : ['energies'];
}

function levelUses(calculation: CalculationSummary): LevelUse[] {
  const { settings, provenance, tasks } = calculation;
  // A calculation without such a record is of no level of theory: a docking, a force field's dynamics.
  const ran = provenance?.ran;
  if (!ran) return [];
  const { method } = ran;
  const level = levelInWords({ ...settings, method });
  const transition = settings.opt_settings?.transition_state === true;
  const corrections = (settings.corrections ?? []) as string[];
  const works = [
    method,
    ...corrections,
    ...(settings.solvent_settings ? [settings.solvent_settings.model] : []),
    `engine:${ran.engine.toLowerCase()}`,
  ];
  const program = programOf(ran.engine, ran.engine_version);
  return usesOf(tasks.length > 0 ? tasks : settings.tasks).map((use) => ({
    use: use === 'optimized' && transition ? 'transition_state' : use,
    level,
    program,
    works,
  }));
}

/** Stages as an item's record names them. */
function stagesOf({ provenance }: WorkflowItem) {
  return (provenance?.stages ?? []).map(({ name, method, engine, engine_version }) => ({
    name,
    method: typeof method === 'string' ? method : null,
    engine: typeof engine === 'string' ? engine : null,
    program: programOf(
      typeof engine === 'string' ? engine : null,
      typeof engine_version === 'string' ? engine_version : null,
    ),
  }));
}

/** What ran for an item. A method that was asked for and replaced is not in it, and neither are its works. */
export function runRecordOf({
  item,
  definition,
  calculations,
}: {
  item: WorkflowItem;
  definition: WorkflowDefinition;
  calculations: readonly CalculationSummary[];
}): RunRecord {
  const levels = unique(calculations.flatMap(levelUses), ({ use, level, program }) => `${use} ${level} ${program}`);
  const stages = stagesOf(item);
  const ranMethods = new Set([
    ...calculations.flatMap(({ provenance }) => provenance?.ran.method ?? []),
    ...stages.flatMap(({ method }) => method ?? []),
  ]);
  const asked = item.object_data ? definition.works(item.object_data) : [];
  const ranPrograms = new Set(
    [
      ...stages.map(({ engine }) => engine),
      ...calculations.map(({ provenance, engine }) => provenance?.ran.engine ?? engine),
    ]
      .filter((engine) => engine !== null)
      .map((engine) => `engine:${engine.toLowerCase()}`),
  );
  // A level of theory or a program that is in the settings and did not run is not cited; a procedure or a scheme has no other record than these.
  const ran = (id: string) =>
    id.startsWith('engine:')
      ? ranPrograms.size === 0 || ranPrograms.has(id)
      : ranMethods.size === 0 || !methods.has(id) || ranMethods.has(id);
  const kept = asked.filter(ran);
  const thermochemistry = calculations.flatMap(({ provenance }) => provenance?.thermochemistry ?? []);
  const deviations = [
    ...(item.provenance?.deviations ?? []),
    ...calculations.flatMap(({ provenance }) => provenance?.deviations ?? []),
  ].filter(({ kind }) => kind !== 'engine');
  const engines = calculations.flatMap(({ provenance, engine }) =>
    provenance || !engine ? [] : [`engine:${engine.toLowerCase()}`],
  );
  return {
    levels,
    stages: stages.map(({ name, program }) => ({ name, program })),
    thermochemistry: unique(
      thermochemistry.map(({ scheme, temperature, pressure_atm }) => ({ scheme, temperature, pressure: pressure_atm })),
      (one) => JSON.stringify(one),
    ),
    deviations: [
      ...new Set(deviations.map(({ what, reason }) => `${what.replace(/[.:]$/, '')} (${reason.replace(/\.$/, '')})`)),
    ],
    works: [
      ...new Set([
        ...kept,
        ...levels.flatMap(({ works }) => works),
        ...engines,
        ...stages.flatMap(({ method, engine }) => [
          ...(method ? [method] : []),
          ...(engine ? [`engine:${engine.toLowerCase()}`] : []),
        ]),
      ]),
    ],
  };
}

function unique<T>(values: readonly T[], keyOf: (value: T) => string): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}
