import * as z from 'zod/mini';
import { Pdb } from '../../chemistry/pdb/schema.ts';
import type { Problem } from '../../chemistry/problem.ts';
import { isFinished } from '../../entities/item-status.ts';
import { phrase } from '../../entities/phrases.ts';
import { optionalNull } from '../../entities/scalars.ts';
import { type ColumnOf, tableOf } from '../../tables/build-table.ts';
import { maximumSavedFrames, totalFrames } from '../../tables/derived-values.ts';
import type { TableData } from '../../tables/table.ts';
import { defineWorkflow, infoTab } from '../define.ts';
import type { Notice } from '../definition.ts';
import { proteinStructure } from '../results/structure-references.ts';
import { number, toggle } from '../schemas/form-fields.ts';
import { smilesInput } from '../schemas/input-shapes.ts';
import {
  contactTable,
  mean,
  PoseAnalysisResults,
  type PoseTrajectory,
  timeOfFrames,
  trajectoryTitle,
} from '../schemas/pose-analysis-results.ts';

const positive = z.number().check(z.positive());

const settings = z.looseObject({
  ...smilesInput,
  /** The protein with the ligand in it, in place of one of the platform's. */
  protein: optionalNull(Pdb),
  protein_uuid: optionalNull(z.string()),
  ligand_residue_name: z._default(z.string(), 'LIG'),
  num_trajectories: z._default(z.int().check(z.positive()), 4),
  equilibration_time_ns: z._default(positive, 1),
  simulation_time_ns: z._default(positive, 10),
  /** K */
  temperature: z._default(positive, 300),
  pressure_atm: z._default(positive, 1),
  langevin_timescale_ps: z._default(positive, 1),
  timestep_fs: z._default(positive, 2),
  constrain_hydrogens: z._default(z.boolean(), true),
  /** Å */
  nonbonded_cutoff: z._default(positive, 8),
  /** Å from the ligand; null keeps the whole protein. */
  protein_prune_cutoff: optionalNull(positive),
  /** Å from the ligand; null restrains nothing. */
  protein_restraint_cutoff: z._default(z.nullable(positive), 7),
  /** kcal/(mol Å²) */
  protein_restraint_constant: z._default(positive, 100),
  /** mol/L */
  ionic_strength_M: z._default(positive, 0.1),
  /** Å */
  water_buffer: z._default(positive, 6),
});
type Data = z.output<typeof settings>;

type Whole = Data & PoseAnalysisResults;

function rules(data: Data): Problem[] {
  const { protein, protein_uuid, ligand_residue_name, protein_prune_cutoff, protein_restraint_cutoff } = data;
  const found: Problem[] = [];
  if (!protein && !protein_uuid) {
    found.push({ field: 'protein_uuid', detail: 'Protein: nothing is given, and it is needed.' });
  } else if (protein && protein_uuid) {
    const detail = 'Give the protein either by its identifier or as a structure, not both.';
    found.push({ field: 'protein', detail });
  }
  if (ligand_residue_name.trim() === '') {
    const detail = 'Say which residue of the protein structure is the ligand ("LIG").';
    found.push({ field: 'ligand_residue_name', detail });
  }
  if (protein_prune_cutoff !== null && protein_prune_cutoff < (protein_restraint_cutoff ?? 0)) {
    found.push({
      field: 'protein_prune_cutoff',
      detail: `The protein is cut off at ${protein_prune_cutoff} Å, nearer to the ligand than the restraints begin (${protein_restraint_cutoff} Å). Choose at least ${protein_restraint_cutoff} Å.`,
    });
  }
  return found;
}

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

/** RMSD of the ligand in each frame. The time of a frame is known once the run has finished: frames are equally spaced, the last one at the end. */
function rmsdTable({ trajectories, simulation_time_ns }: Whole, finished: boolean): TableData {
  const frames = Math.max(0, ...trajectories.map(({ ligand_rmsd }) => ligand_rmsd.length));
  const { duration, unit } = timeOfFrames(simulation_time_ns);
  const time = (index: number) => (finished ? ((index + 1) / frames) * duration : null);
  return tableOf<number>({
    id: 'ligand_rmsd',
    title: 'Ligand RMSD',
    rows: Array.from({ length: frames }, (_, index) => index),
    columns: [
      { id: 'frame', title: 'Frame', precision: 0, value: (index) => index + 1 },
      { id: 'time', title: 'Time', unit, precision: 3, value: time },
      ...trajectories.map(
        ({ ligand_rmsd }, replicate): ColumnOf<number> => ({
          id: `trajectory_${replicate + 1}`,
          title: trajectoryTitle(replicate),
          unit: 'Å',
          help: 'Root-mean-square deviation of the ligand from the pose that it started with.',
          precision: 2,
          value: (index) => ligand_rmsd[index],
        }),
      ),
    ],
    empty: 'No frames yet.',
  });
}

function summaryTable({ trajectories, simulation_time_ns, timestep_fs }: Whole): TableData {
  const rmsd = (id: string, title: string, of: (values: readonly number[]) => number | null | undefined) => ({
    id,
    title,
    unit: 'Å',
    precision: 2,
    value: ({ ligand_rmsd }: PoseTrajectory) => of(ligand_rmsd),
  });
  return tableOf({
    id: 'ligand_rmsd_summary',
    title: 'Trajectories',
    rows: trajectories,
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: (_, index) => trajectoryTitle(index) },
      {
        id: 'frames',
        title: 'Frames',
        help: phrase('At most {count} frames are kept.', { count: maximumSavedFrames }),
        precision: 0,
        value: ({ ligand_rmsd }) => totalFrames(simulation_time_ns, timestep_fs, ligand_rmsd.length),
      },
      rmsd('mean_rmsd', 'Mean RMSD', mean),
      rmsd('largest_rmsd', 'Largest RMSD', (values) =>
        values.length > 0 ? values.reduce((largest, value) => Math.max(largest, value), 0) : null,
      ),
      rmsd('last_rmsd', 'Last RMSD', (values) => values.at(-1)),
    ],
    empty: 'No trajectories yet.',
  });
}

/** Molecular dynamics of a ligand in its protein: does the pose hold? */
export default defineWorkflow({
  type: 'pose_analysis_md',
  inputs: [
    { role: 'initial_smiles', kind: 'smiles', title: 'Ligand', required: true },
    {
      role: 'protein_uuid',
      kind: 'protein',
      title: 'Protein with the ligand',
      required: false,
      ligand: 'ligand_residue_name',
    },
  ],
  limits: () => ({ openShell: false, batch: false }),
  settings,
  results: PoseAnalysisResults,
  needs: () => ['openmm', 'ambertools'],
  rules: [rules],
  notices,
  fields: [
    {
      kind: 'text',
      path: 'ligand_residue_name',
      title: 'Residue name of the ligand',
      help: 'As it stands in the protein structure.',
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
  structures: ({ minimized_protein_uuid, protein_uuid }) => [
    ...proteinStructure('Optimized Structure', minimized_protein_uuid),
    ...(protein_uuid === minimized_protein_uuid ? [] : proteinStructure('Initial Structure', protein_uuid)),
  ],
  tables: (data, { item }) => [
    rmsdTable(data, isFinished(item.object_status)),
    summaryTable(data),
    contactTable(data.trajectories),
  ],
  tabs: () =>
    [
      { id: 'ligand_rmsd', title: 'Ligand RMSD' },
      { id: 'conserved_contacts', title: 'Conserved Contacts' },
      { id: 'atom_distances', title: 'Atom Distances' },
      infoTab,
    ].map((tab) => ({ ...tab, large: true })),
  cite: () => ['openmm', 'ambertools'],
});
