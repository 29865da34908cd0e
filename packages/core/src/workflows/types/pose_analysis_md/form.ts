import { maximumSavedFrames } from '../../../tables/derived-values.ts';
import type { Notice, SubmissionForm } from '../../definition.ts';
import { number, toggle } from '../../parts/forms/form-fields.ts';
import type { Data } from './settings.ts';

/** Longest time step in fs without constraints on bonds to hydrogen: a tenth of their vibration's period. */
const freeHydrogenTimestep = 1;

function notices({ timestep_fs, constrain_hydrogens }: Data): Notice[] {
  const effectiveness: Notice = {
    kind: 'warning',
    title: 'Pose-Analysis MD Has Variable Effectiveness',
    body: 'It shows whether a pose holds in a short simulation; it is not a replacement for free-energy perturbation.',
  };
  if (constrain_hydrogens || timestep_fs <= freeHydrogenTimestep) return [effectiveness];
  return [
    effectiveness,
    {
      kind: 'warning',
      title: 'The time step is long for free hydrogens',
      body: `Bonds to hydrogen vibrate too fast for ${timestep_fs} fs. Constrain them, or choose at most ${freeHydrogenTimestep} fs.`,
    },
  ];
}

export const form: SubmissionForm<Data> = {
  notices,
  fields: [
    {
      kind: 'text',
      path: 'ligand_residue_name',
      title: 'Residue name of the ligand',
      help: 'As in the protein structure.',
      placeholder: 'LIG',
    },
    number('num_trajectories', 'Trajectories', { help: 'Independent replicates.', minimum: 1, step: 1 }),
    number('simulation_time_ns', 'Simulation time', {
      unit: 'ns',
      help: `Of each trajectory, of which at most ${maximumSavedFrames} frames are kept.`,
    }),
    number('equilibration_time_ns', 'Equilibration time', { unit: 'ns' }),
    number('temperature', 'Temperature', { unit: 'K' }),
    number('pressure_atm', 'Pressure', { unit: 'atm' }),
    number('timestep_fs', 'Time step', { unit: 'fs' }),
    toggle('constrain_hydrogens', 'Constrain bonds to hydrogen'),
    number('langevin_timescale_ps', 'Langevin timescale', { unit: 'ps' }),
    number('nonbonded_cutoff', 'Nonbonded cutoff', { unit: 'Å' }),
    number('protein_prune_cutoff', 'Cut the protein off beyond', {
      unit: 'Å',
      help: 'Distance from the ligand; empty keeps the whole protein. Not nearer than the restraints begin.',
    }),
    number('protein_restraint_cutoff', 'Restrain the protein beyond', {
      unit: 'Å',
      help: 'Distance from the ligand; empty restrains nothing.',
    }),
    number('protein_restraint_constant', 'Force constant of the restraints', {
      unit: 'kcal/(mol Å²)',
      shown: (data) => data.protein_restraint_cutoff !== null,
    }),
    number('ionic_strength_M', 'Ionic strength', { unit: 'mol/L' }),
    number('water_buffer', 'Water around the protein', { unit: 'Å' }),
  ],
};
