import * as z from 'zod/mini';
import type { Grid, GridHeader } from '../../../entities/grid.ts';
import { gridUnits } from '../../../entities/grid-quantity.ts';
import { vector3 } from '../../../entities/scalars.ts';

/** Data key of the natural transition orbitals of excited states. */
export const transitionKey = 'natural_transition_orbitals';

const count = z.int().check(z.minimum(1), z.maximum(1000));

/**
 * A hole or a particle on a grid with axes along x, y and z. `weight` is the part of the state that its pair carries; origin and spacing are in Bohr;
 * the values are multiples of `value_step`, the last axis running fastest.
 */
const TransitionOrbital = z.looseObject({
  weight: z.number(),
  origin: vector3,
  spacing: z.number().check(z.positive()),
  shape: z.tuple([count, count, count]),
  value_step: z.number(),
  values: z.array(z.number()),
});

/** Natural transition orbitals by state, part and pair: "3-hole-1" is the hole of the first pair of the third state. */
export const TransitionOrbitals = z.record(z.string(), TransitionOrbital);

const namePattern = /^(\d{1,4})-(hole|particle)-(\d)$/;

/** The natural transition orbitals in an item's data, or in its file of orbitals, as grids; none where there are none, or they are not whole. */
export function transitionGrids(data: Readonly<Record<string, unknown>>): Grid[] {
  const read = z.safeParse(TransitionOrbitals, data[transitionKey]);
  return Object.entries(read.success ? read.data : {}).flatMap(([name, orbital]) => {
    const found = namePattern.exec(name);
    const { weight, origin, spacing, shape, value_step, values: steps } = orbital;
    if (!found || steps.length !== shape[0] * shape[1] * shape[2]) return [];
    const values = Float32Array.from(steps, (step) => step * value_step);
    const header: GridHeader = {
      name: `${transitionKey}.${name}`,
      quantity: 'orbital',
      orbital: null,
      transition: { state: Number(found[1]), part: found[2] as 'hole' | 'particle', pair: Number(found[3]), weight },
      shape,
      origin,
      axes: [
        [spacing, 0, 0],
        [0, spacing, 0],
        [0, 0, spacing],
      ],
      length_unit: 'Bohr',
      value_unit: gridUnits.orbital,
      minimum: values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY),
      maximum: values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY),
    };
    return [{ header, values }];
  });
}
