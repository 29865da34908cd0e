import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { savedPropertiesOf } from '../../tables/saved-properties.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition } from '../definition.ts';
import { withValueNotes } from './value-notes.ts';

/**
 * The numbers of an item that a sentence can quote by name: those that its type gives, and the columns that folders keep of it. All names that the type
 * knows, with null for what is not computed, so that a wrong name can be told from a number that is not there yet.
 * @param molecules those of its calculations that were read
 */
export function namedValuesOf(
  definition: ResultDefinition,
  item: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): NamedValue[] {
  const own = definition.values(item, molecules);
  const taken = new Set(own.map(({ path }) => path));
  const saved = savedPropertiesOf(item.object_type).flatMap(({ id, title, unit, precision, types, engine, read }) => {
    if (types === null || precision === null || taken.has(id)) return [];
    const value = read({ data: item.object_data ?? {}, molecule: null });
    const stage = engine ? { stage: { engine } } : {};
    return [{ path: id, title, unit, precision, value: typeof value === 'number' ? value : null, ...stage }];
  });
  return [...own, ...withValueNotes(saved, definition.caveats(item, molecules))];
}
