import type { Folder } from '@cuvette/core/entities';
import { listWords } from '../../list-words.ts';
import type { FolderEntry } from '../paths.ts';

/** A folder that something may be moved to: its identifier, and those of the folders above it, the root first, as far as they are known. */
export interface Destination {
  uuid: string;
  above: readonly string[];
  /** Whether the person may put something into it; true while that is not known: the server refuses all the same. */
  writable?: boolean;
}

/** The folder that an entry lies in, as far as the reader may see it. */
export const parentOf = (entry: FolderEntry) => entry.data.parent_uuid;

/** Why entries cannot be moved to a folder, as text; null where nothing is known against it. */
export function moveProblem(entries: readonly FolderEntry[], destination: Destination): string | null {
  for (const entry of entries) {
    if (entry.type !== 'folder') continue;
    const { uuid, name, is_root } = entry.data;
    if (is_root) return listWords.rootNotMoved;
    if (uuid === destination.uuid) return listWords.intoItself(name);
    if (destination.above.includes(uuid)) return listWords.intoChild(name);
  }
  if (destination.writable === false) return listWords.readOnlyPlace;
  if (entries.length > 0 && entries.every((entry) => parentOf(entry) === destination.uuid)) {
    return listWords.alreadyThere;
  }
  return null;
}

/** Folders as destinations know where they lie. */
export function destinationOf(folder: Pick<Folder, 'uuid' | 'path'>): Destination {
  return { uuid: folder.uuid, above: folder.path.map(({ uuid }) => uuid).filter((uuid) => uuid !== folder.uuid) };
}
