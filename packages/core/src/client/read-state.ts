import { texts } from '../entities/texts.ts';

/** One read of a view: still under way, what it gave (null for nothing there), or that it failed. */
export interface Read {
  pending: boolean;
  value: unknown;
  failed?: boolean;
}

/** What a view waits for: its items, then their molecules; "not-found" when every read came back empty; null when all is there. */
export type ReadState = 'items' | 'molecules' | 'not-found' | null;

function isEmpty({ value }: Read): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** State of the reads of a view with one or several items. A comparison with one item missing is not "not-found". */
export function readState(items: readonly Read[], molecules: readonly Read[] = []): ReadState {
  if (items.some(({ pending }) => pending)) return 'items';
  if (items.every(isEmpty)) return 'not-found';
  return molecules.some(({ pending }) => pending) ? 'molecules' : null;
}

/** What of an item could not be read. */
export interface ReadErrors {
  molecules: boolean;
  protein: boolean;
}

/**
 * Error flags of an item's reads; each one set is logged.
 * @param log writes a line, `console.error` by default
 */
export function readErrors(
  reads: { molecules?: readonly Read[]; protein?: Read | null },
  log: (text: string) => void = (text) => console.error(text),
): ReadErrors {
  const errors = {
    molecules: (reads.molecules ?? []).some(({ failed }) => failed === true),
    protein: reads.protein?.failed === true,
  };
  if (errors.molecules) log(texts.moleculesFailed);
  if (errors.protein) log(texts.proteinFailed);
  return errors;
}
