import * as z from 'zod/mini';
import { status } from '../entities/item-status.ts';
import type { MethodReport } from '../entities/method-report.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Change, Resolved } from '../methods/resolution.ts';
import type {
  Field,
  SpecifiedResults,
  StructureLimits,
  SubmissionForm,
  SubmissionRules,
  WorkflowData,
  WorkflowDefinition,
  WorkflowInputs,
} from './definition.ts';
import { featureNeeds } from './features.ts';
import { outsideNotices } from './parts/calibrations/printed-calibration.ts';
import { mapAt, valueAt, withValueAt } from './parts/forms/data-path.ts';
import { inputAtomCount } from './parts/inputs/input-problems.ts';
import { inputKeys } from './parts/inputs/input-shapes.ts';
import { anyStructure } from './parts/inputs/limits.ts';
import { levelOffers, withProbedEngines } from './parts/levels/levels.ts';
import { capabilityOfLevel } from './parts/levels/method-availability.ts';
import { chosenByTime } from './parts/times/timed-settings.ts';
import { dataReader, unchanged } from './read-data.ts';
import { levelResources } from './resources.ts';
import { resolveSubmission } from './resubmission.ts';
import { namedProteins, submissionProblems } from './submission-problems.ts';

/** The longest time that an estimate names (s): 30 years, which the database's whole numbers can still store. */
const longestEstimate = 30 * 365 * 86_400;

/** An estimate in whole seconds. Settings may ask for more than any computer finishes. */
const wholeSeconds = (seconds: number): number => Math.min(longestEstimate, Math.max(1, Math.round(seconds)));

/** Makes the definition of a type from that of its results and from what a submission needs; all that is the same for every type is written here, once. */
export function defineWorkflow<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  shown: SpecifiedResults<Submitted, Computed>,
  specification: SubmissionRules<z.output<Submitted>, z.output<Submitted> & z.output<Computed>> &
    SubmissionForm<z.output<Submitted>>,
): WorkflowDefinition {
  type Data = z.output<Submitted>;
  const { specification: known, ...definition } = shown;
  const { type, title, settings, results } = definition;
  const { levelPaths = [], levels = () => [], settle = unchanged } = known;
  const { inputs, fields, modes = {}, needs = () => [] } = specification;
  const settingsKeys = Object.keys(settings.shape).filter((key) => !inputKeys.includes(key));
  const proteinPaths = [
    ...inputs.filter(({ kind }) => kind === 'protein').map(({ role }) => role),
    ...(specification.proteinPaths ?? []),
  ];

  const { parse, read, readSettled, readWhole } = dataReader(known);
  const limits = (data: Data): StructureLimits => ({ ...anyStructure, ...specification.limits?.(data) });
  const capabilities = (data: Data, report: MethodReport | null) =>
    [
      ...new Set([
        type,
        ...needs(data),
        ...levels(data).map(({ settings: level }) => capabilityOfLevel(level, report)),
      ]),
    ].sort();

  const problemsOf = submissionProblems({ known, specification, proteinPaths });
  const withChoices = (data: WorkflowData, inputs: WorkflowInputs, report: MethodReport | null) =>
    chosenByTime(specification.timed ?? [], data, {
      inputs,
      report,
      read: readSettled,
      problems: (chosen) => problemsOf(chosen, inputs, report),
    });

  const resubmit: WorkflowDefinition['resubmit'] = (data, report) => {
    const parsed = read(data);
    const start = parsed.success ? parsed.data : parse({});
    const changes: Change[] = [];
    const step = <Value>({ value, changes: made }: Resolved<Value>): Value => {
      changes.push(...made);
      return value;
    };
    const own = step((specification.resubmit ?? unchanged<Data>)(start));
    const general = step(resolveSubmission(own as WorkflowData, { modes, levelPaths }, report));
    const settled = step(settle(general as Data));
    return { value: settingsOnly(settled as WorkflowData, settingsKeys), changes };
  };

  return {
    ...definition,
    inputs,
    modes,
    fields,
    features: (data) =>
      featureNeeds({ title, feature: known.entry.feature, fields }, { ...data, ...readSettled(data) }),
    limits: (data) => {
      const current = readSettled(data);
      return current ? limits(current) : anyStructure;
    },
    defaults: () => settingsOnly(parse({}) as WorkflowData, settingsKeys),

    prepare(submitted, given, report = null) {
      const { data } = withChoices(submitted, given, report);
      const withEngines = (levels: WorkflowData) =>
        report ? withProbedEngines(levels, data, levelPaths, report) : levels;
      const parsed = parse(data);
      const current = settle(withEngines(parsed as WorkflowData) as Data).value;
      const stored = settingsOnly(current as WorkflowData, settingsKeys);
      const complete = withEngines({ ...stored, ...specification.complete?.(current, given) });
      // Last, so that what runs is what was checked: `auto` beside levels given by hand can mean manual.
      const named = withLowerCase(withDefaultModes(complete, modes), proteinPaths);
      return { ...named, ...(z.parse(results, {}) as WorkflowData) };
    },
    proteins: (data) => namedProteins(data, proteinPaths),
    settled(data) {
      const parsed = read(data);
      if (!parsed.success) return unchanged(data);
      // Leaves out defaults that nobody sent: they are no choice of the person.
      const changes = settle(parsed.data).changes.filter(({ what }) => valueAt(data, what) !== undefined);
      return { value: changes.reduce((value, { what, to }) => withValueAt(value, what, to), data), changes };
    },

    problems: (data, given, report) => problemsOf(withChoices(data, given, report).data, given, report),
    choices: (data, given, report) => withChoices(data, given, report).choices,
    resources(data, given, report) {
      const current = readSettled(withChoices(data, given, report).data);
      if (!current) return { memory_mb: null, gpus: 0, seconds: null };
      const seconds = specification.seconds?.(current, given, report) ?? null;
      return {
        ...levelResources(levels(current), inputAtomCount(given), specification.gpus?.(current) ?? 0),
        seconds: seconds === null ? null : wholeSeconds(seconds + (report.startup_seconds ?? 0)),
      };
    },
    untimed: specification.untimed ?? null,
    notices(data, given, report) {
      const current = readSettled(withChoices(data, given, report).data);
      if (!current) return [];
      const printed = known.calibration?.(current);
      return [
        ...(specification.notices?.(current, given, report) ?? []),
        ...(printed ? outsideNotices(printed, given) : []),
      ];
    },
    offers(data, report) {
      const current = readSettled(data);
      if (!current) return [];
      return [...(specification.offers?.(current, report) ?? []), ...levelOffers(levels(current), report)];
    },
    capabilities: (data, report = null) => capabilities(settle(parse(data)).value, report),
    resubmit,
    ...waysToAskAgain(specification, fields, readWhole, resubmit),
  };
}

/** Returns what a finished item's page offers beside its result: a better way to compute it, and other methods. */
function waysToAskAgain<Data, Whole>(
  specification: Pick<SubmissionRules<Data, Whole>, 'better' | 'secondOpinion'>,
  fields: readonly Field[],
  readWhole: (item: WorkflowItem) => Whole | null,
  resubmit: WorkflowDefinition['resubmit'],
): Pick<WorkflowDefinition, 'better' | 'secondOpinions'> {
  return {
    better(item, report) {
      const data = item.object_status === status.completed ? readWhole(item) : null;
      const found = data ? (specification.better?.(data) ?? null) : null;
      return (
        found && { title: found.title, data: { ...resubmit(item.object_data ?? {}, report).value, ...found.changes } }
      );
    },
    secondOpinions(item, report) {
      const current = item.object_status === status.completed ? readWhole(item) : null;
      if (!current || !specification.secondOpinion) return [];
      const data = resubmit(item.object_data ?? {}, report).value;
      return otherMethods(fields, specification.secondOpinion, { current: current as WorkflowData, data }, report);
    },
  };
}

/** The other choices of a setting that this server can run, each with the settings to submit. */
function otherMethods(
  fields: readonly Field[],
  { path, among }: NonNullable<SubmissionRules<unknown>['secondOpinion']>,
  { current, data }: { current: WorkflowData; data: WorkflowData },
  report: MethodReport | null,
): { title: string; data: WorkflowData }[] {
  const field = fields.find((each) => each.path === path);
  if (field?.kind !== 'select') return [];
  const chosen = valueAt(current, path);
  return field
    .options(current, report)
    .filter(({ value, unavailable }) => !unavailable && value !== chosen && (among?.includes(value) ?? true))
    .map(({ value, title }) => ({ title, data: withValueAt(data, path, value) }));
}

/** Identifiers as the server writes them, which is how a worker looks them up. */
function withLowerCase(data: WorkflowData, paths: readonly string[]): WorkflowData {
  const lower = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
  return paths.reduce((changed, path) => mapAt(changed, path, lower) as WorkflowData, data);
}

function settingsOnly(data: WorkflowData, keys: readonly string[]): WorkflowData {
  return Object.fromEntries(keys.map((key) => [key, data[key]]));
}

function withDefaultModes(data: WorkflowData, modes: WorkflowDefinition['modes']): WorkflowData {
  const auto = Object.entries(modes).filter(([path]) => data[path] === 'auto');
  return { ...data, ...Object.fromEntries(auto.map(([path, allowed]) => [path, allowed[0]])) };
}
