import { noteOfValue } from '../../entities/caveat.ts';
import { status } from '../../entities/item-status.ts';
import { sentences, type Text } from '../../entities/phrases.ts';
import type { WorkflowItem } from '../../entities/workflow-item.ts';
import type { MoleculesByCalculation, NamedValue, ResultDefinition } from '../definition.ts';
import { type Headline, type HeadlineValue, type HeadlineWord, mostHeadlineValues } from '../headline.ts';
import { methodOfValue } from './value-method.ts';

/**
 * The headline of an item: the only place that heads of results, lists, badges, frames and public pages take it from.
 * @param definition of its type; null for a type that this version does not know
 * @param molecules those of its calculations that were read (`calculationsOfHeadline` names those that are needed)
 */
export function headlineOf(
  definition: ResultDefinition | null,
  item: WorkflowItem,
  molecules: MoleculesByCalculation = new Map(),
): Headline {
  const soFar = item.object_status !== status.completed;
  if (!definition) return { values: [], sentence: null, applicability: null, soFar };
  const known = new Map(definition.values(item, molecules).map((value) => [value.path, value]));
  const ofAll = noteOfValue(definition.caveats(item, molecules), '');
  const worded = definition.headline(item, molecules, (path) => known.get(path) ?? null);
  const values = worded.values
    .flatMap((word) => valueOf(word, known, ofAll) ?? [])
    .map(({ value, quoted }) => ({
      ...value,
      method: quoted && definition ? methodOfValue(quoted, item, definition) : null,
    }))
    .filter(({ text, value, error }) => text !== null || value !== null || error !== null)
    .slice(0, mostHeadlineValues);
  return {
    values: soFar ? values.filter(({ text, value }) => text !== null || value !== null) : values,
    sentence: worded.sentence,
    applicability: definition.outside(item),
    soFar,
  };
}

/** The calculations that must be read before the headline and the type's own values are known. */
export function calculationsOfHeadline(definition: ResultDefinition | null, item: WorkflowItem): string[] {
  if (!definition) return [];
  const ofValues = definition.values(item, new Map()).flatMap(({ calculation }) => calculation ?? []);
  return [...new Set([...ofValues, ...definition.headlineCalculations(item)])];
}

/** The number that lists sort by: that of the first value; null where it has none. */
export function orderOf({ values: [first] }: Headline): { number: number | null; unit: string | null } {
  return { number: first?.value ?? null, unit: first?.unit ?? null };
}

/** What changes every number of the item, then what changes this one. */
const both = (ofAll: Text | null, own: Text | null | undefined) => sentences(ofAll, own ?? null) || null;

const notFinite = 'The result is not a finite number.';

/** A value as its type names it, with `ofAll`, what changes every number of the item. */
function valueOf(
  word: HeadlineWord,
  known: ReadonlyMap<string, NamedValue>,
  ofAll: Text | null,
): { value: Omit<HeadlineValue, 'method'>; quoted: NamedValue | null } | null {
  const { site = null, minor = false } = word;
  const empty = { path: null, text: null, uncertainty: null, unit: null, precision: 0, error: null, remark: null };
  if ('text' in word) {
    const { title, text, order = null, label = title } = word;
    const note = both(ofAll, word.note);
    return { value: { ...empty, note, title, label, site, minor, text, value: order }, quoted: null };
  }
  const quoted: NamedValue | null = 'of' in word ? (known.get(word.of) ?? null) : { path: '', ...word.number };
  if (!quoted) return null;
  const title = ('of' in word ? word.title : undefined) ?? quoted.title;
  const finite = quoted.value === null || Number.isFinite(quoted.value);
  return {
    value: {
      path: quoted.path || null,
      title,
      label: word.label === undefined ? title : word.label,
      site,
      minor,
      text: null,
      value: finite ? quoted.value : null,
      uncertainty: quoted.uncertainty ?? null,
      unit: ('of' in word ? word.unit : undefined) ?? quoted.unit,
      precision: ('of' in word ? word.precision : undefined) ?? quoted.precision,
      error: finite ? (quoted.error ?? null) : notFinite,
      remark: quoted.remark ?? null,
      note: 'of' in word ? (quoted.note ?? null) : both(ofAll, quoted.note),
    },
    quoted,
  };
}
