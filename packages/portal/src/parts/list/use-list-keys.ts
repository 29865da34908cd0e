import type { KeyboardEvent, RefObject } from 'react';
import type { FolderEntry } from '../paths.ts';
import { choose, chooseAll, type ListSelection, nothingSelected } from './selection.ts';

type Selection = ListSelection<FolderEntry>;

interface Changes {
  onChoose: (uuid: string, keys: { toggle: boolean; range: boolean }) => void;
  onSelection: (change: (selection: Selection) => Selection) => void;
}

/**
 * Handles keys in a list: arrow keys, Home and End move between rows, with Shift they select on the way; Space, Ctrl+A and Escape change the
 * selection.
 */
export function useListKeys(
  body: RefObject<HTMLElement | null>,
  rows: readonly FolderEntry[],
  selection: Selection,
  { onChoose, onSelection }: Changes,
) {
  return (event: KeyboardEvent) => {
    const { target } = event;
    // What is asked about the list has its own keys.
    if (!(target instanceof Element) || target.closest('dialog, .menu-items')) return;
    // Escape closes an open note before it clears the selection.
    if (event.key === 'Escape' && event.currentTarget.querySelector(':popover-open')) return;
    const links = [...(body.current?.querySelectorAll<HTMLAnchorElement>('a.entry') ?? [])];
    const current = links.findIndex((one) => one.closest('tr')?.contains(document.activeElement));
    const uuid = rows[current]?.data.uuid;
    const command = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape' && selection.entries.size > 0) {
      event.preventDefault();
      return onSelection(() => nothingSelected);
    }
    if (command && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      return onSelection((before) => chooseAll(before, rows));
    }
    if (event.key === ' ' && uuid && target.matches('a.entry')) {
      event.preventDefault();
      return onChoose(uuid, { toggle: !event.shiftKey, range: event.shiftKey });
    }
    const next = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: links.length - 1 }[event.key];
    if (next === undefined || current < 0) return;
    event.preventDefault();
    const place = Math.max(0, Math.min(links.length - 1, next));
    const there = rows[place]?.data.uuid;
    if (event.shiftKey && uuid && there) {
      onSelection((before) => {
        // A range begins at the row that had the keyboard's focus.
        const from = before.anchor === null ? choose(before, rows, uuid, { toggle: false, range: false }) : before;
        return choose(from, rows, there, { toggle: false, range: true });
      });
    }
    links[place]?.focus();
  };
}
