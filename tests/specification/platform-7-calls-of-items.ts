import type { Row } from './rows.ts';

/** Section 7 of the platform document: calculations, orbitals and workflows. */
export const callsOfItems: readonly Row[] = [
  {
    text: 'Calculation (owner / shared variants under /api/shared/...)',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/big-results.test.ts › large results › what is shared is read by everybody, from any page; what is not, by nobody',
    ],
  },
  {
    text: 'GET /api/calculation/{uuid}',
    held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
  },
  {
    text: 'GET /api/calculation/{uuid}/molecules?return_frequencies',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'tests/e2e/basic-calculation.spec.ts › water dropped as XYZ: optimized, with frequencies, and every tab of the result',
    ],
  },
  {
    text: 'GET /api/calculation/{uuid}/logfile',
    held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
  },
  {
    text: 'GET /api/calculation/read_molecules?uuids&return_frequencies (batches of 25)',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/answers.test.ts › molecules are read of at most 25 calculations a call; more are refused with their field',
      'packages/core/src/client/client.test.ts › 30 molecule reads of one task are two calls of 25 and 5, without doubles',
    ],
  },
  {
    text: 'GET /api/orbitals/{uuid}/compressed_json (no cache)',
    held: [
      'packages/server/src/api/big-results.test.ts › large results › the orbitals of an item are its data and what lies in its file, as one object',
    ],
  },
  {
    text: 'Workflow',
    held: ['tests/specification/specification.test.ts › every section of the document is there, in order'],
    note: 'A label.',
  },
  {
    text: 'POST /api/workflow (create);',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/api.test.ts › a submission is stored as queued and reads back in the shape of core',
    ],
  },
  {
    text: 'POST /api/workflow/will_be_dispatched;',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/dispatch.test.ts › what an item waits for › what would become of a submission: place, workers, time, or what stands in the way',
    ],
  },
  {
    text: 'GET /api/workflow/sidebar_workflows',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/life.test.ts › life of an item › the side bar: what is under way first, then what was touched last',
    ],
  },
  {
    text: 'GET /api/workflow/{id} (no-store,',
    held: ['packages/server/src/api/api.test.ts › an unchanged answer is 304 for who has it'],
  },
  {
    text: 'optional manual token);',
    held: [
      'packages/server/src/api/session.test.ts › people › tokens for reading › read and do nothing else',
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
    ],
  },
  {
    text: 'GET /api/workflow/{id}/contents',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/workflow-contents.test.ts › what stands under an item, and lists of items › its calculations in their order, in pages, without their molecules',
      'packages/server/src/api/workflow-contents.test.ts › what stands under an item, and lists of items › filters and orders',
    ],
  },
  {
    text: 'POST /api/workflow/{uuid} (body without object_data);',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/api.test.ts › an unchanged answer is 304 for who has it',
    ],
  },
  {
    text: 'POST /api/workflow/{uuid}/update_draft;',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/life.test.ts › life of an item › a draft is kept without being run, changed, judged when it is submitted, and then runs as what it is by then',
    ],
  },
  {
    text: 'POST /api/workflow/{id}/submit_draft;',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/life.test.ts › life of an item › a draft is kept without being run, changed, judged when it is submitted, and then runs as what it is by then',
    ],
  },
  {
    text: 'POST /api/workflow/{id}/remove_credit_limit;',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/life.test.ts › life of an item › the runtime limit, in minutes, stops an item over all its attempts; removing it lets it run',
    ],
  },
  {
    text: 'POST /api/workflow/{id}/stop;',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/api.test.ts › a queued item stops at once',
      'packages/server/src/faults.test.ts › faults › stop: even a compute process that ignores SIGTERM is gone within 10 s',
      'packages/server/src/api/life.test.ts › life of an item › stop while running: the worker is told, and what was finished is kept',
    ],
  },
  {
    text: 'DELETE /api/workflow/{uuid}',
    held: ['packages/server/src/api/routes.test.ts › every route for every role › %s'],
  },
  {
    text: 'POST /api/workflow/move_workflows (new parent_uuid)',
    held: [
      'packages/server/src/api/folders.test.ts › folders › moves: all or none, only to what may be changed, never in a circle, also to another project',
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
    ],
  },
  {
    text: 'GET /api/workflow/{id}/get_msa_files?msa_format= returns a zip file (no-store)',
    held: [
      'packages/server/src/api/big-results.test.ts › large results › alignments come as a zip, one format at a time',
      'packages/server/src/api/big-results.test.ts › large results › the Python client downloads alignments, which open as a zip',
    ],
  },
  {
    text: 'Shared: GET /api/shared/workflow/{id}',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/routes.test.ts › an item is public by its own flag or by a folder above it, and says which',
    ],
  },
  {
    text: 'and /contents',
    held: [
      'packages/server/src/api/routes.test.ts › every route for every role › %s',
      'packages/server/src/api/workflow-contents.test.ts › what stands under an item, and lists of items › through the shared endpoint when it is shared',
    ],
  },
];
