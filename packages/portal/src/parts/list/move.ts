import { ownerClient } from '../../clients.ts';
import { listWords } from '../../list-words.ts';
import type { FolderEntry } from '../paths.ts';
import { problemText } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { parentOf } from './destination.ts';
import { uuidsOf } from './entry-uuids.ts';

/** Moves entries and says so, with the way back. Throws ApiError where it is refused. */
export async function moveTo(entries: readonly FolderEntry[], place: { uuid: string; name: string }): Promise<void> {
  const before = new Map<string, FolderEntry[]>();
  for (const entry of entries) {
    const parent = parentOf(entry);
    if (parent) before.set(parent, [...(before.get(parent) ?? []), entry]);
  }
  await ownerClient.moveEntries(uuidsOf(entries), place.uuid);
  const back = async () => {
    try {
      for (const [parent, some] of before) await ownerClient.moveEntries(uuidsOf(some), parent);
      say(listWords.undone);
    } catch (error) {
      say(problemText(error));
    }
  };
  say(listWords.movedMany(entries.length, place.name), { label: listWords.undo, run: () => void back() });
}
