import { isFinished } from '../../../entities/item-status.ts';
import { phrase } from '../../../entities/phrases.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import { maximumSavedFrames, totalFrames } from '../../../tables/derived-values.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { contactTable, mean, trajectoryTitle } from '../../parts/calculations/trajectory-contacts.ts';
import { entry } from './entry.ts';
import { poseAnalysisHeadline, rmsdValues } from './headline.ts';
import { PoseAnalysisResults, type PoseTrajectory, timeOfFrames } from './pose-analysis-results.ts';
import { type Data, settings } from './settings.ts';

type Whole = Data & PoseAnalysisResults;

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

export default defineResults({
  entry,
  settings,
  results: PoseAnalysisResults,
  structures: ({ minimized_protein_uuid, protein_uuid }) => [
    ...proteinStructure('Optimized Structure', minimized_protein_uuid),
    ...(protein_uuid === minimized_protein_uuid ? [] : proteinStructure('Initial Structure', protein_uuid)),
  ],
  tables: (data, { item }) => [
    rmsdTable(data, isFinished(item.object_status)),
    summaryTable(data),
    contactTable(data.trajectories),
  ],
  values: ({ trajectories }) => rmsdValues(trajectories),
  headline: ({ trajectories }) => poseAnalysisHeadline(trajectories),
  tabs: () =>
    [
      { id: 'ligand_rmsd', title: 'Ligand RMSD' },
      { id: 'conserved_contacts', title: 'Conserved Contacts' },
      { id: 'atom_distances', title: 'Atom Distances' },
      infoTab,
    ].map((tab) => ({ ...tab, large: true })),
  cite: () => ['openmm', 'ambertools'],
});
