import type { KeyboardEvent } from 'react';

/** What a key on a row asks for; null leaves the key to the browser. */
export type RowCommand =
  | { kind: 'move'; to: number; extend: boolean; keep: boolean }
  | { kind: 'open' }
  | { kind: 'mark' }
  | { kind: 'all' }
  | { kind: 'clear' };

/**
 * Reads a key on the row at `position` of `count`, with `page` rows in sight. `multiple` tables know Shift (a range), Ctrl or Cmd (move without
 * selecting), Ctrl A and Escape too.
 */
export function rowCommand(
  event: KeyboardEvent,
  { position, count, page, multiple }: { position: number; count: number; page: number; multiple: boolean },
): RowCommand | null {
  const { key, shiftKey, altKey } = event;
  const command = event.ctrlKey || event.metaKey;
  if (altKey || (command && !multiple)) return null;
  if (command && key.toLowerCase() === 'a') return { kind: 'all' };
  const to = {
    ArrowDown: position + 1,
    ArrowUp: position - 1,
    Home: 0,
    End: count - 1,
    PageDown: position + page,
    PageUp: position - page,
  }[key];
  if (to !== undefined) {
    const inside = Math.max(0, Math.min(count - 1, to));
    return { kind: 'move', to: inside, extend: multiple && shiftKey, keep: command };
  }
  if (key === ' ') return { kind: 'mark' };
  if (command) return null;
  if (key === 'Enter') return { kind: 'open' };
  return key === 'Escape' && multiple ? { kind: 'clear' } : null;
}
