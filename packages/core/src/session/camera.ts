import * as z from 'zod/mini';

/** Coordinates and parts of a rotation, with as many digits as an eye can tell; an address stays short. */
const rounded = (digits: number) =>
  z.pipe(
    z.number(),
    z.transform((value) => Math.round(value * 10 ** digits) / 10 ** digits || 0),
  );

/** From where a structure is looked at, in the structure's own coordinates: it means the same wherever the structure is drawn, and however large. */
export const Camera = z.object({
  /** The point in the middle of the picture, Å. */
  centre: z.tuple([rounded(3), rounded(3), rounded(3)]),
  /** The rotation from the structure's axes to those of the screen, a unit quaternion x, y, z, w. */
  rotation: z.tuple([rounded(4), rounded(4), rounded(4), rounded(4)]).check(
    z.refine((parts) => Math.abs(Math.hypot(...parts) - 1) < 0.01, {
      error: 'the four parts of a rotation have the length 1',
    }),
  ),
  /** How far away the eye is, Å. */
  distance: z.pipe(rounded(2), z.number().check(z.positive())),
});
export type Camera = z.output<typeof Camera>;
