import * as z from 'zod/mini';
import { phrase, sentences } from '../../../entities/phrases.ts';
import type { ItemProvenance } from '../../../entities/provenance.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { methodExtension } from '../../../methods/extensions.ts';
import { forceOptimization } from '../../../methods/resubmission.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab, type ReadItem } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { numberedStructures, validUuid } from '../../parts/calculations/structure-references.ts';
import { type PrintedCalibration, subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { calculationNotes, finalEnergies, weightHelp } from '../../parts/conformers/conformer-ensemble.ts';
import { entry } from './entry.ts';
import { crossSectionHeadline } from './headline.ts';
import { crossSectionError, withProton } from './model-error.ts';
import { type Data, levels, settings, type } from './settings.ts';

const results = z.looseObject({
  /** Calculations, one for each conformer; the lists below are in their order. */
  conformers: z._default(z.array(z.string()), []),
  /** Collision cross sections and their sampling error, Å². */
  conformer_ccs: z._default(z.array(z.number()), []),
  conformer_ccs_stdev: z._default(z.array(z.number()), []),
  /** Between 0 and 1. */
  boltzmann_weights: z._default(z.array(z.number()), []),
  average_ccs: optionalNull(z.number()),
  average_ccs_stdev: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/** What a cross section was computed for and by, as it is printed beside it; the platform's own data do not name the gas. */
const models = {
  platform: { gas: 'Not recorded', model: 'Trajectory method (CoSIMS)' },
  trajectory_n2_inelastic: { gas: 'N₂', model: 'Trajectory method (Ieritano et al. 2019), inelastic collisions' },
  trajectory_n2_ieritano: { gas: 'N₂', model: 'Trajectory method (parameters of Ieritano et al. 2019)' },
  trajectory_n2_campuzano: { gas: 'N₂', model: 'Trajectory method (parameters of Campuzano et al. 2012)' },
  trajectory_he_siu: { gas: 'He', model: 'Trajectory method (parameters of Siu et al. 2010)' },
};

const isKnown = (value: string): value is keyof typeof models => Object.hasOwn(models, value);

function modelOf({ ccs_method: value }: Pick<Data, 'ccs_method'>) {
  if (value === null) return models.platform;
  return isKnown(value) ? models[value] : { gas: 'Not recorded', model: value };
}

/** The fitted number of inelastic collisions is for ions of some masses with one charge. */
function printedCalibration({ ccs_method, protonate }: Data): PrintedCalibration | null {
  const extension = ccs_method === null ? null : methodExtension(type, ccs_method);
  if (!extension?.calibration) return null;
  const { calibration, title } = extension;
  return { title, calibration, ...(protonate ? { subject: withProton } : {}) };
}

function averageTable(data: Whole) {
  const { average_ccs, average_ccs_stdev, temperature } = data;
  const { gas, model } = modelOf(data);
  return tableOf({
    id: 'ion_mobility',
    title: 'Collision cross section',
    rows: average_ccs === null ? [] : [average_ccs],
    columns: [
      {
        id: 'average_ccs',
        title: 'Collision cross section',
        unit: 'Å²',
        precision: 2,
        help: 'Average over the conformers by their weights',
        value: (value) => value,
      },
      {
        id: 'average_ccs_stdev',
        title: 'Standard deviation',
        unit: 'Å²',
        precision: 2,
        help: 'Of the sampled trajectories, without the error of the model',
        value: () => average_ccs_stdev,
      },
      { id: 'gas', title: 'Gas', notation: 'term', text: () => gas },
      { id: 'model', title: 'Model', notation: 'term', text: () => model },
      { id: 'temperature', title: 'Temperature', unit: 'K', precision: 0, value: () => temperature },
    ],
    empty: 'No collision cross section yet.',
  });
}

function conformerCrossSections(data: Whole, read: ReadItem, provenance: ItemProvenance | null) {
  const { conformers, conformer_ccs, conformer_ccs_stdev, boltzmann_weights: weights } = data;
  const valid = conformers.map(validUuid);
  const energies = finalEnergies(valid, read);
  const notes = calculationNotes(conformers);
  const { gas } = modelOf(data);
  return tableOf({
    id: 'conformers',
    title: 'Conformers',
    rows: conformers,
    columns: [
      { id: 'conformer', title: 'Conformer', precision: 0, value: (_, index) => index + 1 },
      {
        id: 'ccs',
        title: 'Collision cross section',
        unit: 'Å²',
        precision: 2,
        help: phrase('Gas: {gas}', { gas }),
        value: (_, index) => conformer_ccs[index],
      },
      {
        id: 'ccs_stdev',
        title: 'Standard deviation',
        unit: 'Å²',
        precision: 2,
        value: (_, index) => conformer_ccs_stdev[index],
      },
      {
        id: 'weight',
        title: 'Weight',
        unit: '%',
        precision: 1,
        help: weightHelp({ weights }, provenance),
        value: (_, index) => (weights[index] === undefined ? null : weights[index] * 100),
      },
      { id: 'energy', title: 'Energy', unit: 'Hartree', precision: 6, value: (_, index) => energies[index] },
      ...(notes.some((note) => note !== null)
        ? [{ id: 'note', title: 'Note', text: (_: string, index: number) => notes[index] }]
        : []),
    ],
    structure: (_, index) => valid[index] ?? null,
    empty: 'No conformers were found.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  settle: forceOptimization,
  levels,
  calibration: printedCalibration,
  structureWord: 'conformer',
  structures: ({ conformers }) => numberedStructures('Conformer', conformers.map(validUuid)),
  calculations: ({ conformers }) => conformers.map(validUuid),
  measured: {
    numbers(data) {
      const molecule = subjectOfData(data);
      return [
        {
          quantity: 'ccs',
          of: 'average_ccs',
          // Parameters of one's own are another method.
          method: [data.ccs_method ?? 'cosims', data.forcefield === null ? '' : JSON.stringify(data.forcefield)]
            .join(' ')
            .trim(),
          subject: data.protonate ? withProton(molecule) : molecule,
          columns: [{ table: 'ion_mobility', column: 'average_ccs' }],
        },
      ];
    },
    by: calibrating,
  },
  tables: (data, read) => [averageTable(data), conformerCrossSections(data, read, read.item.provenance)],
  values(data) {
    const { gas, model } = modelOf(data);
    const { uncertainty, remark } = crossSectionError(data);
    return [
      {
        path: 'average_ccs',
        title: 'Collisional cross section',
        unit: 'Å²',
        precision: 2,
        value: data.average_ccs,
        uncertainty,
        remark: sentences(remark, phrase('Gas: {gas}.', { gas })),
        method: model,
      },
    ];
  },
  headline: ({ conformers }) => crossSectionHeadline(conformers.length),
  tabs: () => [{ id: 'ion_mobility', title: 'ion_mobility' }, infoTab],
  parts: () => ({
    ion_mobility: [
      { kind: 'table', table: 'ion_mobility' },
      // How the cross section is distributed over the conformers.
      { kind: 'plot', table: 'conformers', mark: 'points', x: 'ccs', y: 'weight' },
      { kind: 'table', table: 'conformers' },
    ],
  }),
  cite: (data) => [
    data.ccs_method ?? 'cosims',
    ...(data.do_csearch ? ['etkdg', 'rdkit'] : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
