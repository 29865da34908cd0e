import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mischief, startLookupProvider } from '../testing/lookup-provider.ts';
import { createTextCache } from './cache.ts';
import type { LookupLimits } from './guarded-request.ts';
import { createLookups } from './lookups.ts';
import { pdbIdentifier } from './pdb-entry.ts';
import { pubchemIdentifier } from './pubchem.ts';
import { isPublicAddress } from './public-address.ts';

let provider: Awaited<ReturnType<typeof startLookupProvider>>;
let other: Awaited<ReturnType<typeof startLookupProvider>>;

beforeAll(async () => {
  provider = await startLookupProvider();
  other = await startLookupProvider();
});
afterAll(async () => {
  await provider.stop();
  await other.stop();
});
beforeEach(() => {
  for (const { state } of [provider, other])
    Object.assign(state, { mischief: { kind: 'none' }, asked: [], sent: 0, closed: 0 });
});

const inHouse = (limits: Partial<LookupLimits> = {}) =>
  createLookups(
    { lookups: 'in-house', pubchemUrl: `${provider.address}/pug`, pdbUrl: `${provider.address}/download` },
    limits,
  );
const outside = (host: string, addresses: string[], protocol = 'https') =>
  createLookups(
    {
      lookups: 'on',
      pubchemUrl: `${protocol}://${host}:${provider.port}/pug`,
      pdbUrl: `${protocol}://${host}:${provider.port}/download`,
    },
    {
      timeoutMs: 2000,
      resolve: (_host, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    },
  );
const misbehave = (mischief: Mischief) => {
  provider.state.mischief = mischief;
};

test('a compound is found by number and by name, and only the identifier is sent', async () => {
  const lookups = inHouse();
  const aspirin = { cid: 2244, name: 'Aspirin', smiles: 'CC(=O)OC1=CC=CC=C1C(=O)O', other_cids: [] };
  expect(await lookups.compound('u', ' CID 2244 ')).toEqual(aspirin);
  expect(await lookups.compound('u', 'Aspirin')).toEqual(aspirin);
  expect(await lookups.compound('u', 'spirit')).toMatchObject({ cid: 702, other_cids: [887] });
  expect(provider.state.asked).toEqual([
    'GET /pug/compound/cid/2244/property/SMILES,Title/JSON',
    'POST /pug/compound/name/property/SMILES,Title/JSON name=Aspirin',
    'POST /pug/compound/name/property/SMILES,Title/JSON name=spirit',
  ]);
});

test('a name cannot steer the address that is asked', async () => {
  const lookups = inHouse();
  for (const name of ['../../secret', 'x/../../..', 'http://169.254.169.254/', '..', '%2e%2e%2f', '@host', '?a=b#c']) {
    await expect(lookups.compound('u', name)).rejects.toMatchObject({ status: 404 });
  }
  expect(new Set(provider.state.asked.map((line) => line.split(' ')[1]))).toEqual(
    new Set(['/pug/compound/name/property/SMILES,Title/JSON']),
  );
  expect(await lookups.compound('u', "a/b? #%'; $(touch x)")).toMatchObject({ cid: 2244 });
});

test('identifiers that are none are refused before anything is asked', async () => {
  const lookups = inHouse();
  for (const name of ['', '   ', 'a\u0007b', 'x'.repeat(201)]) {
    await expect(lookups.compound('u', name)).rejects.toMatchObject({ status: 422, field: 'identifiers' });
  }
  const wrong = ['', '1HC', 'HHCK', '1HCKK', '../1', '1hc/', '1HCK.cif', 'pdb_1', 'pdb_00001hck/..', null, 4, ['1HCK']];
  for (const id of wrong) {
    await expect(lookups.pdbEntry('u', id)).rejects.toMatchObject({ status: 422, field: 'pdb_id' });
  }
  expect(provider.state.asked).toEqual([]);
  expect(pubchemIdentifier('cid:0012')).toEqual({ cid: '12' });
  expect(pubchemIdentifier('12345678901')).toEqual({ name: '12345678901' });
  expect(['1hck', ' 1HCK ', 'pdb_00001hck', 'PDB_1234abcd'].map(pdbIdentifier)).toEqual([
    '1HCK',
    '1HCK',
    '1HCK',
    'pdb_1234abcd',
  ]);
});

test('what is unknown there is not found here, in words', async () => {
  const lookups = inHouse();
  await expect(lookups.compound('u', 'unobtainium')).rejects.toMatchObject({
    status: 404,
    message: 'PubChem knows no compound called "unobtainium".',
  });
  await expect(lookups.compound('u', '77')).rejects.toMatchObject({ status: 404 });
  await expect(lookups.pdbEntry('u', '9zzz')).rejects.toMatchObject({
    status: 404,
    message: 'The Protein Data Bank has no entry 9ZZZ.',
  });
});

test('an answer is kept, shared by those who ask at once, and a failure is not kept', async () => {
  const lookups = inHouse();
  misbehave({ kind: 'status', status: 500 });
  await expect(lookups.pdbEntry('u', '1ema')).rejects.toMatchObject({ status: 502 });
  misbehave({ kind: 'none' });
  const [first, second] = await Promise.all([lookups.pdbEntry('a', '1ema'), lookups.pdbEntry('b', 'pdb_00001ema')]);
  expect(second).toBe(first);
  misbehave({ kind: 'hang' });
  expect(await lookups.pdbEntry('a', '1EMA')).toBe(first);
  expect(provider.state.asked).toHaveLength(2);
});

test('the cache forgets what is old, what was not used for longest, and holds no more than it may', async () => {
  let now = 0;
  const cache = createTextCache({ entries: 3, characters: 100, seconds: 10 }, () => now);
  const loads: string[] = [];
  const read = (key: string, text = key) =>
    cache.read(key, async () => {
      loads.push(key);
      return text;
    });
  for (const key of ['a', 'b', 'c', 'a', 'd', 'a', 'b']) await read(key);
  expect(loads.splice(0)).toEqual(['a', 'b', 'c', 'd', 'b']);
  await read('long', 'x'.repeat(99));
  await read('b');
  await read('too long', 'x'.repeat(101));
  await read('too long', 'x'.repeat(101));
  expect(loads.splice(0)).toEqual(['long', 'too long', 'too long']);
  now = 11_000;
  await read('b');
  expect(loads).toEqual(['b']);
});

describe('a service that misbehaves', () => {
  test.each<[Mischief['kind'], string]>([
    ['hang', 'no answer at all'],
    ['drip', 'a byte now and then'],
  ])('%s: given up after the limit (%s)', async (kind) => {
    misbehave({ kind } as Mischief);
    await expect(inHouse({ timeoutMs: 400 }).pdbEntry('u', '1ema')).rejects.toMatchObject({
      status: 504,
      message: 'The Protein Data Bank did not answer within 0.4 s. Try again later.',
    });
    await expect.poll(() => provider.state.closed).toBe(1);
  });

  test('1 GB without an end: cut early, memory stays small, the connection is closed', async () => {
    misbehave({ kind: 'endless' });
    const before = process.memoryUsage().rss;
    await expect(inHouse().pdbEntry('u', '1ema')).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('larger than 20 MB'),
    });
    await expect.poll(() => provider.state.closed).toBe(1);
    expect(provider.state.sent).toBeLessThan(60_000_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::1]/',
    'https://example.org/1EMA.cif',
    'file:///etc/passwd',
    '//localhost/1EMA.cif',
  ])('a redirect to %s is not followed', async (to) => {
    misbehave({ kind: 'redirect', to });
    await expect(inHouse().pdbEntry('u', '1ema')).rejects.toMatchObject({
      status: 502,
      message: expect.stringContaining('another address'),
    });
    expect(provider.state.asked).toHaveLength(1);
  });

  test('a redirect to another server of this machine reaches nobody', async () => {
    misbehave({ kind: 'redirect', to: `${other.address}/download/1EMA.cif` });
    await expect(inHouse().pdbEntry('u', '1ema')).rejects.toMatchObject({ status: 502 });
    expect(other.state.asked).toEqual([]);
  });

  test('redirects within the service are followed, but not in circles', async () => {
    misbehave({ kind: 'same-origin' });
    expect(await inHouse().pdbEntry('u', '1ema')).toContain('_atom_site.');
    misbehave({ kind: 'circle' });
    await expect(inHouse().pdbEntry('u', '1ema')).rejects.toMatchObject({ status: 502 });
    expect(provider.state.asked.length).toBeLessThan(10);
  });

  test.each<Mischief>([
    { kind: 'html' },
    { kind: 'gzip' },
    { kind: 'status', status: 500 },
    { kind: 'status', status: 204 },
  ])('$kind $status: refused as an answer', async (mischief) => {
    misbehave(mischief);
    await expect(inHouse().pdbEntry('u', '1ema')).rejects.toMatchObject({ status: 502 });
    await expect(inHouse().compound('u', '2244')).rejects.toMatchObject({ status: 502 });
  });

  test('junk is no compound; a busy service is reported as busy; a dead one cannot be reached', async () => {
    misbehave({ kind: 'junk' });
    await expect(inHouse().compound('u', '2244')).rejects.toMatchObject({ status: 502 });
    misbehave({ kind: 'status', status: 503 });
    await expect(inHouse().compound('u', '2244')).rejects.toMatchObject({ status: 503, message: /busy/ });
    const nowhere = createLookups({
      lookups: 'in-house',
      pubchemUrl: 'http://127.0.0.1:9',
      pdbUrl: 'http://127.0.0.1:9',
    });
    await expect(nowhere.compound('u', '2244')).rejects.toMatchObject({ status: 502, message: /cannot be reached/ });
  });
});

describe('where it may connect', () => {
  test.each([
    ['a name that resolves to this machine', 'looks-public.example', ['127.0.0.1']],
    ['a name that resolves to IPv6 loopback', 'looks-public.example', ['::1']],
    ['a name with one private address among public ones', 'looks-public.example', ['8.8.8.8', '127.0.0.1']],
    ['the metadata service', 'looks-public.example', ['169.254.169.254']],
    ['an IPv4 address in IPv6 clothes', 'looks-public.example', ['::ffff:127.0.0.1']],
    ['an address instead of a name', '127.0.0.1', []],
    ['an address in hexadecimal', '0x7f.1', []],
    ['an IPv6 address instead of a name', '[::1]', []],
  ])('%s: no connection is made', async (_words, host, addresses) => {
    const asked = outside(host, addresses).pdbEntry('u', '1ema');
    await expect(asked).rejects.toMatchObject({ status: 502, message: expect.stringContaining('private network') });
    expect(provider.state.asked).toEqual([]);
  });

  test('nothing is asked over http, not even of a public address', async () => {
    const asked = outside('looks-public.example', ['8.8.8.8'], 'http').pdbEntry('u', '1ema');
    await expect(asked).rejects.toMatchObject({ status: 502 });
  });

  test('which addresses are public', () => {
    const closed = [
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '127.9.9.9',
      '169.254.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
    ];
    const closedToo = [
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12::1',
    ];
    const disguised = [
      '::ffff:8.8.8.8',
      '::ffff:10.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001::1',
      '2001:db8::1',
      'ff02::1',
    ];
    const nothing = ['', 'localhost', '1.2.3', '0x7f000001', '2130706433'];
    for (const address of [...closed, ...closedToo, ...disguised, ...nothing]) {
      expect(isPublicAddress(address), address).toBe(false);
    }
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.167.1.1', '2606:4700::1', '2a00:1450::5']) {
      expect(isPublicAddress(address), address).toBe(true);
    }
  });
});

test('one person may not ask without end; others still may', async () => {
  const lookups = inHouse();
  const ask = (user: string) => lookups.pdbEntry(user, '1ema').catch((error) => error.status as number);
  const answers: (string | number)[] = [];
  // A minute may turn over in between.
  for (let index = 0; index < 130; index += 1) answers.push(await ask('greedy'));
  expect(answers).toContain(429);
  expect(answers.indexOf(429)).toBeGreaterThanOrEqual(60);
  expect(await ask('modest')).toContain('_atom_site.');
});

test('switched off, nothing is asked', async () => {
  const off = createLookups({
    lookups: 'off',
    pubchemUrl: `${provider.address}/pug`,
    pdbUrl: `${provider.address}/download`,
  });
  await expect(off.compound('u', '2244')).rejects.toMatchObject({ status: 403, message: /switched off/ });
  await expect(off.pdbEntry('u', '1ema')).rejects.toMatchObject({ status: 403, message: /switched off/ });
  expect(provider.state.asked).toEqual([]);
});
