import { mine, person, type Row } from './row.ts';

/** Documents of supporting information. Their item has not completed, so that none of them is ever made. */
export const documentRows: Record<string, Row> = {
  'GET /api/document': { expected: person },
  'POST /api/document': { body: { name: 'n', uuids: ['{workflow}'] }, expected: [201, 404, 401, 401] },
  'POST /api/document/preview': { body: { uuids: ['{workflow}'] }, expected: mine, viewer: 200 },
  'GET /api/document/:uuid': { expected: mine },
  'GET /api/document/:uuid/file': { expected: [409, 404, 401, 401] },
  // Of no document: one that is being made for another caller answers 409.
  'POST /api/document/:uuid/make': {
    path: '/api/document/{workflow}/make',
    body: {},
    expected: [404, 404, 401, 401],
    viewer: 404,
  },
  'POST /api/document/:uuid/cancel': { body: {}, expected: mine },
  'DELETE /api/document/:uuid': { path: '/api/document/{spareDocument}', expected: mine },
};
