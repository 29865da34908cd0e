/**
 * `npm run bench:table`: sorting and filtering 100 000 rows × 20 columns, beside the same work on a bare typed array in the same run. Prints
 * milliseconds and ratios; ends with 1 where a ratio is above 4. Milliseconds depend on what else the machine does: a sort above 150 ms and a
 * filter above 50 ms are marked. "first" includes making the keys
 * of the column, which happens once; "again" is every later sort. Each figure is the median of several runs on fresh columns.
 */
import {
  type Filter,
  filterRows,
  makeTable,
  numberColumn,
  type Sort,
  sortOrder,
  type TableData,
  textColumn,
} from '@cuvette/core/tables';

const rows = 100_000;
const rounds = 9;
const limits = { sort: 150, filter: 50, ratio: 4 };

/** The same numbers in every run. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function freshTable(seed: number): TableData {
  const random = generator(seed);
  const numbers = Array.from({ length: 16 }, (_, index) =>
    numberColumn(
      { id: `n${index}`, title: `N${index}`, precision: 2 },
      Array.from({ length: rows }, () => (random() < 0.01 ? null : random() * 1000 - 500)),
    ),
  );
  const few = ['good', 'okay', 'bad', 'unknown'];
  const texts = [
    textColumn(
      { id: 'name', title: 'Name' },
      Array.from({ length: rows }, () => `compound-${Math.floor(random() * 1e6)}`),
    ),
    textColumn(
      { id: 'smiles', title: 'SMILES' },
      Array.from({ length: rows }, () =>
        Array.from({ length: 24 }, () => 'CCCcNOo()=1'[Math.floor(random() * 11)]).join(''),
      ),
    ),
    textColumn(
      { id: 'greek', title: 'Name with Greek letters' },
      Array.from({ length: rows }, (_, row) => `${row % 50 === 0 ? 'β-' : ''}ester ${Math.floor(random() * 1e6)}`),
    ),
    textColumn(
      { id: 'rating', title: 'Rating' },
      Array.from({ length: rows }, () => few[Math.floor(random() * 4)]),
    ),
  ];
  return makeTable({ id: 'bench', title: 'Bench', length: rows, columns: [...numbers, ...texts], empty: '' });
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number;
const tables = Array.from({ length: rounds + 1 }, (_, index) => freshTable(index + 1));

/** Copies of the columns: nothing is known of them yet. */
const fresh = (table: TableData): TableData => ({ ...table, columns: table.columns.map((column) => ({ ...column })) });

/** The median over the tables; the first table warms the code up. */
function measured(work: (table: TableData) => () => unknown): number {
  return median(tables.map((table) => timed(work(table))).slice(1));
}

const numbersOf = (table: TableData): Float64Array => {
  const [column] = table.columns;
  if (column?.kind !== 'number') throw new Error('The first column holds numbers.');
  return column.values;
};
const bareSort = measured((table) => {
  const values = numbersOf(table);
  return () =>
    Uint32Array.from({ length: rows }, (_, row) => row).sort((a, b) => (values[a] as number) - (values[b] as number));
});
const bareFilter = measured((table) => {
  const values = numbersOf(table);
  return () => {
    const kept = new Uint32Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) if ((values[row] as number) >= 0) kept[count++] = row;
    return kept.slice(0, count);
  };
});

const bareSearch = measured((table) => {
  const texts = table.columns.find(({ id }) => id === 'smiles')?.values as readonly (string | null)[];
  return () => {
    const kept = new Uint32Array(rows);
    let count = 0;
    for (let row = 0; row < rows; row++) if (texts[row]?.toLowerCase().includes('c=c')) kept[count++] = row;
    return kept.slice(0, count);
  };
});

const bad: string[] = [];
function report(what: string, milliseconds: number, bare: number, limit: number): void {
  const ratio = milliseconds / bare;
  if (ratio > limits.ratio) bad.push(what);
  const mark = milliseconds > limit ? `  above ${limit} ms` : '';
  console.log(
    `${what.padEnd(46)} ${milliseconds.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2).padStart(6)} × bare${mark}`,
  );
}

console.log(
  `${rows.toLocaleString('en')} rows × ${tables[0]?.columns.length} columns, Node ${process.versions.node}, median of ${rounds}`,
);
console.log(
  `bare Uint32Array.sort over one Float64Array: ${bareSort.toFixed(1)} ms; bare range loop: ${bareFilter.toFixed(2)} ms; bare text loop: ${bareSearch.toFixed(1)} ms`,
);

const by = (...columns: string[]): Sort[] => columns.map((column, index) => ({ column, descending: index % 2 === 1 }));
const sorts: [string, Sort[]][] = [
  ['sort by numbers', by('n0')],
  ['sort by three columns of numbers', by('n1', 'n2', 'n3')],
  ['sort by names', by('name')],
  ['sort by SMILES', by('smiles')],
  ['sort by names, some with Greek letters', by('greek')],
  ['sort by a word, then numbers', by('rating', 'n4')],
];
for (const [what, order] of sorts) {
  report(
    `${what}, first`,
    measured((table) => {
      const unknown = fresh(table);
      return () => sortOrder(unknown, order);
    }),
    bareSort,
    limits.sort,
  );
  report(
    `${what}, again`,
    measured((table) => {
      sortOrder(table, order);
      return () => sortOrder(table, order);
    }),
    bareSort,
    limits.sort,
  );
}

const range = (column: string): Filter => ({ column, kind: 'range', minimum: '0', maximum: '' });
const filters: [string, Filter[], number][] = [
  ['filter a range', [range('n5')], bareFilter],
  ['filter three ranges', [range('n5'), range('n6'), range('n7')], bareFilter],
  ['filter a part of a text', [{ column: 'smiles', kind: 'text', contains: 'C=C' }], bareSearch],
];
for (const [what, wanted, bare] of filters) {
  report(
    what,
    measured((table) => {
      const unknown = fresh(table);
      return () => filterRows(unknown, wanted);
    }),
    bare,
    limits.filter,
  );
}

console.log(bad.length === 0 ? `Within ${limits.ratio} × bare.` : `Above ${limits.ratio} × bare: ${bad.join('; ')}.`);
process.exitCode = bad.length === 0 ? 0 : 1;
