import * as z from 'zod/mini';
import { HARTREE_TO_KCAL_PER_MOL } from '../../../chemistry/units.ts';
import { phrase } from '../../../entities/phrases.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { Mode, Settings } from '../../../entities/settings.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type NamedValue } from '../../definition.ts';
import { numberedStructures } from '../../parts/calculations/structure-references.ts';
import { moleculeInput } from '../../parts/inputs/input-shapes.ts';
import { runnableLevel } from '../../parts/levels/single-level.ts';
import { entry } from './entry.ts';
import { dynamicsHeadline } from './headline.ts';
import { MolecularDynamicsSettings } from './molecular-dynamics-settings.ts';

const settings = z.looseObject({
  ...moleculeInput,
  mode: z._default(Mode, 'auto'),
  settings: z.prefault(MolecularDynamicsSettings, {}),
  calc_settings: z.prefault(Settings, { method: 'omol25_conserving_s', engine: 'omol25', mode: 'auto' }),
  /** Older data names the engine here; what counts is the one in `calc_settings`. */
  calc_engine: optionalNull(z.string()),
});
export type Data = z.output<typeof settings>;

/** A saved frame: pressure in atm, temperature in K, volume in Å³, energies in kcal/mol. */
const Frame = z.looseObject({
  index: z.int(),
  calculation_uuid: optionalNull(z.string()),
  pressure: z.number(),
  temperature: z.number(),
  volume: z.number(),
  potential_energy: z.number(),
  kinetic_energy: z.number(),
  /** Potential and kinetic energy together; what writes a frame writes it too. */
  energy: z.optional(z.number()),
});
type Frame = z.infer<typeof Frame>;

const results = z.looseObject({ frames: z._default(z.array(Frame), []) });

export const levelOf = (data: Data) => runnableLevel(data.calc_settings);

function frameTable(data: Data & z.output<typeof results>): TableData {
  const { timestep, save_interval } = data.settings;
  const periodic = Boolean(data.initial_molecule?.cell);
  const first = data.frames[0]?.potential_energy ?? null;
  return tableOf<Frame>({
    id: 'frames',
    title: 'MD Frames',
    rows: data.frames,
    columns: [
      { id: 'frame', title: 'Frame', precision: 0, value: ({ index }) => index },
      {
        id: 'time',
        title: 'Time',
        unit: 'fs',
        precision: 1,
        value: ({ index }) => index * save_interval * timestep,
      },
      { id: 'temperature', title: 'Temperature', unit: 'K', precision: 2, value: ({ temperature }) => temperature },
      {
        id: 'relative_potential_energy',
        title: 'Relative potential energy',
        unit: 'kcal/mol',
        help: 'Relative to the first frame',
        precision: 2,
        value: ({ potential_energy }) => (first === null ? null : potential_energy - first),
      },
      {
        id: 'potential_energy',
        title: 'Potential energy',
        unit: 'kcal/mol',
        precision: 2,
        value: ({ potential_energy }) => potential_energy,
      },
      {
        id: 'kinetic_energy',
        title: 'Kinetic energy',
        unit: 'kcal/mol',
        precision: 2,
        value: ({ kinetic_energy }) => kinetic_energy,
      },
      {
        id: 'total_energy',
        title: 'Total energy',
        unit: 'kcal/mol',
        precision: 2,
        value: ({ potential_energy, kinetic_energy }) => potential_energy + kinetic_energy,
      },
      // Pressure and volume mean nothing without a cell, though a frame always carries numbers for them.
      ...(periodic
        ? [
            { id: 'pressure', title: 'Pressure', unit: 'atm', precision: 2, value: ({ pressure }: Frame) => pressure },
            { id: 'volume', title: 'Volume', unit: 'Å³', precision: 2, value: ({ volume }: Frame) => volume },
          ]
        : []),
    ],
    structure: ({ calculation_uuid }) => calculation_uuid,
    empty: 'No frame has been saved yet.',
  });
}

/** How far the elements are apart over the frames, one row for each distance of each pair. */
function radialTable({ provenance }: WorkflowItem): TableData[] {
  const found = provenance?.radial_distribution;
  if (!found) return [];
  const rows = found.pairs.flatMap(({ pair, values }) =>
    values.map((value, index) => ({ pair, distance: found.distances[index] ?? null, value })),
  );
  const ofCell = found.quantity === 'g(r)';
  return [
    tableOf({
      id: 'radial_distribution',
      title: 'Radial distribution',
      rows,
      columns: [
        { id: 'pair', title: 'Elements', notation: 'term', text: ({ pair }) => pair },
        { id: 'distance', title: 'Distance', unit: 'Å', precision: 3, value: ({ distance }) => distance },
        {
          id: 'radial',
          title: ofCell ? 'g(r)' : 'Share of the pairs',
          ...(ofCell ? {} : { unit: '1/Å' }),
          help: ofCell
            ? 'Density of the second element around the first over its mean density, all saved frames'
            : 'Share of the pairs of these elements per Å of distance, all saved frames',
          precision: 3,
          value: ({ value }) => value,
        },
      ],
      empty: 'No distances yet.',
    }),
  ];
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Mean temperature of the saved frames, and by how much the total energy drifts (its slope by least squares). */
function dynamicsValues(data: Data & z.output<typeof results>): NamedValue[] {
  const { frames, settings: asked } = data;
  const temperatures = frames.map(({ temperature }) => temperature);
  const average = frames.length > 0 ? mean(temperatures) : null;
  const spread =
    average === null || frames.length < 2
      ? null
      : Math.sqrt(temperatures.reduce((sum, value) => sum + (value - average) ** 2, 0) / (frames.length - 1));
  return [
    {
      path: 'mean_temperature',
      title: 'Mean temperature of the saved frames',
      unit: 'K',
      precision: 1,
      value: average,
      ...(spread === null ? {} : { remark: phrase('standard deviation {spread} K', { spread: spread.toFixed(0) }) }),
    },
    {
      path: 'energy_drift',
      title: 'Drift of the total energy',
      unit: 'Hartree/atom/ps',
      precision: 6,
      value: driftOf(data),
      ...(asked.ensemble === 'nve'
        ? {}
        : { remark: 'A thermostat adds and removes energy, so this drift is not an error.' }),
    },
  ];
}

/** Hartree per atom and ps; null with fewer than three frames. */
function driftOf({ frames, settings: asked, initial_molecule }: Data & z.output<typeof results>): number | null {
  const atoms = initial_molecule?.atoms?.length ?? 0;
  if (frames.length < 3 || atoms === 0) return null;
  const times = frames.map(({ index }) => (index * asked.save_interval * asked.timestep) / 1000);
  const energies = frames.map((frame) => frame.potential_energy + frame.kinetic_energy);
  const [time, energy] = [mean(times), mean(energies)];
  const above = times.reduce((sum, at, place) => sum + (at - time) * ((energies[place] ?? energy) - energy), 0);
  const below = times.reduce((sum, at) => sum + (at - time) ** 2, 0);
  return below === 0 ? null : above / below / HARTREE_TO_KCAL_PER_MOL / atoms;
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: ['calc_settings'],
  levels: (data) => [{ settings: levelOf(data), field: 'calc_settings.method' }],
  structureWord: 'step',
  structures: ({ frames }) =>
    numberedStructures(
      'Step',
      frames.map(({ calculation_uuid }) => calculation_uuid),
    ),
  playsStructures: true,
  tables: (data, { item }) => [frameTable(data), ...radialTable(item)],
  values: (data) => dynamicsValues(data),
  headline: ({ frames, settings: asked }) =>
    dynamicsHeadline(
      frames.length,
      ((frames.at(-1)?.index ?? 0) * asked.save_interval * asked.timestep) / 1000,
      asked.ensemble === 'nve' ? null : asked.temperature,
    ),
  tabs: () => [{ id: 'frames', title: 'MD Frames' }, infoTab],
  cite: (data) => [
    ...(data.settings.ensemble === 'nve' ? [] : ['langevin']),
    ...(data.settings.ensemble === 'npt' ? ['berendsen'] : []),
    ...levelCitations([levelOf(data)]),
  ],
});
