import { listed, phrase, type Text } from '../../../entities/phrases.ts';
import { pHSlider } from '../../../entities/platform-constants.ts';
import type { WorkflowItem } from '../../../entities/workflow-item.ts';
import { microstateWeightsAt, valueAtPH } from '../../../tables/microstate-weights.ts';
import { formatNumber } from '../../../tables/number-format.ts';
import type { NamedValue, ReadItem } from '../../definition.ts';
import { type HeadlineWord, type HeadlineWords, rounded } from '../../headline.ts';
import type { MacropkaResults } from './macropka-results.ts';
import { logDErrorInWords, logDUncertainty, noteOfTable, pkaUncertainty, type Results } from './macropka-tables.ts';

const signed = (charge: number) => (charge > 0 ? `+${charge}` : String(charge).replace('-', '−'));

/** The distribution coefficient at the usual pH, with its ± and what changes it. */
export function logDValue(data: Results, item: WorkflowItem): NamedValue {
  const pH = pHSlider.default;
  const uncertainty = logDUncertainty(data, item);
  return {
    path: 'log_d',
    title: phrase('logD at pH {pH}', { pH }),
    unit: null,
    precision: 2,
    value: valueAtPH(data.logD_by_pH, pH),
    uncertainty,
    remark: uncertainty === null ? null : logDErrorInWords(),
    note: noteOfTable(item, 'logd'),
  };
}

/** The macroscopic pKa values, the isoelectric point, and the charge that most molecules have at the usual pH. */
export function macropkaHeadline(data: Results, { item }: ReadItem): HeadlineWords {
  if (data.microstates.length === 0) return { values: [], sentence: null };
  const values: HeadlineWord[] = [
    pkaWord(data, item),
    { of: 'isoelectric_point', label: 'pI', minor: true },
    { of: 'log_d', label: 'logD', minor: true },
  ];
  return { values, sentence: chargeAt(data, pHSlider.default) };
}

/** The pKa values with their ±: one as a number, several as words. */
function pkaWord(data: Results, item: WorkflowItem): HeadlineWord {
  const named = { title: 'Macroscopic pKa', label: 'pKa' };
  const pkas = data.pKa_values.map(({ pKa }) => pKa).sort((a, b) => a - b);
  const [lowest = null] = pkas;
  const written = pkas.map((pKa) => formatNumber(pKa, 2));
  if (written.length === 0) return { ...named, text: 'none found' };
  const { uncertainty, remark } = pkaUncertainty(data, item);
  const note = noteOfTable(item, 'macroscopic_pka');
  if (written.length === 1)
    return {
      label: named.label,
      number: { title: named.title, unit: null, precision: 2, value: lowest, uncertainty, remark, note },
    };
  const text = listed(written);
  const error = formatNumber(uncertainty, 2);
  return {
    ...named,
    text: error === '' ? text : phrase('{values}, each ± {error}', { values: text, error }),
    order: lowest,
    note,
  };
}

/** The charge that most molecules have at a pH. */
function chargeAt({ microstates, microstate_weights_by_pH }: MacropkaResults, pH: number): Text | null {
  const byCharge = new Map<number, number>();
  microstateWeightsAt(microstate_weights_by_pH, pH).forEach((weight, index) => {
    const charge = microstates[index]?.charge ?? null;
    if (charge !== null) byCharge.set(charge, (byCharge.get(charge) ?? 0) + weight);
  });
  const [most] = [...byCharge].sort(([, a], [, b]) => b - a);
  if (!most) return null;
  const [charge, weight] = most;
  return charge === 0
    ? phrase('At pH {pH}, {percent} % of the molecules have no net charge.', { pH, percent: rounded(weight * 100, 1) })
    : phrase('At pH {pH}, {percent} % of the molecules have the charge {charge}.', {
        pH,
        percent: rounded(weight * 100, 1),
        charge: signed(charge),
      });
}
