import { type AccountClient } from '@cuvette/core/client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { listWords } from '../../list-words.ts';
import type { FolderEntry } from '../paths.ts';
import { hasStatus } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { type ListSelection, nothingSelected, refreshed, without } from './selection.ts';

/**
 * Returns what is selected in a list, kept over its polls, its pages and its orders. What a poll does not bring any more may only have changed its
 * page: it is looked up, and leaves the selection where it was deleted or moved away.
 * @param folder the folder whose entries they are; null for a search
 */
export function useSelection(client: AccountClient, rows: readonly FolderEntry[] | undefined, folder: string | null) {
  const [selection, setSelection] = useState<ListSelection<FolderEntry>>(nothingSelected);
  const before = useRef<readonly FolderEntry[]>([]);
  const lookUp = useEffectEvent(async (entry: FolderEntry) => {
    const { uuid, name } = entry.data;
    const gone = await isGone(client, entry, folder);
    if (!gone) return;
    setSelection((present) => without(present, [uuid]));
    say(listWords.goneNamed(name));
  });
  const brought = useEffectEvent((shown: readonly FolderEntry[]) => {
    setSelection((present) => refreshed(present, shown));
    const there = new Set(shown.map(({ data }) => data.uuid));
    for (const { data } of before.current) {
      const entry = there.has(data.uuid) ? undefined : selection.entries.get(data.uuid);
      if (entry) void lookUp(entry);
    }
    before.current = shown;
  });
  useEffect(() => {
    if (rows) brought(rows);
  }, [rows]);
  return [selection, setSelection] as const;
}

/** Whether an entry was deleted, or lies in another folder now. A server that does not answer tells nothing. */
async function isGone(client: AccountClient, entry: FolderEntry, folder: string | null): Promise<boolean> {
  const { uuid } = entry.data;
  try {
    const found =
      entry.type === 'workflow'
        ? await client.source.workflow(uuid)
        : await client.folder(uuid).queryFn({ signal: new AbortController().signal });
    return folder !== null && client.kind === 'owner' && found.parent_uuid !== folder;
  } catch (error) {
    return hasStatus(error, 404);
  }
}
