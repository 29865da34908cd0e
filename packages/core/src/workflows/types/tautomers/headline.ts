import { phrase } from '../../../entities/phrases.ts';
import type { TableData } from '../../../tables/table.ts';
import type { NamedValue } from '../../definition.ts';
import { counted, type HeadlineWords, rounded } from '../../headline.ts';

/** How many tautomers there are, how much of the weight the first one has, and how far the next one lies above it. */
export function tautomerHeadline(table: TableData, named: (path: string) => NamedValue | null): HeadlineWords {
  const { length, columns } = table;
  if (length === 0) return { values: [], sentence: null };
  const count = {
    of: 'number_of_tautomers',
    title: 'Tautomers',
    label: null,
    ...counted(length, 'tautomer', 'tautomers'),
  };
  if (length === 1) return { values: [count], sentence: 'No other tautomer was found.' };
  const column = columns.find(({ id }) => id === 'relative_energy');
  const energies = column?.kind === 'number' ? [...column.values].filter(Number.isFinite).sort((a, b) => a - b) : [];
  const gap = energies[1] === undefined || energies[0] === undefined ? null : energies[1] - energies[0];
  const weight = named('largest_weight')?.value ?? null;
  return {
    values: [count, { of: 'largest_weight', title: 'Weight of the main tautomer', minor: true }],
    sentence:
      gap === null || weight === null
        ? null
        : phrase('The main tautomer has {weight} % of the weight; the next one lies {gap} kcal/mol above it.', {
            weight: rounded(weight, 1),
            gap: rounded(gap, 2),
          }),
  };
}
