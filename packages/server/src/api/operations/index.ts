import { draftOperations } from './drafts-and-dispatch.ts';
import { folderOperations } from './folders.ts';
import { itemOperations } from './items.ts';
import type { Operations } from './operation.ts';
import { peopleOperations } from './people.ts';
import { resultOperations } from './results.ts';
import { structureOperations } from './structures.ts';
import { workerOperations } from './workers-and-monitoring.ts';

/** Every call of the server; a route without an entry here fails `openapi.test.ts`. */
export const operations: Operations = {
  ...itemOperations,
  ...resultOperations,
  ...folderOperations,
  ...structureOperations,
  ...peopleOperations,
  ...draftOperations,
  ...workerOperations,
};

/** Routes that are no calls: pages, files, and what is answered by another program's rules. */
export const undescribed: ReadonlySet<string> = new Set([
  'GET /*',
  'GET /embed/:version/*',
  'OPTIONS /api/shared/*',
  'GET /api/auth/*',
  'POST /api/auth/*',
]);
