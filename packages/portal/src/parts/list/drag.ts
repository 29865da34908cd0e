import { type DragEvent, useState } from 'react';
import type { FolderEntry } from '../paths.ts';
import { problemText } from '../problem.tsx';
import { say } from '../shell/messages.tsx';
import { type Destination, moveProblem } from './destination.ts';
import { moveTo } from './move.ts';

/** What is held now: while it is dragged, a browser tells a page no more than that it is something of this type. */
let held: readonly FolderEntry[] = [];
const type = 'application/x-cuvette-entries';

/** Begins to drag entries. */
export function dragEntries(event: DragEvent, entries: readonly FolderEntry[]): void {
  held = entries;
  event.dataTransfer.setData(type, '');
  event.dataTransfer.effectAllowed = 'move';
}

/** Ends it, wherever it ended. */
export function dropNothing(): void {
  held = [];
}

/** Makes something a folder that entries can be dropped on; what may not be moved there is refused by the pointer. */
export function useFolderDrop(destination: Destination & { name: string }, onMoved?: () => void) {
  const [over, setOver] = useState(false);
  const fits = (event: DragEvent) =>
    event.dataTransfer.types.includes(type) && held.length > 0 && moveProblem(held, destination) === null;
  return {
    'data-over': over || undefined,
    onDragOver: (event: DragEvent) => {
      if (!fits(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!fits(event)) return;
      event.preventDefault();
      event.stopPropagation();
      const entries = held;
      dropNothing();
      moveTo(entries, destination).then(onMoved, (error: unknown) => say(problemText(error)));
    },
  };
}
