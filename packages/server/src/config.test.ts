import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultPlatformSettings } from '@cuvette/core/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { secure } from './api/http/headers.ts';
import { ConfigProblem, exposureWarning, readConfig } from './config.ts';

describe('settings', () => {
  let data = '';
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-config-'));
    await writeFile(
      path.join(data, 'cuvette.json'),
      JSON.stringify({
        port: 1111,
        workers: 2,
        embedAncestors: ['https://a.example'],
        dask: { cluster: 'SLURMCluster', maximum_jobs: 4 },
      }),
    );
  });
  afterAll(() => rm(data, { recursive: true, force: true }));

  test('flags win over the environment, the environment over the file, the file over the defaults', () => {
    const read = (flags: string[], env: Record<string, string> = {}) => readConfig(['--data', data, ...flags], env);
    expect(read([])).toMatchObject({
      port: 1111,
      workers: 2,
      host: '127.0.0.1',
      embedAncestors: ['https://a.example'],
      dask: '{"cluster":"SLURMCluster","maximum_jobs":4}',
    });
    expect(read([], { CUVETTE_DASK: 'tcp://scheduler:8786' }).dask).toBe('tcp://scheduler:8786');
    expect(read([], { CUVETTE_PORT: '2222' })).toMatchObject({ port: 2222, workers: 2 });
    expect(read(['--port=3333'], { CUVETTE_PORT: '2222', CUVETTE_WORKERS: '0' })).toMatchObject({
      port: 3333,
      workers: 0,
    });
  });

  test('lookups ask the public services over https, unless a mirror in the house is named', () => {
    expect(readConfig([], {})).toMatchObject({ lookups: 'on', pdbUrl: 'https://files.rcsb.org/download' });
    expect(
      readConfig([], { CUVETTE_LOOKUPS: 'in-house', CUVETTE_PUBCHEM_URL: 'http://mirror.lan/rest/pug/' }),
    ).toMatchObject({ lookups: 'in-house', pubchemUrl: 'http://mirror.lan/rest/pug' });
  });

  test('private features and billing are off unless they are named', () => {
    expect(readConfig([], {}).platform).toEqual(defaultPlatformSettings);
    const env = { CUVETTE_FEATURES: 'nmr, kingfisher', CUVETTE_BILLING: 'on', CUVETTE_SUPPORT_CONTACT: 'room 12' };
    expect(readConfig([], env).platform).toEqual({
      billing: true,
      features: { kingfisher: true, nmr: true },
      lookups: true,
      support_contact: 'room 12',
    });
  });

  test('files lie in the data directory, in another, or in a bucket', () => {
    const read = (env: Record<string, string>) => readConfig(['--data', data], env).files;
    expect(read({})).toEqual({ kind: 'local', directory: path.join(data, 'files') });
    expect(read({ CUVETTE_FILES: '/srv/files/' })).toEqual({ kind: 'local', directory: '/srv/files/' });
    expect(read({ CUVETTE_FILES: 's3://bucket', CUVETTE_S3_REGION: 'eu-central-1' })).toEqual({
      kind: 's3',
      bucket: 'bucket',
      prefix: '',
      endpoint: null,
      region: 'eu-central-1',
      pathStyle: false,
      credentials: null,
    });
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
    expect(
      read({ CUVETTE_FILES: 's3://bucket/our/files/', CUVETTE_S3_ENDPOINT: 'http://127.0.0.1:9000/', ...keys }),
    ).toMatchObject({
      prefix: 'our/files',
      endpoint: 'http://127.0.0.1:9000',
      pathStyle: true,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: null },
    });
  });

  test.each([
    { CUVETTE_OWNER_API_KEY: 'short' },
    { CUVETTE_OWNER_EMAIL: 'nobody' },
    { CUVETTE_PUBLIC_URL: 'javascript:alert(1)' },
    { CUVETTE_PUBLIC_URL: 'https://lab.example.org/cuvette?x=1' },
    { CUVETTE_PUBLIC_URL: 'https://user:password@lab.example.org' },
    { CUVETTE_PUBLIC_URL: 'https://lab.example.org/cuvette//x' },
    { CUVETTE_PUBLIC_URL: 'https://lab.example.org/our lab' },
    { CUVETTE_PUBLIC_URL: 'https://lab.example.org/a;b' },
    { CUVETTE_EMBED_ANCESTORS: "https://a.example 'unsafe'" },
    { CUVETTE_WORKERS: '-1' },
    { CUVETTE_LOOKUPS: 'perhaps' },
    { CUVETTE_PUBCHEM_URL: 'http://pubchem.example' },
    { CUVETTE_PDB_URL: 'https://user:password@pdb.example/download' },
    { CUVETTE_PDB_URL: 'https://pdb.example/download?x=' },
    { CUVETTE_PDB_URL: 'file:///etc' },
    { CUVETTE_SIGN_UP: 'maybe' },
    { CUVETTE_OAUTH: 'maybe' },
    { CUVETTE_FILES: 'files' },
    { CUVETTE_FILES: 's3://' },
    { CUVETTE_FILES: 's3://Bucket' },
    { CUVETTE_FILES: 's3://key:secret@bucket' },
    { CUVETTE_FILES: 's3://bucket/a/../b' },
    { CUVETTE_FILES: 's3://bucket', CUVETTE_S3_ENDPOINT: 's3.example.org' },
    { CUVETTE_FILES: 's3://bucket', CUVETTE_S3_ENDPOINT: 'https://key:secret@s3.example.org' },
    { CUVETTE_FILES: 's3://bucket', CUVETTE_S3_REGION: 'eu west' },
    { CUVETTE_FILES: 's3://bucket', CUVETTE_S3_PATH_STYLE: 'yes' },
    { CUVETTE_FILES: 's3://bucket', AWS_ACCESS_KEY_ID: 'without its secret' },
    { CUVETTE_FEATURES: 'nmr telepathy' },
    { CUVETTE_BILLING: 'sometimes' },
    { CUVETTE_OPENID_ISSUER: 'https://login.example.org' },
    {
      CUVETTE_OPENID_ISSUER: 'http://login.example.org',
      CUVETTE_OPENID_CLIENT_ID: 'c',
      CUVETTE_OPENID_CLIENT_SECRET: 's',
      CUVETTE_PUBLIC_URL: 'https://cuvette.example.org',
    },
  ])('%j is refused with words', (env) => {
    expect(() => readConfig(['--data', data], env)).toThrow(ConfigProblem);
  });

  test.each([
    ['https://lab.example.org', 'https://lab.example.org'],
    ['https://lab.example.org/', 'https://lab.example.org'],
    ['https://lab.example.org/cuvette', 'https://lab.example.org/cuvette'],
    ['https://Lab.example.org/cuvette/', 'https://lab.example.org/cuvette'],
    ['http://127.0.0.1:80/node/n-1.lab/4280/', 'http://127.0.0.1/node/n-1.lab/4280'],
  ])('the public address %s is %s', (given, read) => {
    expect(readConfig(['--data', data], { CUVETTE_PUBLIC_URL: given }).publicUrl).toBe(read);
  });

  test('plain http is warned of unless only this machine is served', () => {
    const warns = (host: string, publicUrl: string | null) => exposureWarning({ host, publicUrl }) !== null;
    expect(warns('127.0.0.1', null)).toBe(false);
    expect(warns('localhost', null)).toBe(false);
    expect(warns('::1', null)).toBe(false);
    expect(warns('0.0.0.0', null)).toBe(true);
    expect(warns('192.0.2.7', null)).toBe(true);
    expect(warns('0.0.0.0', 'https://cuvette.example.org')).toBe(false);
    expect(warns('127.0.0.1', 'http://cuvette.example.org')).toBe(true);
    expect(warns('127.0.0.1', 'http://[::1]:8080')).toBe(false);
  });

  test('a list of ancestors replaces "from anywhere", for framed public pages only', () => {
    const config = readConfig(['--data', data], {});
    const policyOf = (url: string): string => {
      const headers: Record<string, string> = {};
      const reply = { header: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
      secure({ url } as FastifyRequest, reply as unknown as FastifyReply, config);
      return headers['content-security-policy'] ?? '';
    };
    expect(policyOf('/public/calculation/x?embed=1')).toContain("frame-ancestors 'self' https://a.example");
    expect(policyOf('/calculation/x?embed=1')).toContain("frame-ancestors 'none'");
  });
});
