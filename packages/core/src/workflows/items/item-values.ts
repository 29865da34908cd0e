import { isFinished } from '../../entities/item-status.ts';
import type { ItemValue, ItemValues } from '../../entities/item-values.ts';
import { inEnglish, phrase, type Text } from '../../entities/phrases.ts';
import { itemPollInterval } from '../../entities/platform-constants.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import { entryOfType } from '../catalogue.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition } from '../definition.ts';
import { calculationsOfHeadline, headlineOf } from './headline-of.ts';
import { namedValuesOf } from './named-values.ts';
import { methodOfValue, type ValueMethod } from './value-method.ts';

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
    values: (definition ? namedValuesOf(definition, item, molecules) : []).map((value) =>
      itemValue(value, definition ? methodOfValue(value, item, definition) : null),
    ),
    key_results: headlineOf(definition, item, molecules)
      .values.filter(({ minor }) => !minor)
      .map(({ minor: _minor, path, label, site, text, method, ...value }) => ({
        ...itemValue({ ...value, path: '' }, method),
        path,
        label: english(label),
        site: english(site),
        text: english(text),
        phrase: typeof text === 'string' ? phrase(text, {}) : text,
      })),
  };
}

const english = (text: Text | null) => (text === null ? null : inEnglish(text));

/** A value with its texts in English, and those that have values in them by their identifiers too. */
function itemValue(value: NamedValue, method: ValueMethod | null): ItemValue {
  const { path, title, unit, precision, uncertainty = null, error = null, remark = null, note = null } = value;
  const texts = { title, error, remark, note, method: method?.text ?? null };
  const phrases = Object.entries(texts).filter(([, text]) => typeof text === 'object' && text !== null);
  return {
    path,
    title: inEnglish(title),
    unit,
    precision,
    value: value.value,
    uncertainty,
    error: english(error),
    remark: english(remark),
    note: english(note),
    method: method && { text: inEnglish(method.text), ran: method.ran },
    ...(phrases.length > 0 ? { phrases: Object.fromEntries(phrases) } : {}),
  };
}
