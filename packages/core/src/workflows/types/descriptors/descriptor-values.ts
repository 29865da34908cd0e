import * as z from 'zod/mini';
import { descriptor } from '../../../descriptors/catalogue.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';

/** A descriptor of the molecule; null where it could not be computed, true or false for a filter. */
const Value = z.union([z.number(), z.boolean(), z.null()]);
const PerAtom = z.array(z.nullable(z.number()));

/** What a run stores: a number, one number for each atom, or a map of those, by name. */
export const DescriptorValues = z.record(
  z.string(),
  z.union([Value, PerAtom, z.record(z.string(), z.union([Value, PerAtom]))]),
);
export type DescriptorValues = z.output<typeof DescriptorValues>;

/** Values of the atoms, in their order, under the name that they are stored by. */
export interface AtomValues {
  name: string;
  values: readonly (number | null)[];
}

/** Stored values by what they are: numbers of the molecule, and lists of the atoms by the tab that shows them. */
export interface ListedValues {
  numbers: { name: string; value: number | null }[];
  charges: AtomValues[];
  fukui: Record<'fukui_positive' | 'fukui_zero' | 'fukui_negative', readonly (number | null)[]>;
  others: AtomValues[];
}

/**
 * Which Fukui index a list is. The public data does not show the names of these lists, so all usual ones are taken: positive or plus, zero or neutral or
 * radical, negative or minus.
 */
function fukuiKind(name: string): keyof ListedValues['fukui'] | null {
  if (!/fukui/i.test(name)) return null;
  if (/positive|plus|\+$/i.test(name)) return 'fukui_positive';
  if (/negative|minus|[-−]$/i.test(name)) return 'fukui_negative';
  return /zero|neutral|radical|0$/i.test(name) ? 'fukui_zero' : null;
}

/** Sorts stored values by what they are, nested maps flattened: a name of the catalogue stands for itself, another one keeps that of its map before it. */
export function listedValues(stored: DescriptorValues): ListedValues {
  const listed: ListedValues = {
    numbers: [],
    charges: [],
    fukui: { fukui_positive: [], fukui_zero: [], fukui_negative: [] },
    others: [],
  };
  const add = (name: string, value: DescriptorValues[string]): void => {
    if (Array.isArray(value)) {
      const kind = fukuiKind(name);
      if (kind && listed.fukui[kind].length === 0) listed.fukui[kind] = value;
      else if (!kind && /charge/i.test(name)) listed.charges.push({ name, values: value });
      else listed.others.push({ name, values: value });
    } else if (value !== null && typeof value === 'object') {
      for (const [inner, entry] of Object.entries(value)) add(descriptor(inner) ? inner : `${name}.${inner}`, entry);
    } else {
      listed.numbers.push({ name, value: value === null ? null : Number(value) });
    }
  };
  for (const [name, value] of Object.entries(stored)) add(name, value);
  return listed;
}

/** Numbers of the molecule with what the catalogue says of each; a name that it does not know is alone. */
export function descriptorTable(numbers: ListedValues['numbers']): TableData {
  return tableOf({
    id: 'descriptors',
    title: 'Descriptors',
    rows: numbers.map((row) => ({ ...row, entry: descriptor(row.name) })),
    columns: [
      { id: 'name', title: 'Descriptor', text: ({ name, entry }) => entry?.display_name ?? name },
      { id: 'value', title: 'Value', precision: 4, value: ({ value }) => value },
      { id: 'dim', title: 'Dimension', text: ({ entry }) => entry?.dim },
      { id: 'module', title: 'Module', text: ({ entry }) => entry?.module },
      { id: 'description', title: 'Description', text: ({ entry }) => entry?.description },
    ],
    empty: 'No descriptors yet.',
  });
}
