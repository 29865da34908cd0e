import { phrase } from '../../../entities/phrases.ts';
import { type HeadlineWord, type HeadlineWords, rangeInWords } from '../../headline.ts';
import { type Peak, shiftPrecision } from './nmr-tables.ts';

/** How many signals each spectrum has, and where they lie. */
export function nmrHeadline(proton: readonly Peak[], carbon: readonly Peak[], conformers: number): HeadlineWords {
  const spectrum = (title: string, label: string, peaks: readonly Peak[], precision: number): HeadlineWord[] =>
    peaks.length === 0
      ? []
      : [
          {
            title,
            label,
            text: peaks.length === 1 ? '1 signal' : phrase('{count} signals', { count: peaks.length }),
            order: peaks.length,
            site: rangeInWords(
              peaks.map(({ shift }) => shift),
              precision,
              'ppm',
            ),
          },
        ];
  return {
    values: [
      ...spectrum('1H NMR', '¹H', proton, shiftPrecision.proton),
      ...spectrum('13C NMR', '¹³C', carbon, shiftPrecision.carbon),
    ],
    sentence:
      conformers === 0
        ? null
        : conformers === 1
          ? 'Shifts of one conformer.'
          : phrase('Shifts averaged over {count} conformers by their weights.', { count: conformers }),
  };
}
