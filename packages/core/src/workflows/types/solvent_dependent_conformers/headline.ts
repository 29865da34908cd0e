import { numbered, phrase } from '../../../entities/phrases.ts';
import { solventTitle } from '../../../methods/solvents.ts';
import { counted, type HeadlineWords, rounded } from '../../headline.ts';

interface Weighed {
  population_by_solvent: Readonly<Record<string, number>>;
}

/** The conformer whose weight depends most on the solvent: its place in the list, and where its weight is lowest and highest (0 to 1). */
export interface Shift {
  index: number;
  low: { solvent: string; weight: number };
  high: { solvent: string; weight: number };
}

/** The largest change of a weight between two solvents; null where there are no two conformers in two solvents. */
export function largestShift(conformers: readonly Weighed[]): Shift | null {
  if (conformers.length < 2) return null;
  const shifts = conformers.flatMap(({ population_by_solvent: weights }, index): Shift[] => {
    const sorted = Object.entries(weights)
      .map(([solvent, weight]) => ({ solvent, weight }))
      .sort((a, b) => a.weight - b.weight);
    const [low, high] = [sorted[0], sorted.at(-1)];
    return low && high && sorted.length > 1 ? [{ index, low, high }] : [];
  });
  return shifts.sort((a, b) => b.high.weight - b.low.weight - (a.high.weight - a.low.weight))[0] ?? null;
}

/** How many conformers there are, and which of them depends most on the solvent. */
export function solventHeadline(conformers: readonly Weighed[]): HeadlineWords {
  const { length } = conformers;
  if (length === 0) return { values: [], sentence: null };
  const count = {
    of: 'number_of_conformers',
    title: 'Conformers',
    label: null,
    ...counted(length, 'conformer', 'conformers'),
  };
  const shift = largestShift(conformers);
  if (length === 1) return { values: [count], sentence: 'All generated structures relaxed to this one conformer.' };
  if (shift === null) return { values: [count], sentence: null };
  const percent = ({ weight }: Shift['low']) => rounded(weight * 100, 1);
  return {
    values: [count, { of: 'largest_shift', minor: true }],
    sentence: phrase('{conformer} has {low} % of the weight in {first} and {high} % in {second}.', {
      conformer: numbered('Conformer', shift.index + 1),
      low: percent(shift.low),
      first: solventTitle(shift.low.solvent),
      high: percent(shift.high),
      second: solventTitle(shift.high.solvent),
    }),
  };
}
