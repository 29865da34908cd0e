import * as z from 'zod/mini';

/** Three numbers: a position in Å, a displacement, a dipole. */
export const vector3 = z.tuple([z.number(), z.number(), z.number()]);

/** A 3 × 3 matrix, row by row. */
export const matrix3 = z.tuple([vector3, vector3, vector3]);

/** An identifier: UUID of version 1 to 5, variant 8, 9, a or b. */
export const uuid = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i, 'is not a UUID'));

/** A field that older or foreign data may leave out: missing reads as null. */
export function optionalNull<T extends z.core.$ZodType>(schema: T) {
  return z._default(z.nullable(schema), null);
}

/** A choice that may be left open: missing or empty, as a form gives it, reads as null. */
export function optionalChoice<T extends z.core.$ZodType>(schema: T) {
  return z._default(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(schema),
    ),
    null,
  );
}

/** Finite number. */
export const finite = z.number();

/** An enumeration that is read forgivingly (letter case, `-` and `_` do not matter) and written canonically. */
export function forgivingEnum<const Values extends readonly [string, ...string[]]>(values: Values) {
  const canonical = new Map(values.map((value) => [looseKey(value), value]));
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? (canonical.get(looseKey(value)) ?? value) : value)),
    z.enum(values),
  );
}

function looseKey(value: string): string {
  return value.toLowerCase().replace(/[-_]/g, '');
}
