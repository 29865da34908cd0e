import type { Client } from '@cuvette/core/client';
import type { ItemValues, WorkflowItem } from '@cuvette/core/entities';

/** As much of an item as `cuvette-load` tells: all of it where the page or a bundle gave it, else what is shown beside its numbers. */
export type LoadedItem = WorkflowItem | ItemValues;

/** Where numbers are read from, as messages about it need to know. */
export type ReadFrom = Pick<Client, 'kind' | 'link' | 'origin'>;

/** The named numbers of one item, read again as it changes. */
export interface ValuesSource {
  readonly from: ReadFrom | null;
  /** What was read last; null before. */
  readonly values: ItemValues | null;
  readonly item: LoadedItem | null;
  /** Why nothing could be read, or not what a number needs beside the item. */
  readonly failure: unknown;
  /** Whether something must still be read before the number of this name is known; it is then being read. */
  waitsFor: (path: string | null) => boolean;
  /** Ends the reading, unless others share it. */
  stop: () => void;
}
