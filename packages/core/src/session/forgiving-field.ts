import * as z from 'zod/mini';

/** A field that falls back to its first value when it is absent or does not fit: an address that someone edited still opens. */
export const forgivingField = <T extends z.core.SomeType>(
  schema: T,
  initial: z.core.util.NoUndefined<z.core.output<T>>,
) => z.catch(z._default(schema, initial), initial);
