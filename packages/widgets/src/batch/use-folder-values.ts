import type { AccountClient } from '@cuvette/core/client';
import { type FolderRecipe, isFinished, type ValueColumn, type ValueRow } from '@cuvette/core/entities';
import { useEffect, useEffectEvent, useState } from 'react';

/** An item of a folder with its numbers by name. */
export interface ValuedItem extends Omit<ValueRow, 'values'> {
  values: ReadonlyMap<string, number | null>;
}

/** What is known of a folder's items so far. */
export interface FolderTable {
  items: readonly ValuedItem[];
  /** By type. */
  columns: Readonly<Record<string, readonly ValueColumn[]>>;
  /** The recipe that the items were made by; null where they were not. */
  recipe: FolderRecipe | null;
}

/** A table that fills is read again after this many milliseconds, a full one more rarely. */
const whileFilling = 3000;
const afterwards = 15_000;

/** The items of a folder with their numbers, read again while the page is seen: all at first, then only what changed. */
export function useFolderValues(
  client: AccountClient,
  folder: string,
): { table: FolderTable | null; error: unknown; refetch: () => void } {
  const [table, setTable] = useState<FolderTable | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [asked, setAsked] = useState(0);
  const fill = useEffectEvent((next: FolderTable) => setTable(next));
  useEffect(() => {
    // Asked again where `asked` has changed.
    void asked;
    let over = false;
    let timer: ReturnType<typeof setTimeout> | null = null;
    let known: FolderTable | null = null;
    let since: string | undefined;
    const read = async () => {
      timer = null;
      try {
        let answer = await client.queryClient.fetchQuery(client.folderValues(folder, since));
        const merged: FolderTable | null = known === null ? null : merge(known, answer);
        // An item that was deleted or moved away is not among the changes.
        if (merged !== null && merged.items.length !== Math.min(answer.total, 1000) && since !== undefined) {
          answer = await client.queryClient.fetchQuery(client.folderValues(folder));
          known = merge(empty, answer);
        } else known = merged ?? merge(empty, answer);
        since = answer.as_of;
        if (over) return;
        setError(null);
        fill(known);
      } catch (problem) {
        if (over) return;
        setError(problem);
      }
      const isFilling = known === null || known.items.some(({ object_status }) => !isFinished(object_status));
      if (!over) timer = setTimeout(next, isFilling ? whileFilling : afterwards);
    };
    const next = () => {
      if (document.visibilityState === 'visible') void read();
      else timer = setTimeout(next, whileFilling);
    };
    void read();
    // Back in the window, the person sees at once what ended meanwhile.
    const look = () => {
      if (document.visibilityState !== 'visible' || timer === null) return;
      clearTimeout(timer);
      timer = null;
      void read();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      over = true;
      document.removeEventListener('visibilitychange', look);
      if (timer) clearTimeout(timer);
    };
  }, [client, folder, asked]);
  return { table, error, refetch: () => setAsked((count) => count + 1) };
}

const empty: FolderTable = { items: [], columns: {}, recipe: null };

interface Answer {
  items: readonly ValueRow[];
  columns: Readonly<Record<string, readonly ValueColumn[]>>;
  recipe?: FolderRecipe | undefined;
}

/** The columns of a type. Its own only: a type of another server may be called "constructor", which every object has. */
export function columnsOfType(columns: Answer['columns'], type: string): readonly ValueColumn[] {
  return (Object.hasOwn(columns, type) ? columns[type] : undefined) ?? [];
}

/** Merges an answer into what is known; items keep their places. */
function merge(before: FolderTable, { items, columns, recipe = undefined }: Answer): FolderTable {
  const known = before.recipe || !recipe ? before : { ...before, recipe };
  if (items.length === 0) return known;
  const changed = new Map(
    items.map(({ values, ...item }): [string, ValuedItem] => {
      const paths = columnsOfType(columns, item.object_type);
      return [item.uuid, { ...item, values: new Map(paths.map(({ path }, index) => [path, values[index] ?? null])) }];
    }),
  );
  const all = known.items.map((item) => {
    const now = changed.get(item.uuid) ?? item;
    changed.delete(item.uuid);
    return now;
  });
  const types = Object.fromEntries(
    [...new Set([...Object.keys(known.columns), ...Object.keys(columns)])].map((type) => {
      const before = columnsOfType(known.columns, type);
      const more = columnsOfType(columns, type).filter(({ path }) => !before.some((column) => column.path === path));
      return [type, [...before, ...more]];
    }),
  );
  return { ...known, items: [...all, ...changed.values()], columns: types };
}
