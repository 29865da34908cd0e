import type { EntryUuids } from '@cuvette/core/client';
import type { FolderEntry } from '../paths.ts';

/** Identifiers of entries, as the calls for several take them. */
export function uuidsOf(entries: readonly FolderEntry[]): EntryUuids {
  const of = (type: FolderEntry['type']) => entries.filter((entry) => entry.type === type).map(({ data }) => data.uuid);
  return { workflows: of('workflow'), folders: of('folder') };
}
