import { probeReport } from '../probe-report.ts';
import { attempt, browserOnly, ending, everybody, person, type Row, someUuid, workersOnly } from './row.ts';

/** Routes of workers, the command line, pages, and what is open to everybody. */
export const workerRows: Record<string, Row> = {
  'GET /api/methods': { expected: person },
  'GET /api/workers': { expected: person, elsewhere: 403 },
  'POST /api/workers/:uuid/allow': {
    path: `/api/workers/${someUuid}/allow`,
    expected: browserOnly,
    browser: [200, 403],
  },
  'GET /api/platform': { expected: everybody },
  'OPTIONS /api/shared/*': { path: '/api/shared/workflow/{workflow}', expected: [204, 204, 204, 204] },
  'POST /api/worker/register': {
    body: { name: 'w', host: 'h', memory_mb: 1, report: probeReport },
    expected: workersOnly(200),
  },
  'POST /api/worker/claim': {
    body: { worker: someUuid, memory_mb: 1, gpus: 0, seconds: null, wait_seconds: 0 },
    expected: workersOnly(404),
  },
  'POST /api/worker/heartbeat': { body: { worker: someUuid, attempts: [attempt] }, expected: workersOnly(200) },
  'POST /api/worker/events': { body: { ...attempt, events: [] }, expected: workersOnly(404) },
  'POST /api/worker/file': { body: { ...attempt, name: 'log', text: 't' }, expected: workersOnly(404) },
  // Parts are bytes; this is JSON.
  'POST /api/worker/file_part': {
    path: `/api/worker/file_part?attempt=${someUuid}&token=${someUuid}&file=${someUuid}&position=0`,
    body: {},
    expected: workersOnly(422),
  },
  'POST /api/worker/finish': { body: { ...attempt, ...ending }, expected: workersOnly(404) },
  // Without the header Accept of the protocol it is refused, after its caller was found.
  'POST /mcp': { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, expected: [406, 406, 401, 401] },
  'GET /.well-known/oauth-protected-resource': { expected: everybody },
  'GET /.well-known/oauth-protected-resource/mcp': { expected: everybody },
  'GET /.well-known/oauth-authorization-server': { expected: everybody },
  // No browser may be sent to such an address.
  'POST /oauth2/register': { body: { redirect_uris: ['http://example.org/'] }, expected: [400, 400, 400, 400] },
  // A parameter that is given twice; else it leads to a page.
  'GET /oauth2/authorize': { path: '/oauth2/authorize?client_id=a&client_id=b', expected: [422, 422, 422, 422] },
  // Applications send forms; this is JSON.
  'POST /oauth2/token': { body: {}, expected: [415, 415, 415, 415] },
  'POST /oauth2/revoke': { body: {}, expected: [415, 415, 415, 415] },
  'POST /api/admin': { body: { command: 'user_link', email: null }, expected: [401, 401, 401, 401] },
  'GET /healthz': { expected: everybody },
  'GET /readyz': { expected: everybody },
  'GET /api/healthz': { expected: everybody },
  // Measurements are for whoever has the token of the settings; here there is none.
  'GET /metrics': { expected: [404, 404, 404, 404] },
  // What waits for workers is for whoever has the token of the settings; here there is none.
  'GET /api/platform/demand': { expected: [404, 404, 404, 404] },
  'GET /api/openapi.json': { expected: everybody },
  'GET /api/docs': { expected: everybody },
  'GET /api/docs/style.css': { expected: everybody },
  'GET /api/docs/script.js': { expected: everybody },
  'GET /api/schemas': { expected: everybody },
  'GET /api/schemas/:name': { path: '/api/schemas/pka.settings.json', expected: everybody },
  'GET /embed/:version/*': { path: '/embed/1/missing.js', expected: [404, 404, 404, 404] },
  'GET /*': { path: '/missing.js', expected: [404, 404, 404, 404] },
};
