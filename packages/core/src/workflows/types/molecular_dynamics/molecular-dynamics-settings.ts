import * as z from 'zod/mini';
import { forgivingEnum, optionalNull } from '../../../entities/scalars.ts';
import { PairwiseHarmonicConstraint, SphericalHarmonicConstraint } from '../../../entities/settings.ts';

export const ensembleTitles = {
  nvt: 'NVT: constant volume and temperature',
  npt: 'NPT: constant pressure and temperature',
  nve: 'NVE: constant volume and energy',
};
export const initializationTitles = {
  random: 'Random velocities of the temperature',
  quasiclassical: 'Quasiclassical: from the vibrational modes',
  read: 'Velocities of the structure',
};

const positive = z.number().check(z.positive());
const count = z.int().check(z.minimum(1));

/** How the motion is integrated: time step and time scales in fs, temperature in K, pressure in atm. */
export const MolecularDynamicsSettings = z.looseObject({
  ensemble: z._default(forgivingEnum(['nvt', 'npt', 'nve']), 'nvt'),
  initialization: z._default(forgivingEnum(['random', 'quasiclassical', 'read']), 'random'),
  timestep: z._default(positive, 1),
  num_steps: z._default(count, 500),
  /** Steps between two saved frames. */
  save_interval: z._default(count, 10),
  confining_constraint: optionalNull(SphericalHarmonicConstraint),
  temperature: z._default(positive, 300),
  pressure: optionalNull(positive),
  /** Steps of thermalization before the first frame; null for as many as a random start needs, none for other starts. */
  equilibration_steps: optionalNull(z.int().check(z.minimum(0))),
  langevin_thermostat_timescale: z._default(positive, 100),
  berendsen_barostat_timescale: z._default(positive, 1000),
  constraints: z._default(z.array(PairwiseHarmonicConstraint), []),
});
export type MolecularDynamicsSettings = z.infer<typeof MolecularDynamicsSettings>;

/** Shortest and longest time step in fs. */
export const timestepLimits = { minimum: 0.5, maximum: 5 } as const;

/** Frames that a run saves. */
export function savedFrames({ num_steps, save_interval }: MolecularDynamicsSettings): number {
  return Math.floor(num_steps / save_interval);
}
