import files, { mkdtemp, readdir, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { useTemplate } from '../testing/databases.ts';
import { computed } from '../testing/finished-item.ts';
import { temporaryIn, until } from '../testing/product.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';

describe('an upload that is not stored', () => {
  let data = '';
  let server: RunningServer;
  let written = '';
  const failures = () => written.split('\n').filter((line) => line.includes('"level":50'));
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    const write = (line: string) => {
      written += line;
    };
    server = await startTestServer({ data, databaseUrl: null }, { CUVETTE_LOG: 'json' }, { logStream: { write } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });

  test('for a full disk is answered 507 in words and logged, and stored when there is room again', async () => {
    const bringIn = () => call(server, 'POST', '/api/workflow/import', { body: computed('water') });
    for (const code of ['ENOSPC', 'EDQUOT']) {
      written = '';
      const refused = vi
        .spyOn(server.services.files, 'put')
        .mockRejectedValue(Object.assign(new Error(`${code}: write`), { code }));
      const { status, body } = await bringIn();
      refused.mockRestore();
      expect([status, body.detail]).toEqual([507, expect.stringContaining('The disk of the server is full')]);
      expect(failures()).toHaveLength(1);
      expect(failures()[0]).toContain(code);
    }
    expect((await bringIn()).status).toBe(201);
  });

  test('and /readyz says so until there is room again', async () => {
    const ready = () => call<{ ok: boolean; detail?: string }>(server, 'GET', '/readyz', { key: null });
    expect((await ready()).status).toBe(200);
    const { writeFile } = files;
    const asFull: typeof writeFile = async (file, ...rest) => {
      if (String(file).includes('.room-')) throw Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' });
      return writeFile(file, ...rest);
    };
    // The server reads the same module: its own imports are to see it, too.
    files.writeFile = asFull;
    syncBuiltinESMExports();
    const full = await ready().finally(() => {
      files.writeFile = writeFile;
      syncBuiltinESMExports();
    });
    expect(full).toMatchObject({ status: 503, body: { ok: false, detail: expect.stringContaining('is full') } });
    expect((await ready()).body).toEqual({ ok: true });
  });

  test('because the sender left is nothing to log, and leaves nothing', async () => {
    written = '';
    const uploads = async () =>
      (await readdir(temporaryIn(tmpdir()))).filter((name) => name.startsWith(`cuvette-import-${process.pid}-`)).length;
    const { hostname, port } = new URL(server.address);
    const socket = connect({ host: hostname, port: Number(port) });
    const head = `content-type: application/zip\r\nx-api-key: ${ownerKey}\r\ncontent-length: 200000`;
    socket.write(`POST /api/workflow/import HTTP/1.1\r\nhost: ${hostname}\r\n${head}\r\n\r\n${'x'.repeat(100_000)}`);
    await until('the upload is on its way', async () => (await uploads()) === 1, 20);
    socket.destroy();
    await until('the upload is gone', async () => (await uploads()) === 0, 20);
    expect((await call(server, 'GET', '/api/user/me')).status).toBe(200);
    await until('the next call is logged', async () => written.includes('"path":"/api/user/me"'), 20);
    expect(failures()).toEqual([]);
  });
});
