import { phrase, type Text } from '../../../entities/phrases.ts';
import { pHSlider } from '../../../entities/platform-constants.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { accuracy } from '../../../methods/accuracy.ts';
import { applicability, outsideInWords, type Subject } from '../../../methods/applicability.ts';
import { calibrationInWords, methodExtension } from '../../../methods/extensions.ts';
import { solubilityRule } from '../../../tables/admet-rules.ts';
import { tableOf } from '../../../tables/build-table.ts';
import { microstateWeightsAt } from '../../../tables/microstate-weights.ts';
import { scoreRules } from '../../../tables/ratings.ts';
import type { TableData } from '../../../tables/table.ts';
import { calibrationError } from '../../parts/calibrations/calibration-error.ts';
import { subjectOfData } from '../../parts/calibrations/printed-calibration.ts';
import { isAtSolubilityLimit, type MacropkaResults, microstateId, microstateName } from './macropka-results.ts';

/** The results with the method that they came by. */
export type Results = MacropkaResults & { macropka_method: string | null };

/** Whether a caveat of the run concerns a table, or one row of it. */
function isDoubted({ provenance }: WorkflowItem, table: string, row: number | null = null): boolean {
  return (provenance?.caveats ?? []).some(
    (caveat) => caveat.table === table && (caveat.rows === null || row === null || caveat.rows.includes(row)),
  );
}

/** What changes the numbers of a table, or of one of its rows, in one text; null where nothing does. */
export function noteOfTable({ provenance }: WorkflowItem, table: string): string | null {
  const own = (provenance?.caveats ?? []).filter(
    (caveat) => caveat.severity === 'changes_number' && caveat.table === table,
  );
  return [...new Set(own.map(({ text }) => text))].join(' ') || null;
}

/** Returns what a molecule's macroscopic pKa is judged by: the charges of its microstates are those of the results. */
function subjectOf(data: Results): Subject {
  const { elements = null } = subjectOfData(data);
  return { elements };
}

/** RMSE of logD by our own method at pH 7.4, where it is valid; null where it is not, or by another method. */
export function logDUncertainty(data: Results, item: WorkflowItem): number | null {
  const own = data.macropka_method === null ? null : methodExtension('macropka', data.macropka_method);
  if (!own?.calibration || isDoubted(item, 'logd')) return null;
  return applicability(own.calibration, subjectOf(data)).inside ? accuracy['macropka/log_d'].rmse : null;
}

function signed(charge: number): string {
  return charge > 0 ? `+${charge}` : String(charge).replace('-', '−');
}

/** The error of the pKa values as a number and what it is; none where one of them is doubted or the molecule lies outside the set, or by another method. */
export function pkaUncertainty(data: Results, item: WorkflowItem): { uncertainty: number | null; remark: Text | null } {
  const own = data.macropka_method === null ? null : methodExtension('macropka', data.macropka_method);
  const doubted = data.pKa_values.some((_, row) => isDoubted(item, 'macroscopic_pka', row));
  return doubted
    ? { uncertainty: null, remark: outsideInWords([]) }
    : calibrationError(own?.calibration ?? null, subjectOf(data));
}

/** What the ± of logD is. */
export const logDErrorInWords = () =>
  phrase('RMSE of logD at pH 7.4 on {size} drugs.', { size: accuracy['macropka/log_d'].size });

function pkaTable(data: Results, item: WorkflowItem): TableData {
  const { pKa_values, macropka_method } = data;
  const own = macropka_method === null ? null : methodExtension('macropka', macropka_method);
  const error = calibrationInWords(own?.calibration ?? null, subjectOf(data));
  return tableOf({
    id: 'macroscopic_pka',
    title: 'Macroscopic pKa',
    rows: pKa_values,
    columns: [
      { id: 'acid', title: 'Charge of the acid', text: ({ initial_charge }) => signed(initial_charge) },
      { id: 'base', title: 'Charge of the base', text: ({ final_charge }) => signed(final_charge) },
      { id: 'pka', title: 'pKa', precision: 2, value: ({ pKa }) => pKa },
      ...(own
        ? [
            {
              id: 'error',
              title: 'Error',
              help: own.title,
              notation: 'term' as const,
              text: (_: unknown, row: number) => (isDoubted(item, 'macroscopic_pka', row) ? outsideInWords([]) : error),
            },
          ]
        : []),
    ],
    empty: 'No macroscopic pKa lies in the range that was searched.',
  });
}

/** The microstates with their weights at a pH. */
export function microstateTable(
  { microstates, microstate_weights_by_pH }: MacropkaResults,
  pH: number = pHSlider.default,
): TableData {
  const weights = microstateWeightsAt(microstate_weights_by_pH, pH);
  return tableOf({
    id: 'microstates',
    title: 'Microstates',
    rows: microstates,
    columns: [
      { id: 'name', title: 'Microstate', notation: 'term', text: (_, index) => microstateName(index) },
      { id: 'smiles', title: 'SMILES', text: ({ smiles }) => smiles },
      { id: 'charge', title: 'Charge', precision: 0, value: ({ charge }) => charge },
      {
        id: 'weight',
        title: phrase('Weight at pH {pH}', { pH }),
        unit: '%',
        precision: 1,
        value: (_, index) => {
          const weight = weights[index];
          return weight === undefined ? null : weight * 100;
        },
      },
      {
        id: 'energy',
        title: 'Free energy in the model',
        help: 'At pH 0, in the units of the model; only differences within this item are meaningful.',
        precision: 3,
        value: ({ energy }) => energy,
      },
    ],
    structure: (_, index) => microstateId(index),
    empty: 'No microstates yet.',
  });
}

function isoelectricTable({ isoelectric_point: point }: Results): TableData {
  return tableOf({
    id: 'isoelectric_point',
    title: 'Isoelectric point',
    rows: point === null ? [] : [point],
    columns: [{ id: 'isoelectric_point', title: 'Isoelectric point', unit: 'pH', precision: 2, value: (pH) => pH }],
    empty: 'There is no isoelectric point: the net charge does not change its sign in this range.',
  });
}

function logDTable(data: Results, item: WorkflowItem): TableData {
  const { logD_by_pH } = data;
  const uncertainty = logDUncertainty(data, item);
  return tableOf({
    id: 'logd',
    title: 'logD',
    rows: logD_by_pH,
    columns: [
      { id: 'ph', title: 'pH', precision: 1, value: ([pH]) => pH },
      {
        id: 'logd',
        title: 'logD',
        help: 'Logarithm of the octanol–water distribution ratio of all microstates together, with the logP from atom environments for uncharged ones.',
        precision: 2,
        value: ([, logD]) => logD,
      },
      ...(uncertainty === null
        ? []
        : [
            {
              id: 'uncertainty',
              title: '±',
              help: logDErrorInWords(),
              precision: 2,
              value: () => uncertainty,
            },
          ]),
    ],
    empty: 'logD was not computed.',
  });
}

function barrierTable({ solvation_energy, kpuu_probability, bbb_score }: Results): TableData {
  const computed = solvation_energy !== null || kpuu_probability !== null || bbb_score !== null;
  return tableOf({
    id: 'bbb',
    title: 'BBB',
    rows: computed ? [{ solvation_energy, kpuu_probability, bbb_score }] : [],
    columns: [
      {
        id: 'solvation_energy',
        title: 'Solvation energy',
        unit: 'kcal/mol',
        precision: 2,
        value: (row) => row.solvation_energy,
      },
      ...(bbb_score === null || kpuu_probability !== null
        ? [
            {
              id: 'bbb_penetrance',
              title: 'BBB penetrance',
              help: 'Probability that Kp,uu, the ratio of unbound concentrations in brain and plasma, is at least 0.3.',
              precision: 2,
              rating: scoreRules.bbb_penetrance,
              value: () => kpuu_probability,
            },
          ]
        : []),
      ...(bbb_score === null
        ? []
        : [
            {
              id: 'bbb_score',
              title: 'BBB score',
              unit: 'of 6',
              help: methodExtension('macropka', 'bbb_score')?.method ?? '',
              precision: 2,
              rating: scoreRules.bbb_score,
              value: () => bbb_score,
            },
          ]),
    ],
    empty: 'The solvation energy was not computed.',
  });
}

function solubilityTable(data: Results): TableData {
  const { aqueous_solubility_by_pH, aqueous_solubility_uncertainty: uncertainty } = data;
  return tableOf({
    id: 'aqueous_solubility',
    title: 'Aqueous solubility',
    rows: aqueous_solubility_by_pH,
    columns: [
      { id: 'ph', title: 'pH', precision: 1, value: ([pH]) => pH },
      {
        id: 'log_s',
        title: 'log S',
        unit: 'log10 of mol/L',
        help: phrase('Rating: {source}.', { source: solubilityRule.source }),
        precision: 2,
        rating: solubilityRule.rule,
        value: ([, logS]) => logS,
      },
      ...(uncertainty === null
        ? []
        : [
            {
              id: 'uncertainty',
              title: '±',
              unit: 'log10 of mol/L',
              help: 'RMSE of the solubility of neutral molecules. The contribution of ions was not compared with measurements.',
              precision: 2,
              value: ([, logS]: readonly [number, number]) => (isAtSolubilityLimit(logS, data) ? null : uncertainty),
            },
          ]),
    ],
    empty: 'The aqueous solubility was not computed.',
  });
}

/** All tables of an item. */
export function macropkaTables(data: Results, item: WorkflowItem): TableData[] {
  return [
    pkaTable(data, item),
    microstateTable(data),
    isoelectricTable(data),
    logDTable(data, item),
    barrierTable(data),
    solubilityTable(data),
  ];
}
