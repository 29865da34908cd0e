import { canBeDrawn } from '../viewer/drawable.ts';

/** What a property of an element takes, as text and as a check of values that come from a page's script, which no compiler looked at. */
export interface Kind {
  what: string;
  fits: (value: unknown) => boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown) => typeof value === 'string';
/** A list or an array of numbers of any kind. */
const isSeries = (value: unknown): value is ArrayLike<unknown> =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView));
const listOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits);
const holds = (fields: Readonly<Record<string, (value: unknown) => boolean>>) => (value: unknown) =>
  isObject(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));

export const item: Kind = {
  what: 'a workflow item',
  fits: holds({
    uuid: isText,
    object_type: isText,
    object_data: (data) => data === undefined || typeof data === 'object',
  }),
};
export const client: Kind = {
  what: 'a client that createClient made',
  fits: (value) => isObject(value) && typeof value.workflow === 'function',
};

/** Without a look at the atoms: the viewer says itself what it cannot draw. */
export const molecule: Kind = { what: 'a molecule: { atoms }', fits: holds({ atoms: Array.isArray }) };
export const overlay: Kind = { what: 'a list of molecules: { atoms, name }', fits: listOf(canBeDrawn) };
export const frames: Kind = { what: 'a list of molecules: { atoms }', fits: listOf(holds({ atoms: Array.isArray })) };
export const vibration: Kind = {
  what: 'a vibrational mode: { displacements, frequency }',
  fits: holds({ displacements: listOf(isSeries), frequency: Number.isFinite }),
};
export const atomValues: Kind = {
  what: 'a list of values of atoms: { id, title, unit, precision, values, kind }',
  fits: listOf(holds({ id: isText, title: isText, precision: Number.isInteger, values: isSeries, kind: isText })),
};
export const grids: Kind = {
  what: 'a list of grids: { header, values }',
  fits: listOf(holds({ header: isObject, values: isSeries })),
};
export const bonds: Kind = {
  what: 'a list of pairs of atoms, counted from 0',
  fits: listOf((pair) => isSeries(pair) && pair.length === 2 && Array.from(pair).every(Number.isInteger)),
};

export const table: Kind = {
  what: 'a table that makeTable made: { id, title, length, columns, structures, empty }, with as many values in each column, and as many structures, as it has rows',
  fits(value) {
    if (!isObject(value)) return false;
    const { length, columns, structures } = value;
    if (!Number.isInteger(length) || Number(length) < 0) return false;
    const isWhole = (values: unknown) => isSeries(values) && values.length === length;
    return listOf((column) => isColumn(column) && isWhole(column.values))(columns) && isWhole(structures);
  },
};
function isColumn(column: unknown): column is Fields {
  if (!isObject(column) || !isText(column.id) || !isText(column.title)) return false;
  const { kind, values } = column;
  if (kind === 'number') return isSeries(values);
  return kind === 'text' && Array.isArray(values) && values.every((value) => value === null || isText(value));
}
export const texts: Kind = { what: 'a list of texts', fits: listOf(isText) };
export const actions: Kind = {
  what: 'a list of actions: { id, label }',
  fits: listOf(holds({ id: isText, label: isText })),
};
