import * as z from 'zod/mini';
import { Deletion, DeletionList } from '../entities/deletion.ts';
import type { Client } from './client.ts';

import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';

/** Makes the calls that read and restore what was deleted. */
export function deletionCalls({ transport }: Client, refreshed: Refreshed) {
  const anything = z.unknown();
  return {
    /** What was deleted and can be restored, last first; pages count from 0. */
    deletions: (page = 0) =>
      queryOptions({
        queryKey: ['deletions', page],
        queryFn: ({ signal }) => transport.get(`/api/trash?page=${page}`, DeletionList, signal),
      }),
    /** The deletion that took an item away, alone or with its folder or project; ApiError 404 where this person cannot take it back. */
    deletionOf: (uuid: string) =>
      queryOptions({
        queryKey: ['deletions', 'of', uuid],
        queryFn: ({ signal }) => transport.get(`/api/trash/${uuid}`, Deletion, signal),
      }),
    /** Brings something deleted back to where it was. */
    restoreDeletion: (uuid: string) =>
      refreshed(
        transport.send('POST', `/api/trash/${uuid}/restore`, {}, anything),
        ...[['deletions'], ['folder'], ['workflow'], ['structure'], ['protein']],
      ),
    /** Removes something deleted for good. */
    purgeDeletion: (uuid: string) =>
      refreshed(transport.send('DELETE', `/api/trash/${uuid}`, {}, anything), ['deletions']),
  };
}
