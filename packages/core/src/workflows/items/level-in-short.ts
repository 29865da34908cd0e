import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { ResultDefinition } from '../definition.ts';
import { methodThatRan, titleOfMethod } from './value-method.ts';

/**
 * The method and the solvent of an item as a list shows them beside its name: what ran where that was recorded, else what was asked for. At most two
 * words; a solvent that was not set is left out.
 * @param definition of its type; null for a type that this version does not know
 */
export function levelInShort(definition: ResultDefinition | null, item: WorkflowItem): string[] {
  const data = item.object_data ?? {};
  const asked = definition?.methodsUsed(data).at(-1);
  // A score is its docking program's, also where strain is computed after it.
  const engine = definition?.values(item, new Map())[0]?.stage?.engine;
  const ran = methodThatRan(item, engine === undefined ? {} : { engine });
  const method = ran?.method ?? (asked === undefined ? null : titleOfMethod(asked));
  return [method, solventOf(data)].filter((one) => one !== null);
}

/** The solvent of the data themselves, else that of the settings in them. */
function solventOf(data: Readonly<Record<string, unknown>>): string | null {
  for (const place of [data, ...Object.values(data)]) {
    if (!isRecord(place)) continue;
    const named = place.solvent ?? (isRecord(place.solvent_settings) ? place.solvent_settings.solvent : null);
    if (typeof named === 'string' && named !== '') return named.replaceAll('_', ' ');
  }
  return null;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
