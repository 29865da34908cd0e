import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import { routes } from '../routes.ts';

describe('security: headers', () => {
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
  const headersOf = async (address: string) => (await call(server, 'GET', address, { key: null })).headers;
  const policyOf = async (address: string) => {
    const text = (await headersOf(address)).get('content-security-policy') ?? '';
    return new Map(
      text.split('; ').map((directive): [string, string] => {
        const [name = '', ...values] = directive.split(' ');
        return [name, values.join(' ')];
      }),
    );
  };

  test('pages run scripts of this server only, none that is in a page, and load nothing from elsewhere', async () => {
    for (const address of ['/', '/sign-in', '/workflow/x', '/public/workflow/x?embed=1']) {
      const policy = await policyOf(address);
      expect(Object.fromEntries(policy), address).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self' 'wasm-unsafe-eval'",
        'style-src': "'self'",
        'img-src': "'self' data: blob:",
        'worker-src': "'self' blob:",
        'connect-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
      });
      expect([...policy.values()].join(' '), address).not.toMatch(/https?:|\*(?!$)|'unsafe-eval'/);
    }
  });

  test('pages that others may frame neither set nor need cookies, and tell nobody where a reader came from', async () => {
    const framed = await headersOf('/public/workflow/x?embed=1');
    expect(framed.getSetCookie()).toEqual([]);
    expect(framed.get('referrer-policy')).toBe('no-referrer');
    expect(framed.get('access-control-allow-credentials')).toBeNull();
    const shared = await headersOf('/api/shared/folder/x');
    expect(shared.getSetCookie()).toEqual([]);
    expect(shared.get('access-control-allow-origin')).toBe('*');
    expect(shared.get('access-control-allow-credentials')).toBeNull();
    // What is shared is read, never changed.
    expect(routes.filter(({ url }) => url.startsWith('/api/shared/')).length).toBeGreaterThan(10);
    expect(
      routes.filter(
        ({ method, url, caller, reads }) =>
          url.startsWith('/api/shared/') && (caller !== 'shared' || (method !== 'GET' && !reads)),
      ),
    ).toEqual([]);
  });

  test('answers are what they say they are, for this site only, and are kept by nobody', async () => {
    for (const address of ['/', '/api/user/me', '/embed/1/missing.js']) {
      const headers = await headersOf(address);
      expect(headers.get('x-content-type-options'), address).toBe('nosniff');
      expect(headers.get('referrer-policy'), address).toBe('no-referrer');
      expect(headers.get('permissions-policy'), address).toContain('camera=()');
    }
    const api = await headersOf('/api/user/me');
    expect(api.get('cache-control')).toBe('no-store');
    expect(api.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(api.get('x-frame-options')).toBe('DENY');
  });
});
