import * as z from 'zod/mini';
import { Molecule } from '../entities/molecule.ts';

/** Molecules of several calculations, by identifier; each list is a trajectory, the last one final. */
export const MoleculesAnswer = z.record(z.string(), z.array(Molecule));
