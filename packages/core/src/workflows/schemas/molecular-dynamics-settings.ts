import * as z from 'zod/mini';
import type { Problem } from '../../chemistry/problem.ts';
import { forgivingEnum, optionalNull } from '../../entities/scalars.ts';
import { PairwiseHarmonicConstraint, SphericalHarmonicConstraint } from '../../entities/settings.ts';
import { maximumSavedFrames } from '../../tables/derived-values.ts';
import type { WorkflowInputs } from '../definition.ts';

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

/** What is wrong with the settings, alone and for the structure that they are for. */
export function dynamicsProblems(
  settings: MolecularDynamicsSettings,
  inputs: WorkflowInputs,
  path = 'settings',
): Problem[] {
  const { timestep, num_steps, save_interval, ensemble, pressure, initialization } = settings;
  const found: Problem[] = [];
  const refuse = (field: string, detail: string) => found.push({ field: `${path}.${field}`, detail });
  const frames = savedFrames(settings);
  if (timestep < timestepLimits.minimum || timestep > timestepLimits.maximum) {
    refuse(
      'timestep',
      `The time step is between ${timestepLimits.minimum} and ${timestepLimits.maximum} fs; this is ${timestep} fs.`,
    );
  }
  if (save_interval > num_steps) {
    refuse('save_interval', `No frame would be saved: one each ${save_interval} steps, of ${num_steps} steps.`);
  }
  if (frames > maximumSavedFrames) {
    refuse(
      'save_interval',
      `${frames} frames would be saved, at most ${maximumSavedFrames} are; save one each ${Math.ceil(num_steps / maximumSavedFrames)} steps or more.`,
    );
  }
  if (ensemble === 'npt' && pressure === null) refuse('pressure', 'NPT needs a pressure.');
  const { molecule } = inputs;
  if (!molecule) return found;
  if (ensemble === 'npt' && !molecule.cell) {
    refuse('ensemble', 'NPT is for periodic systems only; this structure has no cell.');
  }
  if (initialization === 'quasiclassical' && !molecule.vibrational_modes?.length) {
    refuse(
      'initialization',
      'Quasiclassical velocities need the frequencies of the structure; start from a calculation that computed them.',
    );
  }
  if (initialization === 'read' && !molecule.velocities?.length) {
    refuse('initialization', 'The structure has no velocities to read; choose another start.');
  }
  if (settings.confining_constraint && molecule.cell) {
    refuse('confining_constraint', 'A periodic system takes no confining sphere; remove it.');
  }
  return [...found, ...springProblems(settings, molecule.atoms.length, `${path}.constraints`)];
}

function springProblems({ constraints }: MolecularDynamicsSettings, atomCount: number, path: string): Problem[] {
  return constraints.flatMap(({ atoms }, index) => {
    const field = `${path}.${index}.atoms`;
    const outside = atoms.find((atom) => atom > atomCount);
    if (outside !== undefined) {
      return [{ field, detail: `Atom ${outside} is not there: the molecule has ${atomCount} atoms.` }];
    }
    return atoms[0] === atoms[1]
      ? [{ field, detail: `An atom stands twice in the spring (${atoms.join(', ')}).` }]
      : [];
  });
}
