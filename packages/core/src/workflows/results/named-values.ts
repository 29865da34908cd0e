import { phrase } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { methodTitle } from '../../methods/methods.ts';
import { savedPropertiesOf } from '../../tables/saved-properties.ts';
import type { MoleculesByCalculation, NamedValue, WorkflowDefinition } from '../definition.ts';

/**
 * The numbers of an item that a sentence can quote by name: those that its type gives, and the columns that folders keep of it. All names that the type
 * knows, with null for what is not computed, so that a wrong name can be told from a number that is not there yet.
 * @param molecules those of its calculations that were read
 */
export function namedValuesOf(
  definition: WorkflowDefinition,
  item: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): NamedValue[] {
  const own = definition.values(item, molecules);
  const taken = new Set(own.map(({ path }) => path));
  const saved = savedPropertiesOf(item.object_type).flatMap(({ id, title, unit, precision, types, read }) => {
    if (types === null || precision === null || taken.has(id)) return [];
    const value = read({ data: item.object_data ?? {}, molecule: null });
    return [{ path: id, title, unit, precision, value: typeof value === 'number' ? value : null }];
  });
  return [...own, ...saved];
}

/** What a value was computed by: what ran, where that was recorded, else what was asked for. */
export interface ValueMethod {
  text: string;
  ran: boolean;
}

/** The method that a value's tooltip names; null where nothing tells. */
export function methodOfValue(
  value: NamedValue,
  item: WorkflowItem,
  definition: WorkflowDefinition,
): ValueMethod | null {
  const ran = methodThatRan(item);
  if (value.method)
    return {
      text: ran?.program ? phrase('{method}, {program}', { method: value.method, program: ran.program }) : value.method,
      ran: ran !== null,
    };
  if (ran) return { text: `${ran.method}${ran.program ? ` (${ran.program})` : ''}`, ran: true };
  const asked = definition.methodsUsed(item.object_data ?? {}).map(methodTitle);
  return asked.length > 0 ? { text: asked.join(', '), ran: false } : null;
}

/** The method of the last stage that names one, by the item's own record. */
export function methodThatRan({ provenance }: WorkflowItem): { method: string; program: string } | null {
  const stage = provenance?.stages.findLast(({ method }) => typeof method === 'string');
  if (!stage) return null;
  const { method, engine, engine_version } = stage;
  const program = [engine, engine_version].filter((part) => typeof part === 'string').join(' ');
  return { method: methodTitle(String(method)), program };
}
