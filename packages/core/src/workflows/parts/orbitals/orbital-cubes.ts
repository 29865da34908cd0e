import * as z from 'zod/mini';

const CubePoint = z.looseObject({ x: z.number(), y: z.number(), z: z.number(), val: z.number() });

/** A property on a grid, written as a plain list of points (Bohr); the grid itself has to be found from the coordinates. */
export const PropertyCube = z.looseObject({ cube_points: z.array(CubePoint) });
export type PropertyCube = z.infer<typeof PropertyCube>;

/** An orbital: occupation 0, 1 or 2, energy in Hartree; the light form of an item leaves its points out. */
export const OrbitalCube = z.looseObject({
  cube_points: z._default(z.array(CubePoint), []),
  occupation: z.int().check(z.minimum(0)),
  energy: z.number(),
});
export type OrbitalCube = z.infer<typeof OrbitalCube>;

/** Orbitals by their absolute index. */
export const OrbitalCubes = z.record(z.string(), OrbitalCube);
export type OrbitalCubes = z.infer<typeof OrbitalCubes>;

/** Lowest and highest value of a cube; null for one without points. */
export function cubeRange({ cube_points }: PropertyCube): { lowest: number; highest: number } | null {
  if (cube_points.length === 0) return null;
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const { val } of cube_points) {
    lowest = Math.min(lowest, val);
    highest = Math.max(highest, val);
  }
  return { lowest, highest };
}
