import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { fullRun } from '../testing/load.ts';
import { callWithNewerClient, hasNewerClient } from '../testing/python-client.ts';
import { shareExample } from '../testing/shared-example.ts';
import { ownerKey, startTestServer } from '../testing/test-server.ts';

const proteins = path.join(checkout, 'examples/proteins');
const present = fullRun && (await hasNewerClient());

/** Seconds of the walk through all types on two cores. */
const walkSeconds = 1800;
/** Functions of which this many complete on a processor without an administrator's help. */
const wanted = 33;

/** What the walk saw of a function. */
interface Seen {
  refused?: string;
  status?: number;
  done?: number;
  unread?: Record<string, string>;
}

describe.skipIf(!present)('client 3.x, unchanged', () => {
  let server: RunningServer;
  let home = '';
  const calls: { headers: IncomingHttpHeaders; body: string }[] = [];
  const hook = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      response.end();
    });
  });
  beforeAll(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'cuvette-client-3-'));
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    server = await startTestServer(
      { data: path.join(home, 'data'), databaseUrl: null },
      { CUVETTE_WORKERS: '1', CUVETTE_WEBHOOK_HOSTS: '127.0.0.1' },
    );
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await new Promise((resolve) => hook.close(resolve));
    await rm(home, { recursive: true, force: true });
  });

  test('keys, proteins, files, groups and webhooks work, and what is not here is refused with what to do instead', async () => {
    const { port } = hook.address() as AddressInfo;
    const dynamics = [await shareExample(server, 'pose_analysis_md'), await shareExample(server, 'protein_md')];
    const args = [home, path.join(proteins, '1ia1-turn.pdb'), `http://127.0.0.1:${port}/done`, ...dynamics];
    const seen = await callWithNewerClient(server, ownerKey, 'src/testing/newer_client.py', args, {
      home,
      seconds: 300,
    });
    const refused = (status: number, words: string) => ({ refused: status, detail: expect.stringContaining(words) });
    const failed = (words: string) => ({ failed: expect.stringContaining(words) });
    expect(seen).toMatchObject({
      whoami: 'owner',
      'no secret': null,
      'make secret': expect.stringMatching(/^\S{20,}$/),
      'read secret': true,
      'rotate secret': true,
      'make key': expect.stringContaining("scope='read'"),
      'make key with budget': refused(422, 'API keys have no budgets here'),
      'change budget': refused(404, 'API keys have no budgets here'),
      'refresh key': 'of a script',
      'revoke key': true,
      chains: ['A', 'L'],
      'atom index': 1,
      'index of no atom': failed('Atom XX not found'),
      'select chain': ['A'],
      'no such chain': failed('not found'),
      validate: refused(422, 'has no hydrogens'),
      mmCIF: expect.stringContaining('whole.cif'),
      PDB: expect.stringContaining('whole.pdb'),
      'chains of mmCIF': ['A', 'L'],
      rename: 'renamed',
      'list proteins': ['renamed'],
      'delete protein': null,
      'load ligands': ['first', 'second'],
      // GFN2-xTB of water at RDKit's geometry, in Hartree.
      energy: expect.closeTo(-5.0702, 3),
      // For five minutes by a link, which the first message has; it opens the item, and nothing once the share is ended.
      share: true,
      'read by link': [200, 404],
      group: ['a', 'b'],
      'solubility group': ['solubility', 'solubility'],
      'pose_analysis_md archive': [expect.stringMatching(/\.dcd$/)],
      'pose_analysis_md files': [[expect.stringMatching(/\.dcd$/), 'CORD']],
      'protein_md archive': [expect.stringMatching(/\.dcd$/)],
      'protein_md files': [[expect.stringMatching(/\.dcd$/), 'CORD']],
      'trajectory of no dynamics': failed('not a pose analysis'),
      // Two of ethanol, one of them moved a little: both relax to one.
      'given conformers': 1,
    });
    // The client asks every five seconds, and its first question waits 4.5 s for the end: a job of a second does not wait for the second one, at 9.5 s.
    expect(seen['seconds to the result']).toBeLessThan(9);
    const [called] = calls;
    expect(JSON.parse(called?.body ?? '{}')).toMatchObject({ object_status: 2 });
    expect(called?.headers).toMatchObject({
      'x-rowan-signature': expect.stringMatching(/^t=\d+,sha256=[0-9a-f]{64}$/),
    });
    const [, time, sent] = /^t=(\d+),sha256=(.*)$/.exec(String(called?.headers['x-rowan-signature'])) ?? [];
    const secret = String(seen['rotated secret']);
    expect(createHmac('sha256', secret).update(`${time}.${called?.body}`).digest('hex')).toBe(sent);
  }, 320_000);

  test(
    `at least ${wanted} of its submit functions complete and are read, each other one is refused in a sentence`,
    async () => {
      const args = [proteins, String(walkSeconds)];
      const options = { home, seconds: walkSeconds + 300 };
      const seen = await callWithNewerClient(server, ownerKey, 'scripts/client_walk.py', args, options);
      const of = Object.entries(seen) as [string, Seen][];
      expect(of).toHaveLength(41);
      const read = of.filter(([, { done, unread = {} }]) => done !== undefined && Object.keys(unread).length === 0);
      const others = of.filter((one) => !read.includes(one));
      expect(others.map(([name, one]) => [name, one.status, one.refused ?? JSON.stringify(one)])).toEqual(
        others.map(([name]) => [name, 422, expect.stringMatching(/^[^\n]{10,400}$/)]),
      );
      expect(read.length).toBeGreaterThanOrEqual(wanted);
    },
    (walkSeconds + 320) * 1000,
  );
});
