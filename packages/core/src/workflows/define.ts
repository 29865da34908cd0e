import * as z from 'zod/mini';
import type { Problem } from '../chemistry/problem.ts';
import { status } from '../entities/item-status.ts';
import type { WorkflowItem } from '../entities/workflow-item.ts';
import type { Change, Resolved } from '../methods/resolution.ts';
import { capabilityProblems } from './capabilities.ts';
import { typeEntry } from './catalogue-entries.ts';
import {
  infoTab,
  type MoleculesByCalculation,
  type NamedValue,
  type ReadItem,
  type StructureLimits,
  type StructureReference,
  type WorkflowData,
  type WorkflowDefinition,
  type WorkflowSpecification,
} from './definition.ts';
import { featureNeeds } from './features.ts';
import { levelResources } from './resources.ts';
import { resolveSubmission } from './resubmission.ts';
import { mergedTables } from './results/merged-tables.ts';
import { initialStructure } from './results/structure-references.ts';
import { valueAt } from './rules/data-path.ts';
import { inputAtomCount, inputProblems, roleProblems } from './rules/input-problems.ts';
import { anyStructure, limitProblems } from './rules/limits.ts';
import { capabilityOf } from './rules/method-availability.ts';
import { schemaProblems } from './rules/schema-problems.ts';
import { inputKeys, moleculeOrSmilesInput } from './schemas/input-shapes.ts';
import { levelOffers, levelProblems, tidyLevels, withProbedEngines } from './schemas/levels.ts';

export { infoTab } from './definition.ts';

const noMolecules: MoleculesByCalculation = new Map();
const unchanged = <Data>(value: Data): Resolved<Data> => ({ value, changes: [] });

/** Makes the definition of a type from what its file says; all that is the same for every type is written here, once. */
export function defineWorkflow<Submitted extends z.ZodMiniObject, Computed extends z.ZodMiniObject>(
  specification: WorkflowSpecification<Submitted, Computed>,
): WorkflowDefinition {
  type Data = z.output<Submitted>;
  type Whole = Data & z.output<Computed>;
  const { type, inputs, fields, settings, results } = specification;
  const { path, aliases, title } = typeEntry(type);
  const { modes = {}, levelPaths = [], rules = [] } = specification;
  const settle = specification.settle ?? unchanged<Data>;
  const levels = specification.levels ?? (() => []);
  const needs = specification.needs ?? (() => []);
  const whole = z.extend(settings as z.ZodMiniObject, results.shape);
  const settingsKeys = Object.keys(settings.shape).filter((key) => !inputKeys.includes(key));
  const smallMolecule = inputs.find(({ role }) => inputKeys.includes(role));

  const read = (data: WorkflowData) => z.safeParse(settings, tidyLevels(data, levelPaths));
  const readSettled = (data: WorkflowData): Data | null => {
    const parsed = read(data);
    return parsed.success ? settle(parsed.data).value : null;
  };
  const safeReadWhole = (data: object) => z.safeParse(whole, tidyLevels({ ...data }, levelPaths));
  // A view asks for structures, tables and tabs of the same data, which can be large: they are read once.
  const known = new WeakMap<object, Whole | null>();
  const readWhole = ({ object_data }: WorkflowItem): Whole | null => {
    if (object_data === null) return null;
    if (!known.has(object_data)) {
      const parsed = safeReadWhole(object_data);
      known.set(object_data, parsed.success ? (parsed.data as Whole) : null);
    }
    return known.get(object_data) ?? null;
  };
  const structures = (item: WorkflowItem, molecules: MoleculesByCalculation = noMolecules): StructureReference[] => {
    const data = readWhole(item);
    const own = data ? specification.structures(data, { item, molecules }) : [];
    return own.length > 0 ? own : inputOf(item);
  };
  const limits = (data: Data): StructureLimits => ({ ...anyStructure, ...specification.limits?.(data) });
  const capabilities = (data: Data) =>
    [...new Set([type, ...needs(data), ...levels(data).map((level) => capabilityOf(level.settings.method))])].sort();

  const works = (data: WorkflowData): string[] => {
    const current = readSettled(data);
    if (!current) return [];
    const used = levels(current).map((level) => level.settings);
    const engines = used.flatMap(({ engine }) => (engine ? [`engine:${engine}`] : []));
    const methods = used.flatMap(({ method, corrections }) => [method, ...corrections]);
    return [...new Set([...methods, ...specification.cite(current), ...engines])];
  };

  return {
    type,
    path,
    aliases,
    title,
    inputs,
    modes,
    settings,
    results,
    fields,
    features: (data) => featureNeeds({ ...specification, title }, { ...data, ...readSettled(data) }),
    limits: (data) => {
      const current = readSettled(data);
      return current ? limits(current) : anyStructure;
    },
    defaults: () => settingsOnly(z.parse(settings, {}) as WorkflowData, settingsKeys),

    prepare(data, given, report = null) {
      const withEngines = (levels: WorkflowData) =>
        report ? withProbedEngines(levels, data, levelPaths, report) : levels;
      const parsed = z.parse(settings, tidyLevels(data, levelPaths));
      const current = settle(withEngines(parsed as WorkflowData) as Data).value;
      const stored = settingsOnly(current as WorkflowData, settingsKeys);
      const complete = withEngines({ ...stored, ...specification.complete?.(current, given) });
      // Last, so that what runs is what was checked: `auto` beside levels given by hand can mean manual.
      return { ...withDefaultModes(complete, modes), ...(z.parse(results, {}) as WorkflowData) };
    },

    problems(data, given, report) {
      const found = [
        ...(smallMolecule ? inputProblems(given, smallMolecule.accepts?.(data) ?? smallMolecule.kind) : []),
        ...roleProblems(inputs, data),
      ];
      const parsed = read(data);
      if (!parsed.success) return [...found, ...schemaProblems(parsed.error, data)];
      const current = settle(parsed.data).value;
      found.push(...modeProblems(data, modes, specification.manual ?? []));
      if (found.length === 0) found.push(...limitProblems(limits(current), given, title));
      for (const rule of rules) found.push(...rule(current, given, report));
      const missing = capabilityProblems(report, [type, ...needs(current)], title, 'workflow_type');
      // A rule that named the field of a missing program said it already.
      found.push(
        ...missing
          .filter(({ reason }) => !found.some(({ detail }) => detail.includes(reason)))
          .map(({ problem }) => problem),
      );
      // What a rule of the type said already, at its own field, is not said again with more words.
      const said = found.map(({ detail }) => detail.replace(/\.$/, ''));
      const ofLevels = levelProblems(levels(current), given, report);
      found.push(...ofLevels.filter(({ detail }) => !said.some((words) => detail.startsWith(words))));
      return found;
    },
    resources(data, given, report) {
      const current = readSettled(data);
      if (!current) return { memory_mb: null, gpus: 0, seconds: null };
      const seconds = specification.seconds?.(current, given, report) ?? null;
      return {
        ...levelResources(levels(current), inputAtomCount(given), specification.gpus?.(current) ?? 0),
        seconds: seconds === null ? null : Math.max(1, Math.round(seconds + (report.startup_seconds ?? 0))),
      };
    },
    notices(data, given, report) {
      const current = readSettled(data);
      return current ? (specification.notices?.(current, given, report) ?? []) : [];
    },
    offers(data, report) {
      const current = readSettled(data);
      if (!current) return [];
      return [...(specification.offers?.(current, report) ?? []), ...levelOffers(levels(current), report)];
    },
    capabilities: (data) => capabilities(settle(z.parse(settings, tidyLevels(data, levelPaths))).value),
    methodsUsed(data) {
      const current = readSettled(data);
      return current ? [...new Set(levels(current).map((level) => level.settings.method))] : [];
    },

    resubmit(data, report) {
      const parsed = read(data);
      const start = parsed.success ? parsed.data : z.parse(settings, {});
      const changes: Change[] = [];
      const step = <Value>({ value, changes: made }: Resolved<Value>): Value => {
        changes.push(...made);
        return value;
      };
      const own = step((specification.resubmit ?? unchanged<Data>)(start));
      const general = step(resolveSubmission(own as WorkflowData, { modes, levelPaths }, report));
      const settled = step(settle(general as Data));
      return { value: settingsOnly(settled as WorkflowData, settingsKeys), changes };
    },

    misfits(data) {
      const parsed = safeReadWhole(data !== null && typeof data === 'object' ? data : {});
      return parsed.success ? [] : schemaProblems(parsed.error, data);
    },
    structures,
    playsStructures: specification.playsStructures ?? false,
    withoutStructures: specification.withoutStructures ?? false,
    active(item, molecules) {
      const ids = structures(item, molecules).map(({ id }) => id);
      const data = specification.active ? readWhole(item) : null;
      const chosen = data ? (specification.active?.(data) ?? null) : null;
      return chosen !== null && ids.includes(chosen) ? chosen : (ids[0] ?? null);
    },
    calculations(item) {
      const data = readWhole(item);
      return data ? (specification.calculations?.(data) ?? []).filter((uuid) => uuid !== null) : [];
    },
    tables(item, molecules) {
      const data = readWhole(item);
      return data ? specification.tables(data, { item, molecules }) : [];
    },
    values(item, molecules) {
      if (!specification.values) return [];
      // Nothing computed yet is a result with all its names and no number.
      const data = readWhole(item) ?? (z.parse(whole, {}) as Whole);
      return onlyFinal(specification.values(data, { item, molecules }), item);
    },
    tabs(item, molecules) {
      const data = readWhole(item);
      return data ? specification.tabs(data, { item, molecules }) : [infoTab];
    },
    parts(item, molecules) {
      const data = readWhole(item);
      return (data && specification.parts?.(data, { item, molecules })) ?? {};
    },
    marks(item, molecules, structure) {
      const data = specification.marks && readWhole(item);
      return (data && specification.marks?.(data, { item, molecules }, structure)) ?? [];
    },
    painted(item) {
      const data = specification.painted && readWhole(item);
      return (data && specification.painted?.(data)) ?? null;
    },
    works,
    compare(items) {
      const readable = items.flatMap((each): (ReadItem & { data: Whole })[] => {
        const data = readWhole(each.item);
        return data ? [{ ...each, data }] : [];
      });
      if (specification.compare) return specification.compare(readable);
      return mergedTables(readable.map((each) => ({ item: each.item, tables: specification.tables(each.data, each) })));
    },
  };
}

/** A calculation that goes on, failed or was stopped has steps, none of which is its result: what is read from it is not there. */
function onlyFinal(values: NamedValue[], { object_status }: WorkflowItem): NamedValue[] {
  if (object_status === status.completed) return values;
  return values.map((value) => (value.calculation ? { ...value, value: null } : value));
}

function settingsOnly(data: WorkflowData, keys: readonly string[]): WorkflowData {
  return Object.fromEntries(keys.map((key) => [key, data[key]]));
}

/** What was put in, even where the rest of the data does not fit. */
function inputOf(item: WorkflowItem) {
  const parsed = z.safeParse(z.looseObject(moleculeOrSmilesInput), item.object_data ?? {});
  return parsed.success ? initialStructure(parsed.data) : [];
}

function withDefaultModes(data: WorkflowData, modes: WorkflowDefinition['modes']): WorkflowData {
  const auto = Object.entries(modes).filter(([path]) => data[path] === 'auto');
  return { ...data, ...Object.fromEntries(auto.map(([path, allowed]) => [path, allowed[0]])) };
}

function modeProblems(data: WorkflowData, modes: WorkflowDefinition['modes'], manual: readonly string[]): Problem[] {
  return Object.entries(modes).flatMap(([path, allowed]) => {
    const given = valueAt(data, path);
    const taken = [...allowed, ...(manual.includes(path) ? ['manual'] : [])];
    if (given === undefined || given === null || given === 'auto') return [];
    if (taken.some((mode) => mode.toLowerCase() === String(given).toLowerCase())) return [];
    return [{ field: path, detail: `Mode ${given} is not offered; choose one of ${taken.join(', ')}.` }];
  });
}
