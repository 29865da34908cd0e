import { Deletion, DeletionKind, DeletionList } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { deletionOf, listDeletions, purgeDeletion, readDeletion, restoreDeletion } from '../../store/deletions.ts';
import { Done, done } from '../http/answers.ts';
import { paging, project_uuid } from '../http/parameters.ts';
import { type Route, route, withinProject } from '../http/route.ts';

/** What was deleted in the last 30 days: listed, brought back, or removed for good. */
export const trashRoutes: Route[] = [
  route('GET /api/trash', withinProject, {
    summary: 'Lists what was deleted in the last 30 days, page by page',
    query: { ...paging, project_uuid },
    answer: DeletionList,
    handle: ({ db, reader, query }) => listDeletions(db.drizzle, reader, query),
  }),
  route('GET /api/trash/:uuid', withinProject, {
    summary:
      'Reads a deletion, named by its own identifier, by that of what was deleted, or by that of an item that lay in it',
    answer: Deletion,
    handle: ({ db, reader, uuid }) => readDeletion(db.drizzle, reader, uuid),
  }),
  route('POST /api/trash/:uuid/restore', withinProject, {
    summary: 'Brings back what was deleted, named by its own identifier or by that of its deletion',
    answer: z.looseObject({ kind: DeletionKind, object_uuid: z.string() }),
    handle: async ({ db, reader, uuid }) => ({
      ...(await restoreDeletion(db, reader, await deletionOf(db.drizzle, reader, uuid))),
    }),
  }),
  route('DELETE /api/trash/:uuid', withinProject, {
    summary: 'Removes permanently what was deleted; what had been deleted from a folder before can still be restored',
    answer: Done,
    async handle({ db, reader, uuid }) {
      await purgeDeletion(db, reader, await deletionOf(db.drizzle, reader, uuid));
      return done;
    },
  }),
];
