import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { addWorkerKey } from '../store/api-keys.ts';
import { useTemplate } from '../testing/databases.ts';
import { fullLoad, fullRun, measured } from '../testing/load.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';
import type { OpenApiDocument } from './description/document.ts';

const program = path.join(checkout, 'packages/server/.venv/bin/schemathesis');
const present = (await stat(program).catch(() => null)) !== null;

/** Calls that would wait for work, that are a browser's way through another site, that would revoke the walker's own key, and the one that it begins with. */
const left = [
  '/api/worker/claim',
  '/api/auth/callback/openid',
  '/api/api_key/{uuid}/revoke',
  '/api/openapi.json',
  // Of many examples schemathesis 4.32.5 cannot read back the tuples of its answer that it has rewritten itself; of few it can.
  ...(fullLoad ? ['/api/convert/pdb_file_to_protein'] : []),
];

/**
 * What each answer is held against. Not `negative_data_rejection`: unknown keys are ignored, and an empty parameter or a body of null is
 * one that is missing. Not `positive_data_acceptance`: a schema cannot say what chemistry takes (a molecule without atoms, a name of control
 * characters, two things where one is to be named). Both refuse as text, which `response_schema_conformance` sees.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'missing_required_header',
  'unsupported_method',
  'allow_header_conformance',
  'ignored_auth',
];

/** How much is tried: in full, whatever fits and does not fit, each bound of each schema, and 25 times what chance makes of them. */
const extent = fullLoad
  ? { arguments: ['--phases', 'examples,coverage,fuzzing', '--max-examples', '25', '--mode', 'all'], seconds: 2400 }
  : { arguments: ['--phases', 'fuzzing', '--max-examples', '2', '--mode', 'positive'], seconds: 150 };

/** Not in `npm test`, where `routes.test.ts` holds the answers of every call against their description. */
describe.runIf(fullRun && (present || process.env.CI === 'true'))('the running server', () => {
  let data = '';
  let server: RunningServer;
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('answers every call as its description says: schemathesis walks them all', {
    timeout: (extent.seconds + 30) * 1000,
  }, async () => {
    const keys = {
      key: ownerKey,
      worker: await addWorkerKey(server.services.db.drizzle, 'test'),
      'command-line': server.services.adminToken,
    };
    const cwd = path.join(data, 'walk');
    await mkdir(cwd);
    const settings = Object.entries(keys).map(([name, key]) => `[auth.openapi.${name}]\napi_key = "${key}"\n`);
    await writeFile(path.join(cwd, 'schemathesis.toml'), settings.join('\n'), { mode: 0o600 });
    const args = ['run', `${server.address}/api/openapi.json`, ...extent.arguments, '--checks', checks.join(',')];
    args.push('--workers', '2', '--generation-deterministic', '--suppress-health-check', 'all', '--no-color');
    for (const url of left) args.push('--exclude-path', url);
    const { stdout } = await promisify(execFile)(program, args, {
      cwd,
      env: { PATH: process.env.PATH ?? '', HOME: cwd },
      timeout: extent.seconds * 1000,
      maxBuffer: 64 * 2 ** 20,
    }).catch((error: Error & { stdout?: string }) => {
      const said = error.stdout ?? '';
      const found = said.slice(Math.max(0, said.indexOf('= FAILURES =')));
      throw new Error(`schemathesis found something:\n${found.slice(0, 6000)}\n${error.message.slice(0, 500)}`);
    });
    const { paths } = (await call<OpenApiDocument>(server, 'GET', '/api/openapi.json')).body;
    const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    const summary = stdout.slice(stdout.indexOf('= SUMMARY ='));
    expect(summary).toContain(`Tested: ${count - left.length}`);
    const generated = Number(/(\d+) generated/.exec(summary)?.[1]);
    expect(generated).toBeGreaterThan(fullLoad ? 10_000 : count);
    measured(`${count - left.length} operations, ${generated} calls, each answer as described`);
  });
});
