import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { useTemplate } from '../testing/databases.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';
import type { OpenApiDocument } from './openapi.ts';

const program = path.join(checkout, 'packages/server/.venv/bin/schemathesis');
const present = (await stat(program).catch(() => null)) !== null;

/** Calls that would wait for work, that are a browser's way through another site, that would revoke the walker's own key, and the one that it begins with. */
const left = ['/api/worker/claim', '/api/auth/callback/openid', '/api/api_key/{uuid}/revoke', '/api/openapi.json'];

describe.skipIf(!present && process.env.CI !== 'true')('the running server', () => {
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

  test('answers every call as its description says: schemathesis walks them all', async () => {
    const checks =
      'not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance';
    const args = ['run', `${server.address}/api/openapi.json`, '--header', `X-API-Key: ${ownerKey}`];
    args.push('--phases', 'fuzzing', '--max-examples', '2', '--mode', 'positive', '--checks', checks);
    args.push('--workers', '2', '--generation-deterministic', '--suppress-health-check', 'all', '--no-color');
    for (const url of left) args.push('--exclude-path', url);
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: data,
      env: { PATH: process.env.PATH ?? '', HOME: data },
      timeout: 150_000,
      maxBuffer: 16 * 2 ** 20,
    }).catch((error: Error & { stdout?: string }) => {
      throw new Error(`schemathesis found something:\n${(error.stdout ?? '').slice(0, 6000)}\n${error.message}`);
    });
    const { paths } = (await call<OpenApiDocument>(server, 'GET', '/api/openapi.json')).body;
    const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    const summary = stdout.slice(stdout.indexOf('= SUMMARY ='));
    expect(summary).toContain(`Tested: ${count - left.length}`);
  });
});
