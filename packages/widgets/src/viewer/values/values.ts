import { atomName, symbolOf } from '@cuvette/core/chemistry';
import type { Atom } from '@cuvette/core/entities';
import { inEnglish } from '@cuvette/core/phrases';
import { type AtomValues, automaticRange, formatNumber, scaleColour, type ValueRange } from '@cuvette/core/tables';

/** Labels that every structure can have. */
export const plainLabels = ['element', 'number', 'name'] as const;
/** Most atoms that are labelled: each label is a picture of its own. */
export const mostLabels = 500;
/** Atoms that have no value. */
const noValueColour = '#8d9699';

/** The text beside each atom: its element, number, name, or a value with its decimals. Null where nothing is to be written. */
export function labelTexts(
  atoms: readonly Atom[],
  labels: string | null,
  values: readonly AtomValues[],
): (string | null)[] | null {
  if (labels === null || atoms.length > mostLabels) return null;
  if (labels === 'element') return atoms.map(({ atomic_number }) => symbolOf(atomic_number));
  if (labels === 'number') return atoms.map((_, index) => String(index + 1));
  if (labels === 'name') return atoms.map((_, index) => atomName(atoms, index));
  const chosen = values.find(({ id }) => id === labels);
  return chosen ? atoms.map((_, index) => formatNumber(chosen.values[index], chosen.precision) || null) : null;
}

/** The range that atoms are coloured over: the chosen one, or the one that shows the values best. */
export function rangeOf(values: AtomValues, chosen: ValueRange | null): ValueRange {
  return chosen ?? automaticRange(values.kind, values.values) ?? [0, 1];
}

/** Colour of each atom by its value. */
export function valueColours({ kind, values }: AtomValues, range: ValueRange): string[] {
  return values.map((value) => (value === null ? noValueColour : scaleColour(kind, value, range)));
}

/** Name of values with their unit, as a heading has it: "Charge (e)". */
export function headingOf({ title, unit }: Pick<AtomValues, 'title' | 'unit'>): string {
  return unit ? `${inEnglish(title)} (${unit})` : inEnglish(title);
}
