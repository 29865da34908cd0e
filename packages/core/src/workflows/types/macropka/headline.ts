import { phrase } from '../../../entities/phrases.ts';
import { pHSlider } from '../../../entities/platform-constants.ts';
import { microstateWeightsAt, valueAtPH } from '../../../tables/microstate-weights.ts';
import { type HeadlineWord, type HeadlineWords, rounded } from '../../headline.ts';
import type { MacropkaResults } from './macropka-results.ts';

const signed = (charge: number) => (charge > 0 ? `+${charge}` : String(charge).replace('-', '−'));

/** The macroscopic pKa values, the isoelectric point, and the charge that most molecules have at the usual pH. */
export function macropkaHeadline(data: MacropkaResults): HeadlineWords {
  const pH = pHSlider.default;
  const pkas = data.pKa_values.map(({ pKa }) => pKa).sort((a, b) => a - b);
  const [first, ...more] = pkas.map((pKa) => pKa.toFixed(2).replace('-', '−'));
  const logD = valueAtPH(data.logD_by_pH, pH);
  const none: HeadlineWord = { title: 'Macroscopic pKa', label: 'pKa', text: 'none found' };
  const values: HeadlineWord[] = [
    first === undefined
      ? none
      : {
          title: 'Macroscopic pKa',
          label: 'pKa',
          text: more.reduce((before, each) => phrase('{first}, {more}', { first: before, more: each }), first),
          order: pkas[0] ?? null,
        },
    { of: 'isoelectric_point', label: 'pI', minor: true },
    {
      number: { title: phrase('logD at pH {pH}', { pH }), unit: null, precision: 2, value: logD },
      label: 'logD',
      minor: true,
    },
  ];
  if (data.microstates.length === 0) return { values: [], sentence: null };
  return { values, sentence: chargeAt(data, pH) };
}

/** The charge that most molecules have at a pH. */
function chargeAt({ microstates, microstate_weights_by_pH }: MacropkaResults, pH: number): string | null {
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
