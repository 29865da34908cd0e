import { phrase } from '../../../entities/phrases.ts';
import type { TableData } from '../../../tables/table.ts';
import type { NamedValue } from '../../definition.ts';
import { counted, type HeadlineWords, rounded } from '../../headline.ts';

/** What the members of an ensemble are called: one, several, and one with its article. */
export const conformers = { title: 'Conformers', one: 'conformer', several: 'conformers' } as const;

/** The headline of conformers: how many there are, how the weights are spread, and how far the highest lies above the lowest. */
export function ensembleHeadline(table: TableData, named: (path: string) => NamedValue | null): HeadlineWords {
  const { length } = table;
  const of = `number_of_${table.id}`;
  const value = { of, title: conformers.title, label: null, ...counted(length, conformers.one, conformers.several) };
  const spread = spreadOf(table);
  const weight = named('largest_weight')?.value ?? null;
  if (length === 0) return { values: [], sentence: null };
  if (length === 1) return { values: [value], sentence: 'All generated structures relaxed to this one conformer.' };
  const sentence =
    weight === null || spread === null
      ? null
      : phrase('They span {spread} kcal/mol; the most populated one has {weight} % of the weight.', {
          spread: rounded(spread, 2),
          weight: rounded(weight, 1),
        });
  return { values: [value], sentence };
}

/** Highest less lowest relative energy, kcal/mol; null where fewer than two are known. */
export function spreadOf({ columns }: TableData): number | null {
  const column = columns.find(({ id }) => id === 'relative_energy');
  const known = column?.kind === 'number' ? column.values.filter(Number.isFinite) : [];
  return known.length < 2 ? null : Math.max(...known) - Math.min(...known);
}
