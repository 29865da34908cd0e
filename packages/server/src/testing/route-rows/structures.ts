import { emptyPdb } from '@cuvette/core/chemistry';
import { hidden, mine, person, type Row } from './row.ts';

/** Routes of proteins, structures, conversions and lookups. */
export const structureRows: Record<string, Row> = {
  'GET /api/structure/:uuid': { expected: mine },
  'POST /api/structure/:uuid': { body: { name: 'renamed' }, expected: mine },
  'GET /api/shared/structure/:uuid': { expected: hidden, open: 200 },
  'DELETE /api/structure/:uuid': { path: '/api/structure/{spareStructure}', expected: mine },
  'GET /api/project/:uuid/calibrations': { path: '/api/project/{project}/calibrations', expected: mine },
  'POST /api/project/:uuid/calibrations': {
    path: '/api/project/{project}/calibrations',
    body: { name: 'c', quantity: 'log_p', table: 'smiles,value\nC,1' },
    expected: [422, 404, 401, 401],
    viewer: 403,
  },
  'GET /api/calibration/:uuid': { path: '/api/calibration/{calibration}', expected: mine },
  'POST /api/calibration/:uuid': { path: '/api/calibration/{calibration}', body: { name: 'renamed' }, expected: mine },
  // Nothing was computed for it.
  'POST /api/calibration/:uuid/apply': {
    path: '/api/calibration/{calibration}/apply',
    body: {},
    expected: [409, 404, 401, 401],
    viewer: 403,
  },
  'POST /api/calibration/:uuid/withdraw': {
    path: '/api/calibration/{calibration}/withdraw',
    body: {},
    expected: mine,
  },
  'DELETE /api/calibration/:uuid': { path: '/api/calibration/{spareCalibration}', expected: mine },
  'GET /api/protein': { expected: person },
  'POST /api/protein': {
    body: { name: 'p', protein_data: emptyPdb(), project_uuid: '{project}' },
    expected: [201, 404, 401, 401],
  },
  'GET /api/protein/:uuid': { expected: mine },
  'GET /api/protein/:uuid/get_pdb_file': { expected: mine },
  'POST /api/protein/:uuid': { body: { name: 'renamed' }, expected: mine },
  'DELETE /api/protein/:uuid': { path: '/api/protein/{spareProtein}', expected: mine },
  'POST /api/protein/:uuid/stop_preparation': { body: {}, expected: [409, 404, 401, 401], viewer: 403 },
  'POST /api/protein/:uuid/restore_original': { body: {}, expected: [409, 404, 401, 401], viewer: 403 },
  'POST /api/protein/:uuid/validate_forcefield': { body: [], expected: [422, 404, 401, 401], viewer: 422 },
  // From here on the proteins are being prepared, or are so already.
  'POST /api/protein/sanitize/:uuid': { body: {}, expected: mine },
  'POST /api/protein/prepare/:uuid': { body: {}, expected: mine },
  // The item names it.
  'GET /api/shared/protein/:uuid': { expected: hidden, open: 200, linked: [200, 200, 200] },
  'POST /api/convert/pdb_file_to_protein': { body: {}, expected: [422, 422, 401, 401] },
  'POST /api/convert/stjames_pdb_to_pdb_filestring': { body: {}, expected: [422, 422, 401, 401] },
  // An empty list is refused before the converter is asked, after the caller is known.
  'POST /api/convert/inspect_smiles': { body: { smiles: [] }, expected: [422, 422, 401, 401] },
  'POST /api/convert/smiles_to_mols': { body: { smiles: [] }, expected: [422, 422, 401, 401] },
  'POST /api/convert/mols_to_smiles': { body: { molecules: [] }, expected: [422, 422, 401, 401] },
  'POST /api/convert/mol_to_smiles': { body: {}, expected: [422, 422, 401, 401] },
  'POST /api/convert/reorder_to_match_template': { body: {}, expected: [422, 422, 401, 401] },
  // Lookups are switched off in the tests of the whole server.
  'POST /api/convert/pubchem_to_mols': {
    body: { identifiers: ['2244'] },
    expected: [403, 403, 401, 401],
  },
  'POST /api/convert/pubchem_to_smiles': {
    body: { identifiers: ['2244'] },
    expected: [403, 403, 401, 401],
  },
  'POST /api/convert/pdb_id_to_protein': {
    path: '/api/convert/pdb_id_to_protein?pdb_id=1HCK',
    expected: [403, 403, 401, 401],
  },
  'GET /api/convert/pdb_id_to_sequences': {
    path: '/api/convert/pdb_id_to_sequences?pdb_id=1HCK',
    expected: [403, 403, 401, 401],
  },
  'POST /api/convert/files_to_mols': { body: {}, expected: [422, 422, 401, 401] },
  'POST /api/convert/mol_to_file': { body: { molecules: [] }, expected: [422, 422, 401, 401] },
};
