import { type Column, columnHeading, type Filter, type TableData } from '@cuvette/core/tables';
import { useMemo, useState } from 'react';
import { Icon } from '../ui/icons.tsx';
import type { Words } from '../words.ts';

/** The filter that a column starts with: its own minimum, if it has one. */
function startFilter(column: Column): Filter | null {
  if (column.kind !== 'number' || column.minimum === undefined) return null;
  return { column: column.id, kind: 'range', minimum: String(column.minimum), maximum: '' };
}

const emptyFilter = ({ id, kind }: Column): Filter =>
  kind === 'number'
    ? { column: id, kind: 'range', minimum: '', maximum: '' }
    : { column: id, kind: 'text', contains: '' };

type Range = Pick<Extract<Filter, { kind: 'range' }>, 'minimum' | 'maximum'>;
type Text = Pick<Extract<Filter, { kind: 'text' }>, 'contains'>;

export interface TableFilters {
  list: readonly Filter[];
  set: (filter: Filter) => void;
  /** Changes a part of a filter that is set, also where another part of it was changed a moment before. */
  change: (filter: Filter, part: Partial<Range> | Partial<Text>) => void;
  remove: (column: string) => void;
  clear: () => void;
}

/** The filters of a table: what a person set, else what its columns start with. They outlive new data. */
export function useFilters({ columns }: TableData): TableFilters {
  const [own, setOwn] = useState<Readonly<Record<string, Filter | null>>>({});
  const list = useMemo(
    () => columns.flatMap((column) => (Object.hasOwn(own, column.id) ? own[column.id] : startFilter(column)) ?? []),
    [columns, own],
  );
  return {
    list,
    set: (filter) => setOwn((before) => ({ ...before, [filter.column]: filter })),
    change: (filter, part) =>
      setOwn((before) => ({ ...before, [filter.column]: { ...(before[filter.column] ?? filter), ...part } as Filter })),
    remove: (column) => setOwn((before) => ({ ...before, [column]: null })),
    clear: () => setOwn(Object.fromEntries(columns.map(({ id }) => [id, null]))),
  };
}

export interface FilterProps {
  table: TableData;
  filters: TableFilters;
  words: Words['table'];
}

/** Adds a filter on a column; drawn in the bar. */
export function FilterChoice({ table, filters, words }: FilterProps) {
  const free = table.columns.filter(({ id }) => !filters.list.some(({ column }) => column === id));
  if (free.length === 0) return null;
  return (
    <span className="cv-table-choice">
      <Icon name="filter" />
      <select
        className="cv-table-select"
        aria-label={words.addFilter}
        value=""
        onChange={(event) => {
          const column = free.find(({ id }) => id === event.target.value);
          if (column) filters.set(emptyFilter(column));
        }}
      >
        <option value="">{words.addFilter}</option>
        {free.map((column) => (
          <option key={column.id} value={column.id}>
            {columnHeading(column)}
          </option>
        ))}
      </select>
    </span>
  );
}
