import { savedProperties } from '@cuvette/core/tables';
import { useSyncExternalStore } from 'react';

/** What a list shows beside names: the properties of the saved-column catalogue, in their order, and whether structures are drawn. */
export interface ColumnChoice {
  ids: readonly string[];
  structures: boolean;
}

const key = 'cuvette-list-columns';
const unchosen: ColumnChoice = { ids: [], structures: true };

/** A choice as it was kept; what is none any more is left out. */
function readChoice(text: string | null): ColumnChoice {
  try {
    const { ids, structures } = JSON.parse(text ?? '') as Record<string, unknown>;
    const known = (Array.isArray(ids) ? ids : []).filter((id) => savedProperties.some((one) => one.id === id));
    return { ids: [...new Set(known as string[])], structures: structures !== false };
  } catch {
    return unchosen;
  }
}

const listeners = new Set<() => void>();
let current: ColumnChoice | null = null;

function now(): ColumnChoice {
  current ??= readChoice(stored());
  return current;
}

/** Returns the stored value of this browser; nothing where it has none. */
function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Chooses columns for all lists of this browser. */
export function chooseColumns(choice: ColumnChoice): void {
  current = choice;
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing has the choice until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The columns that were chosen in this browser. */
export function useColumnChoice(): ColumnChoice {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, now);
}
