import type { MethodReport } from '../../../entities/method-report.ts';
import { capabilityReason, whyUnavailable } from '../../capabilities.ts';
import type { Notice, Offer, SubmissionForm, WorkflowData } from '../../definition.ts';
import { withValueAt } from '../../parts/forms/data-path.ts';
import { number, select, toggle } from '../../parts/forms/form-fields.ts';
import { type Data, fieldTitles, ligandsOf, smallMoleculeTitles } from './settings.ts';

/** Longest time step in fs without constraints on bonds to hydrogen, and with constraints but hydrogens of their natural mass. */
const freeHydrogenTimestep = 1;
const lightHydrogenTimestep = 2;
const heavyHydrogen = 1.5;

function notices({ timestep_fs, constrain_hydrogens, hydrogen_mass }: Data): Notice[] {
  const longest = !constrain_hydrogens
    ? freeHydrogenTimestep
    : hydrogen_mass < heavyHydrogen
      ? lightHydrogenTimestep
      : timestep_fs;
  if (timestep_fs <= longest) return [];
  return [
    {
      kind: 'warning',
      title: 'The time step is long for these hydrogens',
      body: `Bonds to hydrogen vibrate too fast for ${timestep_fs} fs. Constrain them and make hydrogens heavier, or choose at most ${longest} fs.`,
    },
  ];
}

function offers(data: Data, report: MethodReport | null): Offer[] {
  const instead = (field: string, value: string, what: string, other: string, capability: string): Offer[] => {
    const missing = capabilityReason(report, capability, what);
    if (missing === null) return [];
    return [
      {
        field,
        text: whyUnavailable(what, missing),
        action: `Use ${other}`,
        missing: { what, instead: other },
        apply: (current) => withValueAt(current, field, value),
      },
    ];
  };
  const { protein_ff: protein, water_ff: water, small_molecule_ff: small } = data;
  return [
    ...(protein === 'ff14sb'
      ? []
      : instead('protein_ff', 'ff14sb', fieldTitles[protein], fieldTitles.ff14sb, 'force_field')),
    ...(water === 'tip3p' ? [] : instead('water_ff', 'tip3p', fieldTitles[water], fieldTitles.tip3p, 'force_field')),
    ...(ligandsOf(data).length === 0 || small === 'gaff2_am1bcc'
      ? []
      : instead(
          'small_molecule_ff',
          'gaff2_am1bcc',
          smallMoleculeTitles[small],
          smallMoleculeTitles.gaff2_am1bcc,
          'openff',
        )),
  ];
}

export const form: SubmissionForm<Data> = {
  notices,
  offers,
  fields: [
    number('num_trajectories', 'Trajectories', { help: 'Independent replicates.', minimum: 1, step: 1 }),
    number('simulation_time_ns', 'Simulation time', { unit: 'ns', help: 'Of each trajectory.' }),
    number('equilibration_time_ns', 'Equilibration time', { unit: 'ns' }),
    number('frame_save_interval_ps', 'Time between frames', {
      unit: 'ps',
      help: 'At most a thousand frames are kept; where more are asked for they lie farther apart.',
    }),
    number('analysis_interval_ps', 'Time between surfaces', {
      unit: 'ps',
      help: 'Between frames whose accessible surface is computed; empty for none.',
    }),
    select('clustering.settings_type', 'Clusters', () => [
      { value: 'greedy', title: 'Greedy, by a distance' },
      { value: 'kmeans', title: 'K-means, by a number' },
    ]),
    number('clustering.cutoff_angstrom', 'Radius of a cluster', {
      unit: 'Å',
      shown: (data) => kindOf(data) === 'greedy',
    }),
    number('clustering.num_clusters', 'Number of clusters', {
      minimum: 1,
      step: 1,
      shown: (data) => kindOf(data) === 'kmeans',
    }),
    number('temperature', 'Temperature', { unit: 'K' }),
    number('pressure_atm', 'Pressure', { unit: 'atm' }),
    number('timestep_fs', 'Time step', { unit: 'fs' }),
    number('hydrogen_mass', 'Mass of hydrogen', {
      unit: 'u',
      help: 'Taken from the atoms that they are bonded to; 3 u allow a time step of 4 fs.',
    }),
    toggle('constrain_hydrogens', 'Constrain bonds to hydrogen'),
    number('langevin_timescale_ps', 'Langevin timescale', { unit: 'ps' }),
    number('nonbonded_cutoff', 'Nonbonded cutoff', { unit: 'Å' }),
    number('ionic_strength_M', 'Ionic strength', { unit: 'mol/L' }),
    number('water_buffer', 'Water around the protein', { unit: 'Å' }),
  ],
};

const kindOf = (data: WorkflowData) => (data.clustering as { settings_type?: string } | null)?.settings_type;
