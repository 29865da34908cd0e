import * as z from 'zod/mini';
import { vector3 } from '../scalars.ts';

const length = z.number().check(z.positive());

/** The box that docking searches: its centre and its three edges, in Å; every edge is longer than zero. */
export const Pocket = z.tuple([vector3, z.tuple([length, length, length])]);
export type Pocket = z.infer<typeof Pocket>;
