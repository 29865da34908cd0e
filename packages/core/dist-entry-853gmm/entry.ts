import * as z from 'zod/mini';
export const schema = z.looseObject({
  a: z._default(z.boolean(), true),
  b: z._default(z.array(z.nullable(z.string())), []),
  c: z.int().check(z.minimum(1), z.maximum(9)),
  d: z.union([z.string(), z.number()]),
  e: z.record(z.string(), z.unknown()),
  f: z.tuple([z.number(), z.number()]),
  g: z.prefault(z.looseObject({ h: z.enum(['x', 'y']) }), { h: 'x' }),
  i: z.pipe(z.transform((value: unknown) => value), z.enum(['x', 'y'])),
  j: z.discriminatedUnion('k', [z.looseObject({ k: z.literal('l') })]),
});
export const whole = z.extend(schema, { m: z.string() });
export const read = (value: unknown) => z.safeParse(whole, value);
export const parse = (value: unknown) => z.parse(whole, value);
