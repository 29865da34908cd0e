import type * as z from 'zod/mini';
import { inEnglish } from '../../entities/in-english.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { MoleculesByCalculation, ResultDefinition, StructureReference } from '../definition.ts';
import { namedValuesOf } from '../items/named-values.ts';

/** A step of a path: a key, or a place in a list. */
type Step = string | number;

/** What a field of a submission takes: a molecule (its structure or its SMILES), or any value. */
export type Wanted = 'structure' | 'value';

/** What a path leads to in the result of an item. */
export type FoundResult =
  | { kind: 'structure'; reference: StructureReference }
  | { kind: 'structures'; references: readonly StructureReference[] }
  | { kind: 'value'; value: unknown; title: string | null }
  | { kind: 'missing'; detail: string };

const valuesRoot = 'values.';

/** The steps of a path ("conformers[0].energy"); null for a text that is none. What follows `values.` is one name, whatever it holds. */
export function pathSteps(path: string): Step[] | null {
  if (path.startsWith(valuesRoot) && path.length > valuesRoot.length) return ['values', path.slice(valuesRoot.length)];
  const steps: Step[] = [];
  let rest = path;
  while (rest !== '') {
    const found = /^(?:(\w+)|\[(\d{1,6})\])/.exec(rest);
    if (!found) return null;
    // A place may not come first, and after a dot there is a name.
    if (found[1] === undefined && steps.length === 0) return null;
    steps.push(found[1] ?? Number(found[2]));
    rest = rest.slice(found[0].length);
    if (rest.startsWith('.') && /^\.\w/.test(rest)) rest = rest.slice(1);
    else if (rest !== '' && !rest.startsWith('[')) return null;
  }
  return steps.length > 0 ? steps : null;
}

/** The key under which a type lists its structures by their name ("conformers" for "Conformer 1"); null where they have no such name. */
function listedKey({ structureWord }: ResultDefinition): string | null {
  return structureWord === undefined ? null : `${structureWord}s`;
}

/** Names that a path into a result of a type may begin with, as text. */
function beginnings(definition: ResultDefinition): string {
  const listed = listedKey(definition);
  const structures = definition.withoutStructures ? [] : [listed ?? 'structures', 'structure'];
  return [...structures, 'values.NAME', ...Object.keys(definition.results.shape)].join(', ');
}

/** The schema below a step; null where the step leads nowhere, undefined where the schema does not say what is there. */
function below(schema: z.core.$ZodType, step: Step): z.core.$ZodType | null | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object': {
      const inner = Object.hasOwn(def.shape, step) ? def.shape[step] : undefined;
      if (inner) return inner;
      return def.catchall && typeof step === 'string' ? undefined : null;
    }
    case 'array':
      return typeof step === 'number' ? def.element : null;
    case 'record':
      return typeof step === 'string' ? def.valueType : null;
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return below(def.innerType, step);
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return null;
    default:
      return undefined;
  }
}

/** Whether a path into the data can lead somewhere, by the schemas of a type. What they leave open may. */
function fitsSchema({ results, settings }: ResultDefinition, [first, ...rest]: readonly Step[]): boolean {
  const key = String(first);
  const shapes = [results.shape, settings.shape];
  let schema: z.core.$ZodType | null | undefined = shapes.find((shape) => Object.hasOwn(shape, key))?.[key];
  if (schema === undefined) return false;
  for (const step of rest) {
    if (schema) schema = below(schema, step);
    if (schema === null) return false;
    if (schema === undefined) return true;
  }
  return true;
}

const takesStructure = 'This field takes a structure';

/**
 * What is wrong with a path into the results of a type, before there are any; null where nothing is seen that is in the way.
 * @param wanted what the field takes that the result is put at
 */
export function pathProblem(definition: ResultDefinition, path: string, wanted: Wanted): string | null {
  const steps = pathSteps(path);
  const [first, second] = steps ?? [];
  const shown = JSON.stringify(path);
  if (!steps) return `${shown} is no path. Write it like "conformers[0]" or "values.strongest_acid".`;
  const listed = listedKey(definition);
  const isList = first === 'structures' || (first === listed && listed !== null);
  if ((isList || first === 'structure') && definition.withoutStructures) {
    return `${shown} does not exist: a result of ${definition.title} has no structures. It has ${beginnings(definition)}.`;
  }
  if (isList) {
    if (steps.length === 1 && wanted === 'structure') {
      return `${takesStructure}, and ${shown} of ${definition.title} is a list. Choose one of it: "${path}[0]".`;
    }
    if (steps.length > 2 || (second !== undefined && typeof second !== 'number')) {
      return `${shown} does not exist: below a structure there is nothing to take. Use "${String(first)}[0]".`;
    }
    return null;
  }
  if (first === 'structure') {
    return steps.length === 1 ? null : `${shown} does not exist: below a structure there is nothing to take.`;
  }
  if (first === 'values') {
    if (wanted === 'structure') return `${takesStructure}, and ${shown} of ${definition.title} is a number.`;
    return steps.length > 1 ? null : 'Name one of the values: "values.NAME".';
  }
  if (fitsSchema(definition, steps)) return null;
  return `${shown} does not exist in a result of ${definition.title}. A path begins with ${beginnings(definition)}.`;
}

/** The structures of an item that have the name by which its type lists them. */
function listedStructures(
  definition: ResultDefinition,
  structures: readonly StructureReference[],
): readonly StructureReference[] {
  const word = definition.structureWord ?? '';
  return structures.filter(({ name }) => inEnglish(name).toLowerCase().startsWith(`${word} `));
}

/** What a path leads to in a completed item. `molecules` are those of its calculations that its named values need. */
export function resultAt(
  definition: ResultDefinition,
  item: WorkflowItem,
  molecules: MoleculesByCalculation,
  path: string,
): FoundResult {
  const steps = pathSteps(path);
  const missing = (detail: string): FoundResult => ({ kind: 'missing', detail });
  if (!steps) return missing(`${JSON.stringify(path)} is no path.`);
  const [first, second] = steps;
  const structures = definition.structures(item, molecules);
  if (first === 'structure') {
    const active = definition.active(item, molecules);
    const reference = structures.find(({ id }) => id === active) ?? structures[0];
    return reference ? { kind: 'structure', reference } : missing('The result has no structure.');
  }
  if (first === 'structures' || (first === listedKey(definition) && first !== undefined)) {
    const references = first === 'structures' ? structures : listedStructures(definition, structures);
    if (second === undefined) return { kind: 'structures', references };
    const reference = references[Number(second)];
    if (reference) return { kind: 'structure', reference };
    const count = references.length;
    return missing(
      count === 0
        ? `The result has no ${String(first)}.`
        : `The result has ${count} ${String(first)}, the last one ${String(first)}[${count - 1}].`,
    );
  }
  if (first === 'values') {
    const name = String(second ?? '');
    const values = namedValuesOf(definition, item, molecules);
    const found = values.find((value) => value.path === name);
    if (!found)
      return missing(`The result has no value "${name}". It has ${values.map((one) => one.path).join(', ')}.`);
    if (found.value === null) return missing(`The value "${name}" was not computed.`);
    return { kind: 'value', value: found.value, title: inEnglish(found.title) };
  }
  let value: unknown = item.object_data ?? {};
  for (const step of steps) {
    const holds = value !== null && typeof value === 'object' && Object.hasOwn(value, step);
    if (!holds) return missing(`The result has nothing at "${path}".`);
    value = (value as Record<Step, unknown>)[step];
  }
  if (value === null || value === undefined) return missing(`The result has nothing at "${path}".`);
  return { kind: 'value', value, title: null };
}

/** The path of a structure of an item, by its identifier there: "conformers[2]", else "structures[2]"; null where it has none of it. */
export function pathOfStructure(definition: ResultDefinition, item: WorkflowItem, id: string): string | null {
  const structures = definition.structures(item);
  const listed = listedStructures(definition, structures).findIndex((one) => one.id === id);
  const key = listedKey(definition);
  if (key !== null && listed >= 0) return `${key}[${listed}]`;
  const place = structures.findIndex((one) => one.id === id);
  if (place < 0) return null;
  return structures.length === 1 ? 'structure' : `structures[${place}]`;
}
