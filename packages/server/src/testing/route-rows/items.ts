import { everybody, hidden, mine, person, type Row, sharedItem } from './row.ts';

/** Routes of workflow items, their results and the folders that they lie in. */
export const itemRows: Record<string, Row> = {
  'POST /api/workflow': {
    body: { workflow_type: 'test_sleep', folder_uuid: '{folder}' },
    expected: [201, 404, 401, 401],
  },
  'GET /api/workflow/:uuid': { expected: mine },
  'POST /api/workflow/:uuid': { body: { notes: 'n' }, expected: mine },
  'GET /api/workflow/:uuid/attempts': { expected: mine },
  'GET /api/workflow/:uuid/bundle': { expected: mine },
  'GET /api/workflow/bundles': { path: '/api/workflow/bundles?uuids={workflow}', expected: mine },
  'GET /api/workflow/read_workflows': { path: '/api/workflow/read_workflows?uuids={workflow}', expected: person },
  'GET /api/workflow/drawings': { path: '/api/workflow/drawings?uuids={workflow}', expected: person },
  'GET /api/workflow/:uuid/contents': { expected: mine },
  'GET /api/workflow/:uuid/values': { expected: mine },
  'GET /api/workflow/:uuid/graph': { expected: mine },
  // The item has a type of tests, which no recipe has.
  'GET /api/workflow/:uuid/recipe': { expected: [422, 404, 401, 401] },
  'GET /api/workflow/:uuid/log': { expected: mine },
  'GET /api/workflow/:uuid/picture.svg': { expected: mine },
  'GET /api/workflow/:uuid/picture.png': { expected: mine },
  'POST /api/workflow/:uuid/spectra': {
    body: { text: '400 0.1\n500 0.4\n600 0.2', kind: 'infrared' },
    expected: [201, 404, 401, 401],
  },
  'POST /api/workflow/:uuid/spectra/:name': {
    path: '/api/workflow/{results}/spectra/water.jdx',
    body: { title: 'Water, gas' },
    expected: mine,
  },
  'DELETE /api/workflow/:uuid/spectra/:name': {
    path: '/api/workflow/{results}/spectra/none.jdx',
    expected: [404, 404, 401, 401],
  },
  'POST /api/workflow/:uuid/stop': { body: {}, expected: mine },
  'POST /api/workflow/will_be_dispatched': { body: { workflow_type: 'test_sleep' }, expected: person },
  'POST /api/workflow/dispatch_information': { body: { workflow_type: 'test_sleep' }, expected: person },
  'GET /api/workflow/sidebar_workflows': { expected: person },
  // The item is no draft.
  'POST /api/workflow/:uuid/update_draft': { body: { name: 'n' }, expected: [409, 404, 401, 401] },
  'POST /api/workflow/:uuid/submit_draft': { body: {}, expected: [409, 404, 401, 401] },
  'POST /api/workflow/:uuid/temporarily_share': {
    path: '/api/workflow/{workflow}/temporarily_share?duration_minutes=5',
    body: {},
    expected: mine,
  },
  'POST /api/workflow/:uuid/end_temporary_share': { body: {}, expected: mine },
  'POST /api/workflow/:uuid/remove_credit_limit': { body: {}, expected: mine },
  'GET /api/workflow/:uuid/attempts/:number/log': { path: '/api/workflow/{workflow}/attempts/1/log', expected: mine },
  'DELETE /api/workflow/:uuid': { path: '/api/workflow/{spare}', expected: mine },
  // The folder is looked at before what shall be put into it.
  'POST /api/workflow/import': {
    path: '/api/workflow/import?folder_uuid={folder}',
    body: {},
    expected: [422, 404, 401, 401],
  },
  'POST /api/workflow/import_results': {
    path: '/api/workflow/import_results?folder_uuid={folder}',
    body: {},
    expected: [422, 404, 401, 401],
  },
  'GET /api/calculation/read_molecules': {
    path: '/api/calculation/read_molecules?uuids={calculation}',
    expected: person,
  },
  'GET /api/calculation/read_calculations': {
    path: '/api/calculation/read_calculations?uuids={calculation}',
    expected: person,
  },
  'GET /api/calculation/:uuid': { expected: mine },
  'GET /api/calculation/:uuid/molecules': { expected: mine },
  'GET /api/calculation/:uuid/stjames': { expected: mine },
  'GET /api/calculation/:uuid/logfile': { expected: mine },
  'GET /api/calculation/:uuid/input': { path: '/api/calculation/{calculation}/input?program=mvsj', expected: mine },
  'POST /api/folder': { body: { name: 'n', parent_uuid: '{folder}' }, expected: [201, 404, 401, 401] },
  'GET /api/folder/:uuid': { expected: mine },
  'GET /api/folder/:uuid/contents': { expected: mine },
  'GET /api/folder/:uuid/bundle': { expected: mine },
  'GET /api/folder/:uuid/proteins': { expected: mine },
  'GET /api/folder/:uuid/values': { expected: mine },
  'POST /api/folder/:uuid': { body: { notes: 'n' }, expected: mine },
  'DELETE /api/folder/:uuid': { path: '/api/folder/{spareFolder}', expected: mine },
  'GET /api/folder': { expected: person },
  'GET /api/folder/:uuid/subfolders': { path: '/api/folder/{folder}/subfolders?slug={folder}', expected: mine },
  'GET /api/folder/:uuid/folder_tree': { expected: mine },
  'POST /api/folder/move_folders': {
    body: { uuids: ['{moving}'], parent_uuid: '{folder}' },
    expected: mine,
  },
  'POST /api/workflow/move_workflows': {
    body: { uuids: ['{workflow}'], parent_uuid: '{folder}' },
    expected: mine,
  },
  'GET /api/workflow': { expected: person },
  'POST /api/workflow/batch_submit': {
    body: { workflow_type: 'test_sleep', folder_uuid: '{folder}', initial_smileses: ['C', 'CC'] },
    expected: [201, 404, 401, 401],
  },
  'POST /api/workflow/batch_check': {
    body: { workflow_type: 'solubility', initial_smileses: ['C', 'not one'] },
    expected: person,
  },
  'POST /api/workflow/batch_identical': {
    body: { workflow_type: 'solubility', folder_uuid: '{folder}', initial_smileses: ['C'] },
    expected: mine,
  },
  'POST /api/workflow/batch_retrieve': { body: { uuids: ['{workflow}'] }, expected: mine },
  'POST /api/workflow/batch_status': { body: { uuids: ['{workflow}'] }, expected: mine },
  'POST /api/workflow/batch_stop': { body: { uuids: ['{spareBatch}'] }, expected: mine },
  'DELETE /api/workflow': { body: { uuids: ['{spareBatch}'] }, expected: mine },
  // A running item keeps its data.
  'DELETE /api/workflow/:uuid/delete_workflow_data': { expected: [409, 404, 401, 401] },
  'GET /api/shared/workflow/:uuid': sharedItem,
  'GET /api/shared/workflow/read_workflows': {
    path: '/api/shared/workflow/read_workflows?uuids={workflow}',
    expected: everybody,
  },
  'GET /api/shared/workflow/drawings': {
    path: '/api/shared/workflow/drawings?uuids={workflow}',
    expected: everybody,
  },
  'GET /api/shared/workflow/:uuid/badge.svg': sharedItem,
  'GET /api/shared/workflow/:uuid/badge.png': sharedItem,
  'GET /api/shared/workflow/:uuid/picture.svg': sharedItem,
  'GET /api/shared/workflow/:uuid/picture.png': sharedItem,
  // Without an address it is refused, whoever asks.
  'GET /oembed': { expected: [422, 422, 422, 422] },
  'GET /api/shared/workflow/:uuid/bundle': sharedItem,
  'GET /api/shared/workflow/:uuid/contents': sharedItem,
  'GET /api/shared/workflow/:uuid/values': sharedItem,
  'GET /api/shared/workflow/:uuid/graph': sharedItem,
  'GET /api/shared/workflow/:uuid/log': sharedItem,
  'GET /api/shared/calculation/read_molecules': {
    path: '/api/shared/calculation/read_molecules?uuids={calculation}',
    expected: everybody,
  },
  'GET /api/shared/calculation/read_calculations': {
    path: '/api/shared/calculation/read_calculations?uuids={calculation}',
    expected: everybody,
  },
  'GET /api/shared/calculation/:uuid': sharedItem,
  'GET /api/shared/calculation/:uuid/molecules': sharedItem,
  'GET /api/shared/calculation/:uuid/stjames': sharedItem,
  'GET /api/shared/calculation/:uuid/logfile': sharedItem,
  'GET /api/shared/calculation/:uuid/input': {
    path: '/api/shared/calculation/{calculation}/input?program=mvsj',
    ...sharedItem,
  },
  'GET /api/shared/folder/:uuid': { expected: hidden, open: 200, linked: [404, 200, 404] },
  'GET /api/shared/folder/:uuid/contents': { expected: hidden, open: 200, linked: [404, 200, 404] },
  'GET /api/shared/folder/:uuid/proteins': { expected: hidden, open: 200, linked: [404, 200, 404] },
  'GET /api/shared/folder/:uuid/values': { expected: hidden, open: 200, linked: [404, 200, 404] },
  // Of the item that left a trajectory, orbitals and an alignment.
  ...Object.fromEntries(
    ['/api', '/api/shared'].flatMap((prefix) =>
      [
        'trajectory/:uuid/compressed_stream',
        'orbitals/:uuid/compressed_json',
        'orbitals/:uuid/grids',
        'orbitals/:uuid/grids/:name',
        'workflow/:uuid/get_msa_files',
        'workflow/:uuid/spectra',
        'workflow/:uuid/spectra/:name',
      ].map((path): [string, Row] => [
        `GET ${prefix}/${path}`,
        {
          path: `${prefix}/${path.replace(':uuid', '{results}').replace(':name', path.includes('spectra') ? 'water.jdx' : 'density_cube')}`,
          ...(prefix === '/api' ? { expected: mine } : sharedItem),
        },
      ]),
    ),
  ),
  'POST /api/trajectory/:uuid/atom_trajectories': {
    path: '/api/trajectory/{results}/atom_trajectories',
    body: {},
    expected: mine,
  },
  'GET /api/trajectory/:uuid/dcd': { path: '/api/trajectory/{results}/dcd', expected: mine },
  'GET /api/shared/trajectory/:uuid/dcd': { path: '/api/shared/trajectory/{results}/dcd', ...sharedItem },
  'POST /api/trajectory/:uuid/trajectory_dcd_urls': {
    path: '/api/trajectory/{results}/trajectory_dcd_urls',
    body: [0],
    expected: mine,
  },
  'POST /api/trajectory/:uuid/trajectory_dcds': {
    path: '/api/trajectory/{results}/trajectory_dcds',
    body: [0],
    expected: mine,
  },
  'POST /api/shared/trajectory/:uuid/trajectory_dcds': {
    path: '/api/shared/trajectory/{results}/trajectory_dcds',
    body: [0],
    ...sharedItem,
  },
  'POST /api/shared/trajectory/:uuid/atom_trajectories': {
    path: '/api/shared/trajectory/{results}/atom_trajectories',
    body: {},
    ...sharedItem,
  },
};
