import * as z from 'zod/mini';

/** How atoms are drawn: balls and sticks, sticks alone, or lines, which thousands of atoms need to move fluently. */
export const drawings = ['ball-and-stick', 'stick', 'line'] as const;
export type Drawing = (typeof drawings)[number];

/** A field that falls back to its first value when it is absent or does not fit: an address that someone edited still opens. */
const field = <T extends z.core.SomeType>(schema: T, initial: z.core.output<T>) =>
  z.catch(z._default(schema, initial as never), initial as never);

/**
 * How a structure is looked at, apart from which structure it is: everything that the viewer's menu changes. It is part of the
 * session, so that two viewers of one item look at it the same way, and it can be saved in an address and read from one.
 */
export const ViewerState = z.object({
  /** The structure turns by itself. */
  spinning: field(z.boolean(), false),
  /** Bonds of carbon to hydrogen, and these hydrogens, are drawn. */
  carbonHydrogen: field(z.boolean(), true),
  /** How atoms are drawn; null lets the viewer choose by their number. */
  drawing: field(z.nullable(z.enum(drawings)), null),
});
export type ViewerState = z.infer<typeof ViewerState>;

/** The state of a viewer that nobody has touched. */
export const initialViewerState: ViewerState = ViewerState.parse({});
