import type { Problem } from '../../../chemistry/problem.ts';
import { maximumSavedFrames } from '../../../tables/derived-values.ts';
import type { WorkflowInputs } from '../../definition.ts';
import { type MolecularDynamicsSettings, savedFrames, timestepLimits } from './molecular-dynamics-settings.ts';

/** Lists what is wrong with the settings, alone and for the structure that they are for. */
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
    refuse('save_interval', `No frame would be saved: one every ${save_interval} steps, of ${num_steps} steps.`);
  }
  if (frames > maximumSavedFrames) {
    refuse(
      'save_interval',
      `${frames} frames would be saved, at most ${maximumSavedFrames} are; save one every ${Math.ceil(num_steps / maximumSavedFrames)} steps or more.`,
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
      return [{ field, detail: `There is no atom ${outside}: the molecule has ${atomCount} atoms.` }];
    }
    return atoms[0] === atoms[1]
      ? [{ field, detail: `An atom occurs twice in the spring (${atoms.join(', ')}).` }]
      : [];
  });
}
