import { isFinished } from '../../entities/item-status.ts';
import type { ItemValues } from '../../entities/item-values.ts';
import { phraseOf } from '../../entities/phrases.ts';
import { itemPollInterval } from '../../entities/platform-constants.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { entryOfType } from '../catalogue.ts';
import type { MoleculesByCalculation, ResultDefinition } from '../definition.ts';
import { calculationsOfHeadline, headlineOf } from './headline-of.ts';
import { namedValuesOf } from './named-values.ts';
import { methodOfValue } from './value-method.ts';

/**
 * The calculations that must be read before all named numbers of an item are known: none while it has no result. Columns of folders are read from the data
 * alone.
 * @param definition null for a type that this version does not know
 */
export const calculationsOfValues = calculationsOfHeadline;

/**
 * All named numbers of an item with what is shown beside them, as `GET /api/workflow/{uuid}/values` answers.
 * @param molecules of `calculationsOfValues`
 */
export function itemValues(
  definition: ResultDefinition | null,
  item: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): ItemValues {
  const { uuid, name, object_type, object_status, superseded_by } = item;
  const entry = entryOfType(object_type);
  return {
    uuid,
    name,
    object_type,
    object_status,
    page: entry?.path ?? '/workflow',
    ...(superseded_by ? { superseded_by } : {}),
    poll_seconds: isFinished(object_status) ? (entry?.finishedPollSeconds ?? null) : itemPollInterval / 1000,
    values: (definition ? namedValuesOf(definition, item, molecules) : []).map((value) => ({
      path: value.path,
      title: value.title,
      unit: value.unit,
      precision: value.precision,
      value: value.value,
      uncertainty: value.uncertainty ?? null,
      error: value.error ?? null,
      remark: value.remark ?? null,
      note: value.note ?? null,
      method: definition ? methodOfValue(value, item, definition) : null,
    })),
    key_results: headlineOf(definition, item, molecules)
      .values.filter(({ minor }) => !minor)
      .map(({ minor: _minor, ...value }) => ({
        ...value,
        phrase: value.text === null ? null : { ...phraseOf(value.text) },
      })),
  };
}
