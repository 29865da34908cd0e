import { makeTable, numberColumn, type TableData, textColumn } from '@cuvette/core/tables';

export const names = ['anisole', 'benzene', 'cumene', 'decalin', 'ethanol', 'furan'];
export const molecules = makeTable({
  id: 'molecules',
  title: 'Molecules',
  length: 6,
  columns: [
    textColumn({ id: 'name', title: 'Name' }, names),
    numberColumn({ id: 'energy', title: 'Energy', unit: 'kcal/mol', precision: 2 }, [3.123456789, -1, null, 0, 2, 1]),
  ],
  structures: names.map((name) => `id-${name}`),
  empty: 'No molecules.',
});

/** Columns of whole numbers; the first is the row's own. */
export const large = (length: number, columns = 20): TableData =>
  makeTable({
    id: 'large',
    title: 'Large',
    length,
    columns: Array.from({ length: columns }, (_, column) =>
      numberColumn(
        { id: `c${column}`, title: `Column ${column}`, precision: 0 },
        Array.from({ length }, (_, row) => (column === 0 ? row : (row * 7919 + column) % 1000)),
      ),
    ),
    empty: '',
  });
