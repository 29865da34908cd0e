import { type ColumnLayout, defaultLayout, readLayout, type TableData } from '@cuvette/core/tables';
import { createContext, useContext, useEffect, useState } from 'react';

/** The workflow type that the tables below belong to: columns are remembered for each type and table. Null remembers nothing. */
export const ColumnMemory = createContext<string | null>(null);

const keyOf = (type: string, table: string) => `cuvette.columns.${type}.${table}`;

/** A page may forbid storage (a sandboxed frame): then every table starts with its own columns. */
function remembered(key: string | null): ColumnLayout {
  if (key === null) return defaultLayout;
  try {
    const text = localStorage.getItem(key);
    return text === null ? defaultLayout : readLayout(text);
  } catch {
    return defaultLayout;
  }
}

function remember(key: string, layout: ColumnLayout): void {
  try {
    if (layout === defaultLayout) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(layout));
  } catch {
    // Storage is a convenience here; the table still shows what was chosen.
  }
}

/** The layout that shows just these columns, in this order. */
function layoutOf(table: TableData, columns: readonly string[]): ColumnLayout {
  const hidden = table.columns.map(({ id }) => id).filter((id) => !columns.includes(id));
  return { ...defaultLayout, order: [...columns, ...hidden], hidden };
}

/**
 * The layout of a table's columns, remembered in this browser for its type. With `columns` the host says which are shown and in which order, and
 * remembers them itself.
 */
export function useColumnLayout(
  table: TableData,
  columns: readonly string[] | undefined,
): [ColumnLayout, (layout: ColumnLayout) => void] {
  const type = useContext(ColumnMemory);
  const key = type === null || columns ? null : keyOf(type, table.id);
  const given = columns?.join('\n');
  const source = `${key}\n${given}`;
  const start = () => (columns ? layoutOf(table, columns) : remembered(key));
  const [state, setState] = useState(() => ({ source, layout: start(), changed: false }));
  let now = state;
  if (state.source !== source) {
    now = { source, layout: start(), changed: false };
    setState(now);
  }
  const { layout, changed } = now;
  useEffect(() => {
    if (key !== null && changed) remember(key, layout);
  }, [key, layout, changed]);
  return [layout, (next) => setState({ source, layout: next, changed: true })];
}
