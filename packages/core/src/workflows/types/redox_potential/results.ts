import * as z from 'zod/mini';
import { isFinished } from '../../../entities/item-status.ts';
import { optionalNull } from '../../../entities/scalars.ts';
import { SolventModel } from '../../../entities/settings.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import type { Subject } from '../../../methods/applicability.ts';
import { calibrationInWords } from '../../../methods/extensions.ts';
import { tableOf } from '../../../tables/build-table.ts';
import type { TableData } from '../../../tables/table.ts';
import { levelCitations } from '../../citations/level-citations.ts';
import { defineResults } from '../../define-results.ts';
import { infoTab } from '../../definition.ts';
import { calibrating } from '../../measured/calibrated.ts';
import { calculationStructure } from '../../parts/calculations/structure-references.ts';
import { calibrationError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { settledModeChain } from '../../parts/chains/mode-chain.ts';
import { chainPaths, MultistageOptimizationSettings } from '../../parts/chains/multistage-optimization.ts';
import { defaultSolventModel } from '../../parts/levels/tidy-levels.ts';
import { entry } from './entry.ts';
import { redoxHeadline } from './headline.ts';
import { ownExtension, ownLevel, ownMethod, ownTitle } from './redox-method.ts';
import { acetonitrile, type Data, levels, settings } from './settings.ts';

const results = z.looseObject({
  /** Calculations of the input, of it with one electron more, and with one less. */
  neutral_molecule: optionalNull(z.string()),
  anion_molecule: optionalNull(z.string()),
  cation_molecule: optionalNull(z.string()),
  /** V */
  oxidation_potential: optionalNull(z.number()),
  reduction_potential: optionalNull(z.number()),
  /** One potential (V) and its kind ("oxidation", "reduction"), as older items have it. */
  redox_type: optionalNull(z.string()),
  redox_potential: optionalNull(z.number()),
});
type Whole = Data & z.output<typeof results>;

/**
 * Fills in what follows from other fields: a solvent of null is acetonitrile; our own method has its own level; levels by hand get the solvent of the
 * workflow in the last one.
 */
function settled(sent: Data): Data {
  const data = { ...sent, solvent: sent.solvent || acetonitrile };
  if (data.redox_method === ownMethod) {
    const chain = z.parse(MultistageOptimizationSettings, {
      mode: 'manual',
      optimization_settings: [
        { method: ownLevel, tasks: ['optimize'], solvent_settings: { solvent: acetonitrile, model: 'alpb' } },
      ],
    });
    return { ...data, mode: 'manual', mso_mode: 'manual', xtb_preopt: false, multistage_opt_settings: chain };
  }
  const { mode, multistage_opt_settings: given } = data;
  if (mode !== 'manual' || !given) return data;
  const inSolvent = <Level extends (typeof given.optimization_settings)[number]>(level: Level): Level => ({
    ...level,
    solvent_settings: level.solvent_settings ?? {
      solvent: acetonitrile,
      model: z.parse(SolventModel, defaultSolventModel(level.method)),
    },
  });
  const { optimization_settings, singlepoint_settings } = given;
  const last = optimization_settings.length - 1;
  const chain = singlepoint_settings
    ? { ...given, singlepoint_settings: inSolvent(singlepoint_settings) }
    : {
        ...given,
        optimization_settings: optimization_settings.map((level, index) => (index === last ? inSolvent(level) : level)),
      };
  return { ...data, multistage_opt_settings: chain };
}

/** The electrode that the values are against: our own method says it, and so does the record of what ran here. */
function electrodeOf(data: Whole, item: WorkflowItem): string | null {
  return data.redox_method === ownMethod ? 'SHE' : (item.provenance?.reference_electrode ?? null);
}

/** The calibration of the method: energies of the platform's modes have none. */
const calibrationOf = (data: Data) => (data.redox_method === ownMethod ? (ownExtension?.calibration ?? null) : null);

/** Returns what the ± of a couple is judged by; null for items whose potentials were computed before couples had classes. */
function coupleSubject(data: Data, item: WorkflowItem, couple: Couple): Subject | null {
  const classes = item.provenance?.redox?.classes;
  return classes ? { ...subjectOfData(data), class: classes[couple] ?? null } : null;
}

type Couple = 'oxidation' | 'reduction';

/** The couples that the table of potentials shows, in its order. */
function couplesShown(data: Whole, item: WorkflowItem) {
  const legacy = (kind: string) => (data.redox_type === kind ? data.redox_potential : null);
  return [
    {
      what: 'Oxidation',
      couple: 'oxidation' as const,
      asked: data.oxidation,
      potential: data.oxidation_potential ?? legacy('oxidation'),
      uuid: data.cation_molecule,
    },
    {
      what: 'Reduction',
      couple: 'reduction' as const,
      asked: data.reduction,
      potential: data.reduction_potential ?? legacy('reduction'),
      uuid: data.anion_molecule,
    },
  ].filter(({ asked, potential }) => potential !== null || (asked && isFinished(item.object_status)));
}

function potentialTable(data: Whole, item: WorkflowItem): TableData {
  return tableOf({
    id: 'redox_potential',
    title: 'Redox Potential Prediction',
    rows: couplesShown(data, item),
    columns: [
      { id: 'couple', title: 'Couple', notation: 'term', text: ({ what }) => what },
      {
        id: 'potential',
        title: 'Potential',
        unit: electrodeOf(data, item) === 'SHE' ? 'V vs. SHE' : 'V',
        help: 'One electron, without proton transfer, in acetonitrile.',
        precision: 2,
        missing: 'Not computed',
        value: ({ potential }) => potential,
      },
      {
        id: 'reference',
        title: 'Reference electrode',
        notation: 'term',
        text: () => electrodeOf(data, item) ?? 'not recorded',
      },
      {
        id: 'class',
        title: 'Class',
        notation: 'term',
        help: 'Class of the calibration: that of the acceptor for a reduction, of the donor for an oxidation.',
        text: ({ couple }) => coupleSubject(data, item, couple)?.class ?? null,
      },
      {
        id: 'error',
        title: 'Error',
        notation: 'term',
        text: ({ couple }) => {
          const subject = coupleSubject(data, item, couple);
          return subject ? calibrationInWords(calibrationOf(data), subject) : 'not calibrated';
        },
      },
    ],
    structure: ({ uuid }) => uuid,
    empty: 'No potentials yet.',
  });
}

export default defineResults({
  entry,
  settings,
  results,
  levelPaths: chainPaths,
  settle: (data) => ({ value: settled(settledModeChain(data)), changes: [] }),
  levels,
  calibration(data) {
    const calibration = calibrationOf(data);
    return calibration && { title: ownTitle, calibration };
  },
  structures: ({ neutral_molecule, anion_molecule, cation_molecule }) => [
    ...calculationStructure('Neutral Structure', neutral_molecule),
    ...calculationStructure('Reduced Structure', anion_molecule),
    ...calculationStructure('Oxidized Structure', cation_molecule),
  ],
  calculations: ({ neutral_molecule, anion_molecule, cation_molecule }) => [
    neutral_molecule,
    anion_molecule,
    cation_molecule,
  ],
  measured: {
    numbers: (data, { item }) =>
      electrodeOf(data, item) === 'SHE'
        ? (['oxidation', 'reduction'] as const).map((couple) => ({
            quantity: `${couple}_potential` as const,
            of: `${couple}_potential`,
            method: [data.redox_method ?? data.mode, data.solvent].join(', '),
            subject: coupleSubject(data, item, couple) ?? { ...subjectOfData(data), class: null },
            columns: [
              {
                table: 'redox_potential',
                column: 'potential',
                rows: (row: number) => couplesShown(data, item)[row]?.couple === couple,
              },
            ],
          }))
        : [],
    by: calibrating,
  },
  tables: (data, { item }) => [potentialTable(data, item)],
  values: (data, { item }) => {
    const electrode = electrodeOf(data, item);
    const known = data.redox_method === ownMethod ? { method: ownTitle } : {};
    return (['oxidation', 'reduction'] as const).map((couple) => {
      const subject = coupleSubject(data, item, couple);
      const error = calibrationError(subject && calibrationOf(data), subject ?? {});
      return {
        path: `${couple}_potential`,
        title: couple === 'oxidation' ? 'Oxidation potential' : 'Reduction potential',
        unit: electrode === null ? 'V' : `V vs. ${electrode}`,
        precision: 2,
        value: data[`${couple}_potential`] ?? (data.redox_type === couple ? data.redox_potential : null),
        ...(electrode === null
          ? { remark: 'The reference electrode was not recorded.' }
          : { ...error, remark: error.remark ?? 'not calibrated', ...known }),
      };
    });
  },
  headline: (data, _read, named) => redoxHeadline(data, named),
  tabs: () => [{ id: 'redox_potential', title: 'Redox Potential Prediction' }, infoTab],
  parts: () => ({
    redox_potential: [
      { kind: 'panel', panel: 'potentials' },
      { kind: 'table', table: 'redox_potential' },
    ],
  }),
  cite: (data) => [
    ...(data.redox_method === ownMethod ? [ownMethod] : []),
    ...levelCitations(levels(data).map((level) => level.settings)),
  ],
});
