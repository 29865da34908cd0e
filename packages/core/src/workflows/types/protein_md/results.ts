import { type Caveat, caveatOf } from '../../../entities/caveat.ts';
import { isFinished } from '../../../entities/item-status.ts';
import { phrase } from '../../../entities/phrases.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { type ColumnOf, tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { proteinStructure } from '../../parts/calculations/structure-references.ts';
import { contactTable, mean, trajectoryTitle as title } from '../../parts/calculations/trajectory-contacts.ts';
import { entry } from './entry.ts';
import { proteinMdHeadline } from './headline.ts';
import { frameInterval, ProteinMdResults, type ProteinTrajectory } from './protein-md-results.ts';
import { type Data, ligandsOf, settings } from './settings.ts';

type Whole = Data & ProteinMdResults;

const known = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
const largest = (values: readonly number[]) => (values.length > 0 ? values.reduce((a, b) => Math.max(a, b)) : null);

/** RMSD, radius of gyration, kept contacts and surface of each frame, one row for each frame of each trajectory. */
function frameTable(data: Whole, item: WorkflowItem): TableData {
  const native = item.provenance?.native_contacts ?? [];
  const rows = data.trajectories.flatMap((trajectory, replicate) =>
    trajectory.protein_rmsd.map((rmsd, frame) => ({ trajectory, replicate, rmsd, frame })),
  );
  const interval = frameInterval(
    data,
    isFinished(item.object_status) ? (data.trajectories[0]?.protein_rmsd.length ?? 0) : null,
  );
  type Row = (typeof rows)[number];
  const hasBinder = data.trajectories.some(({ binder_rmsd }) => binder_rmsd.length > 0);
  const binder: ColumnOf<Row>[] = hasBinder
    ? [
        {
          id: 'binder_rmsd',
          title: 'RMSD of the binder',
          unit: 'Å',
          help: 'From the minimized structure, with the rest of the protein laid on it.',
          precision: 2,
          value: ({ trajectory, frame }) => trajectory.binder_rmsd[frame],
        },
      ]
    : [];
  return tableOf<Row>({
    id: 'protein_frames',
    title: 'Frames',
    rows,
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: ({ replicate }) => title(replicate) },
      { id: 'frame', title: 'Frame', precision: 0, value: ({ frame }) => frame + 1 },
      { id: 'time', title: 'Time', unit: 'ps', precision: 2, value: ({ frame }) => (frame + 1) * interval },
      { id: 'rmsd', title: 'RMSD', unit: 'Å', precision: 2, value: ({ rmsd }) => rmsd },
      ...binder,
      {
        id: 'radius_of_gyration',
        title: 'Radius of gyration',
        unit: 'Å',
        precision: 2,
        value: ({ trajectory, frame }) => trajectory.isotropic_radius_of_gyration[frame],
      },
      {
        id: 'native',
        title: 'Contacts kept',
        help: 'Part of the contacts of residues in the minimized structure that the frame still has.',
        precision: 3,
        value: ({ replicate, frame }) => native[replicate]?.[frame],
      },
      {
        id: 'surface',
        title: 'Accessible surface',
        unit: 'Å²',
        precision: 0,
        value: ({ trajectory, frame }) => trajectory.sasa[frame],
      },
      {
        id: 'polar_surface',
        title: 'Polar surface',
        unit: 'Å²',
        precision: 0,
        value: ({ trajectory, frame }) => trajectory.polar_sasa[frame],
      },
    ],
    empty: 'No frames yet.',
  });
}

function summaryTable({ trajectories }: Whole): TableData {
  return tableOf<ProteinTrajectory>({
    id: 'protein_rmsd',
    title: 'Trajectories',
    rows: trajectories,
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: (_, index) => title(index) },
      { id: 'frames', title: 'Frames', precision: 0, value: ({ protein_rmsd }) => protein_rmsd.length },
      { id: 'mean_rmsd', title: 'Mean RMSD', unit: 'Å', precision: 2, value: ({ protein_rmsd }) => mean(protein_rmsd) },
      {
        id: 'largest_rmsd',
        title: 'Largest RMSD',
        unit: 'Å',
        precision: 2,
        value: ({ protein_rmsd }) => largest(protein_rmsd),
      },
      {
        id: 'radius_of_gyration',
        title: 'Radius of gyration',
        unit: 'Å',
        precision: 2,
        value: ({ isotropic_radius_of_gyration }) => mean(isotropic_radius_of_gyration),
      },
      {
        id: 'surface',
        title: 'Accessible surface',
        unit: 'Å²',
        precision: 0,
        value: ({ sasa }) => mean(known(sasa)),
      },
      {
        id: 'central',
        title: 'Central frame',
        help: 'The frame whose RMSD to all others is the smallest.',
        precision: 0,
        value: ({ median_structure_frame_index: frame }) => (frame === null ? null : frame + 1),
      },
    ],
    empty: 'No trajectories yet.',
  });
}

function fluctuationTable({ trajectories }: Whole, item: WorkflowItem): TableData {
  const names = item.provenance?.residue_names ?? [];
  const rows = trajectories.flatMap(({ rmsf }, replicate) => rmsf.map((value, place) => ({ value, place, replicate })));
  return tableOf({
    id: 'fluctuations',
    title: 'Fluctuations',
    rows,
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: ({ replicate }) => title(replicate) },
      { id: 'place', title: 'Place', help: 'Of the residue, from 1.', precision: 0, value: ({ place }) => place + 1 },
      { id: 'residue', title: 'Residue', text: ({ place }) => names[place] ?? '' },
      {
        id: 'rmsf',
        title: 'RMSF',
        unit: 'Å',
        help: 'Root-mean-square fluctuation of the alpha carbon about its mean.',
        precision: 2,
        value: ({ value }) => value,
      },
    ],
    empty: 'No fluctuations yet.',
  });
}

function residueContactTable(item: WorkflowItem): TableData {
  const all = item.provenance?.residue_contacts ?? [];
  return tableOf({
    id: 'contacts',
    title: 'Contacts',
    rows: all.flatMap((contacts, replicate) => contacts.map((contact) => ({ ...contact, replicate }))),
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: ({ replicate }) => title(replicate) },
      { id: 'first', title: 'First residue', text: ({ first }) => first },
      { id: 'second', title: 'Second residue', text: ({ second }) => second },
      {
        id: 'at_start',
        title: 'In the start',
        notation: 'term',
        help: 'Whether the minimized structure has the contact.',
        text: ({ at_start }) => (at_start ? 'yes' : 'no'),
      },
      {
        id: 'occupancy',
        title: 'Occupancy',
        help: 'Part of the frames in which heavy atoms of the two residues are within 4.5 Å; what changed most comes first.',
        precision: 2,
        value: ({ occupancy }) => occupancy,
      },
    ],
    empty: 'No contacts yet.',
  });
}

function clusterTable({ trajectories }: Whole): TableData {
  const rows = trajectories.flatMap(({ cluster_indices_by_frame: of, cluster_centroid_indices }, replicate) =>
    cluster_centroid_indices.map((frame, cluster) => ({
      replicate,
      cluster,
      frame,
      share: of.filter((index) => index === cluster).length / Math.max(1, of.length),
    })),
  );
  return tableOf({
    id: 'clusters',
    title: 'Clusters',
    rows,
    columns: [
      { id: 'trajectory', title: 'Trajectory', notation: 'term', text: ({ replicate }) => title(replicate) },
      { id: 'cluster', title: 'Cluster', precision: 0, value: ({ cluster }) => cluster + 1 },
      { id: 'share', title: 'Share of the frames', precision: 2, value: ({ share }) => share },
      { id: 'central', title: 'Central frame', precision: 0, value: ({ frame }) => frame + 1 },
    ],
    empty: 'No clusters yet.',
  });
}

function valuesOf({ trajectories }: Whole): NamedValue[] {
  const value = (path: string, words: string, of: (one: ProteinTrajectory) => readonly number[]): NamedValue => ({
    path,
    title: words,
    unit: 'Å',
    precision: 2,
    value: mean(trajectories.flatMap(of)),
  });
  return [
    value('mean_protein_rmsd', 'Mean RMSD of the alpha carbons', ({ protein_rmsd }) => protein_rmsd),
    value('mean_radius_of_gyration', 'Mean radius of gyration', (one) => one.isotropic_radius_of_gyration),
    value('mean_rmsf', 'Mean RMSF of the alpha carbons', ({ rmsf }) => rmsf),
  ];
}

/** Å by which the RMSD of the last third of a run may be above that of the middle third. */
const steady = 0.2;
const shortRun = 1;

/** A run whose RMSD still grows has not come to rest, and a short one shows little. */
function caveats({ trajectories, simulation_time_ns: nanoseconds }: Whole): Caveat[] {
  const grows = trajectories.some(({ protein_rmsd: rmsd }) => {
    const third = Math.floor(rmsd.length / 3);
    const [middle, last] = [mean(rmsd.slice(third, 2 * third)), mean(rmsd.slice(2 * third))];
    return third >= 3 && middle !== null && last !== null && last - middle > steady;
  });
  const drift =
    'The RMSD still grows at the end: the protein has not come to rest, and means depend on the length of the run.';
  const values = ['mean_protein_rmsd', 'mean_radius_of_gyration', 'mean_rmsf'];
  return [
    ...(grows ? [caveatOf('changes_number', drift, { values })] : []),
    ...(nanoseconds < shortRun && trajectories.length > 0
      ? [
          caveatOf(
            'limits_use',
            phrase('A run of {time} ps shows how the structure relaxes in water, not how the protein moves.', {
              time: nanoseconds * 1000,
            }),
          ),
        ]
      : []),
  ];
}

export default defineResults({
  entry,
  settings,
  results: ProteinMdResults,
  structures: ({ minimized_protein_uuid, protein }) => [
    ...proteinStructure('Optimized Structure', minimized_protein_uuid),
    ...(typeof protein === 'string' && protein !== minimized_protein_uuid
      ? proteinStructure('Initial Structure', protein)
      : []),
  ],
  tables: (data, { item }) => [
    summaryTable(data),
    frameTable(data, item),
    fluctuationTable(data, item),
    residueContactTable(item),
    ...(data.trajectories.some(({ contacts }) => contacts.length > 0)
      ? [{ ...contactTable(data.trajectories), title: 'Contacts of the binder' }]
      : []),
    clusterTable(data),
  ],
  values: valuesOf,
  headline: ({ trajectories }) => proteinMdHeadline(trajectories),
  tabs: () =>
    [
      { id: 'protein_rmsd', title: 'Protein RMSD' },
      { id: 'fluctuations', title: 'Fluctuations' },
      { id: 'contacts', title: 'Contacts' },
      { id: 'clusters', title: 'Clusters' },
      infoTab,
    ].map((tab) => ({ ...tab, large: true })),
  parts: () => ({
    fluctuations: [
      { kind: 'plot', table: 'fluctuations', mark: 'line', x: 'place', y: 'rmsf', series: 'trajectory' },
      { kind: 'table', table: 'fluctuations' },
    ],
    contacts: [
      { kind: 'table', table: 'contacts' },
      { kind: 'table', table: 'conserved_contacts' },
    ],
  }),
  caveats: (data, { item }) => (isFinished(item.object_status) ? caveats(data) : []),
  cite: (data) => ['openmm', ...(ligandsOf(data).length > 0 ? ['ambertools'] : [])],
});
