import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTemplate } from './testing/databases.ts';
import { fullRun } from './testing/load.ts';
import { unprivileged } from './testing/postgres.ts';
import {
  attemptsOf,
  computeOf,
  endAll,
  type Product,
  startCuvette,
  startProduct,
  submitSleep,
  until,
  untilProgress,
  untilStatus,
} from './testing/product.ts';
import { call } from './testing/test-server.ts';
import { version } from './version.ts';

/** Each is a process of its own: `npm test` starts every third, the full run all of them. */
const sampleOf = <One>(all: readonly One[]): readonly One[] =>
  fullRun ? all : all.filter((_, index) => index % 3 === 0);

describe('command line', () => {
  let root = '';
  const fresh = async (name: string) => {
    const folder = path.join(root, name);
    await mkdir(folder);
    return folder;
  };
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-cli-'));
    await chmod(root, 0o755);
  });
  afterAll(async () => {
    endAll();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  });
  const finish = async (product: Product) => ({ code: await product.exited, text: product.output() });

  test('--help lists every setting', async () => {
    const { code, text } = await finish(startCuvette(['serve', '--help'], root));
    expect(code).toBe(0);
    for (const name of [
      'CUVETTE_PORT',
      'CUVETTE_HOST',
      'CUVETTE_DATA',
      'DATABASE_URL',
      'CUVETTE_FILES',
      'CUVETTE_S3_ENDPOINT',
      'AWS_SECRET_ACCESS_KEY',
      'CUVETTE_PUBLIC_URL',
      'CUVETTE_WORKERS',
      'CUVETTE_OWNER_EMAIL',
      'CUVETTE_OWNER_API_KEY',
      'CUVETTE_EMBED_ANCESTORS',
    ]) {
      expect(text).toContain(name);
    }
  });

  test('worker --help says how jobs are shut in on this machine', async () => {
    const { code, text } = await finish(startCuvette(['worker', '--help'], root));
    expect(code).toBe(0);
    expect(text).toContain('CUVETTE_SANDBOX');
    expect(text).toMatch(/On this machine: Jobs run (in bubblewrap|in Landlock|without a sandbox)/);
  });

  test('every command says what it takes, with all of its options, to whoever asks by --help or -h', async () => {
    const commands: [string, string[]][] = [
      ['user', ['add', 'link', 'key']],
      ['user add', ['--email', '--data']],
      ['user link', ['--email', '--data']],
      ['user key', ['--email', '--name', '--scope', 'read_write_delete', '--days', '--data']],
      ['worker-key', ['--name', '--data']],
      ['move-to-postgres', ['DATABASE_URL', '--data']],
      ['move-files', ['CUVETTE_FILES', '--data']],
      ['restore', ['DUMP', '--data']],
      ['check', ['--type', '--json', 'FILE']],
      ['import', ['--email', '--folder', '--data', 'FILE']],
      ['serve', ['--port', '--data']],
      ['worker', ['--server', '--lifetime']],
    ];
    const asked = sampleOf(commands).map(async ([command, options], index) => {
      const words = [...command.split(' '), index % 2 === 0 ? '--help' : '-h'];
      const { code, text } = await finish(startCuvette(words, root));
      expect(code, command).toBe(0);
      expect(text, command).toMatch(new RegExp(`^Usage: (?:[A-Z_]+=\\S+ )?cuvette ${command}[ \n]`));
      for (const option of options) expect(text, command).toContain(option);
    });
    const plain = ['--help', '-h'].map(async (word) => {
      expect(await finish(startCuvette([word], root))).toMatchObject({
        code: 0,
        text: expect.stringContaining('Usage: cuvette COMMAND'),
      });
    });
    await Promise.all([...asked, ...plain]);
    expect(await finish(startCuvette(['--version'], root))).toEqual({ code: 0, text: `${version}\n` });
  });

  test('what was typed is looked at before a database is made for it', async () => {
    const data = path.join(root, 'unused');
    const absent = path.join(root, 'absent.json');
    const present = path.join(root, 'present.json');
    await writeFile(present, '{}');
    const refusals: [string[], string][] = [
      [['user', 'add', '--email', 'notmail'], '"notmail" is not an e-mail address'],
      [['user', 'add'], 'Name the address'],
      [['user', 'link', '--email', 'none@example.org'], 'There is no account yet'],
      [['user', 'key', '--scope', 'x'], 'scope'],
      [['worker-key', '--name', ''], 'name'],
      [['import', absent], `${absent}: It cannot be read`],
      [['import', '--folder', 'x', present], '"x" is not the identifier of a folder'],
      [['import', present], 'There is no account yet'],
    ];
    const asked = sampleOf(refusals).map(async ([command, words]) => {
      const { code, text } = await finish(startCuvette([...command, '--data', data], root));
      expect(code, command.join(' ')).toBe(1);
      expect(text, command.join(' ')).toContain(words);
      expect(text).not.toContain('    at ');
    });
    await Promise.all(asked);
    expect(await stat(data).catch(() => null)).toBeNull();
  });

  test('a time that is no number makes no key: it would never expire', async () => {
    const data = await fresh('days');
    const asked = sampleOf(['x', '', '-3', 'Infinity']).map(async (days) => {
      const { code, text } = await finish(startCuvette(['user', 'key', `--days=${days}`], data));
      expect(code, days).toBe(1);
      expect(text, days).toContain(`--days must be a number of days above 0, not "${days}"`);
    });
    await Promise.all(asked);
  });

  test('check tells part by part what fits in a file, and ends with 1 when something does not', async () => {
    const folder = await fresh('check');
    const good = path.join(folder, 'good.json');
    const bad = path.join(folder, 'bad.json');
    const item = {
      uuid: '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a11',
      name: 'butane',
      created_at: '2026-11-21T00:00:00Z',
      object_status: 2,
      object_type: 'conformer_search',
      parent_uuid: '9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a12',
      object_data: {
        initial_smiles: 'CCCC',
        energies: [-1],
        conformer_uuids: [['9b3e5d2a-7a52-4f0e-8c41-0d6f6f0f5a13']],
      },
    };
    await writeFile(good, JSON.stringify(item));
    await writeFile(bad, JSON.stringify({ ...item, object_data: { energies: 'low' } }));
    const fitting = await finish(startCuvette(['check', good], root));
    expect(fitting.code).toBe(0);
    for (const part of [
      'everything fits',
      'of type conformer_search: butane',
      'structures: Conformer 1',
      'tabs: Conformer Search, info',
    ]) {
      expect(fitting.text).toContain(part);
    }
    const both = await finish(startCuvette(['check', good, bad, path.join(folder, 'absent.json')], root));
    expect(both.code).toBe(1);
    expect(both.text).toContain('does not fit at object_data.energies: energies: must be a list (found "low").');
    expect(both.text).toContain('The file cannot be read');
    const machine = await finish(startCuvette(['check', '--json', bad], root));
    expect(JSON.parse(machine.text)[0]).toMatchObject({ file: bad, fits: false });
  });

  test.each([
    [['check'], 'Name the files to check'],
    [['serve', '--prot', '1'], '"--prot" is not an option'],
    [['serve', '--port', 'many'], 'must be a whole number'],
    [['dance'], 'Usage: cuvette'],
    [['worker'], '--server'],
  ])('%j is refused with words and status 1', async (args, words) => {
    const { code, text } = await finish(startCuvette(args, root));
    expect(code).toBe(1);
    expect(text).toContain(words);
    expect(text).not.toContain('    at ');
  });

  test('a mistake in cuvette.json is named', async () => {
    const data = await fresh('mistake');
    await writeFile(path.join(data, 'cuvette.json'), '{"prot": 1}');
    expect(await finish(startCuvette(['serve', '--data', data], root))).toMatchObject({
      code: 1,
      text: expect.stringContaining('unknown key "prot"'),
    });
  });

  test('a taken port is reported', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { code, text } = await finish(
      startCuvette(['serve', '--port', String(port), '--workers', '0', '--data', await fresh('port')], root),
    );
    other.close();
    expect(code).toBe(1);
    expect(text).toContain(`Port ${port} is taken`);
  });

  test.runIf(fullRun)('a data directory that this user may not write is reported', async (context) => {
    const user = await unprivileged();
    const data = await fresh('closed');
    await chmod(data, 0o555);
    // An ordinary user must be able to reach the program itself for this test to mean anything.
    const product = startCuvette(
      ['serve', '--data', path.join(data, 'inner'), '--workers', '0', '--port', '0'],
      '/tmp',
      {},
      user,
    );
    const { code, text } = await finish(product);
    if (/EACCES.*(cuvette\.js|cli\.ts)|Cannot find module/.test(text))
      return context.skip('an ordinary user cannot read the checkout');
    expect(code).toBe(1);
    expect(text).toContain('cannot be written (EACCES)');
    expect(text).not.toContain('    at ');
  });

  // In `npm test` a second server is refused below, and faults.test.ts starts one where another was killed.
  test.runIf(fullRun)(
    'two servers on one directory: the second refuses and names the first; a lock of a dead one is taken over',
    async () => {
      const data = path.join(root, 'two');
      const first = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
      const second = await finish(startCuvette(['serve', '--port', '0', '--data', data, '--workers', '0'], root));
      expect(second).toMatchObject({ code: 1, text: expect.stringContaining(`process ${first.child.pid}`) });
      expect((await call(first, 'GET', '/healthz')).status).toBe(200);
      first.child.kill('SIGKILL');
      await first.exited;
      expect(await stat(path.join(data, 'server.lock')).then(() => true)).toBe(true);
      const third = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
      third.child.kill('SIGTERM');
      expect(await third.exited).toBe(0);
    },
  );

  test('the first start prints a sign-in link; user commands work while the server runs and while it does not', async () => {
    const data = path.join(root, 'link');
    // As after a start that was killed before anybody signed in: making the database as well takes seconds, and the end-to-end tests begin with that.
    await useTemplate(data);
    const server = startCuvette(['serve', '--port', '0', '--data', data, '--workers', '0'], root);
    const line = await until('ready', async () => /Cuvette is ready: (.*)\n/.exec(server.output())?.[1] ?? null);
    const enter = (link: string) =>
      call({ address: new URL(line).origin }, 'POST', '/api/session/one_time', {
        key: null,
        body: { token: new URL(link).searchParams.get('token') },
      });
    expect((await enter(line)).status).toBe(200);
    expect((await enter(line)).status).toBe(401);
    const link = await finish(startCuvette(['user', 'link', '--data', data], root));
    expect(link.code).toBe(0);
    expect((await enter(link.text.trim())).status).toBe(200);
    const added = await finish(startCuvette(['user', 'add', '--email', 'friend@example.org', '--data', data], root));
    expect((await enter(added.text.trim())).status).toBe(200);
    expect(
      await finish(startCuvette(['user', 'link', '--email', 'nobody@example.org', '--data', data], root)),
    ).toMatchObject({ code: 1 });
    const key = async (...limits: string[]) => finish(startCuvette(['user', 'key', ...limits, '--data', data], root));
    const use = async (method: string, text: string) =>
      (
        await call({ address: new URL(line).origin }, method, '/api/folder', {
          key: text.trim(),
          body: method === 'POST' ? { name: 'n' } : undefined,
        })
      ).status;
    const whole = await key();
    expect([await use('GET', whole.text), await use('POST', whole.text)]).toEqual([200, 201]);
    const narrow = await key('--scope', 'read', '--days', '2');
    expect([await use('GET', narrow.text), await use('POST', narrow.text)]).toEqual([200, 403]);
    expect(await key('--scope', 'all')).toMatchObject({ code: 1, text: expect.stringContaining('scope') });
    server.child.kill('SIGTERM');
    await server.exited;
    expect(await key('--days', 'many')).toMatchObject({ code: 1, text: expect.stringContaining('days') });
    const offline = await finish(startCuvette(['user', 'link', '--email', 'friend@example.org', '--data', data], root));
    expect(offline).toMatchObject({ code: 0, text: expect.stringContaining('/sign-in?token=') });
    const again = startCuvette(['serve', '--port', '0', '--data', data, '--workers', '0'], root);
    const plain = await until('ready', async () => /Cuvette is ready: (.*)\n/.exec(again.output())?.[1] ?? null);
    expect(plain).not.toContain('token');
    expect(again.output()).toContain('cuvette user link');
    again.child.kill('SIGTERM');
    await again.exited;
  });

  test.runIf(fullRun)(
    'CUVETTE_LOG=json: every line is JSON, and the link that signs the owner in is in none of them',
    async () => {
      const data = path.join(root, 'json');
      await useTemplate(data);
      const json = { CUVETTE_LOG: 'json' };
      const start = () => startCuvette(['serve', '--port', '0', '--data', data, '--workers', '0'], root, json);
      const said = (product: Product) =>
        product
          .output()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as { level: number; time: number; msg: string });
      const server = start();
      const ready = /"msg":"Cuvette is ready: (http:[^"]+)"\}\n/;
      const address = await until('ready', async () => ready.exec(server.output())?.[1] ?? null);
      expect((await call({ address }, 'GET', '/api/user/me', { key: null })).status).toBe(401);
      const link = await finish(startCuvette(['user', 'link', '--data', data], root));
      expect(new URL(link.text.trim()).origin).toBe(new URL(address).origin);
      const second = await finish(start());
      expect(second.code).toBe(1);
      expect(said({ ...server, output: () => second.text })).toMatchObject([
        { level: 60, msg: expect.stringContaining(`process ${server.child.pid}`) },
      ]);
      server.child.kill('SIGTERM');
      expect(await server.exited).toBe(0);
      const texts = said(server).map(({ msg }) => msg);
      expect(texts.find((text) => text.includes('npx cuvette user link'))).toContain('for the first time');
      expect(texts).toContain(`Cuvette is ready: ${address}`);
      expect(server.output()).not.toContain('token');
    },
  );

  test.runIf(fullRun)(
    'a worker of another machine computes on while the server is away, and delivers when it is back',
    async () => {
      const data = path.join(root, 'remote');
      const temporary = await fresh('remote-worker');
      const first = await startProduct(data, root, { CUVETTE_WORKERS: '0' });
      const key = (await finish(startCuvette(['worker-key', '--name', 'box', '--data', data], root))).text.trim();
      const refused = await finish(
        startCuvette(['worker', '--server', first.address], temporary, { CUVETTE_WORKER_KEY: 'wrong' }),
      );
      expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('not a worker key') });
      const worker = startCuvette(['worker', '--server', first.address, '--name', 'box'], temporary, {
        CUVETTE_WORKER_KEY: key,
      });
      await until('the worker is ready', async () => worker.output().includes('is ready'));
      const uuid = await submitSleep(first, { seconds: 5 });
      await untilProgress(first, uuid);
      const compute = await computeOf(temporary);
      first.child.kill('SIGKILL');
      await first.exited;
      expect(await computeOf(temporary)).toEqual(compute);
      const port = new URL(first.address).port;
      const back = startCuvette(['serve', '--port', port, '--data', data, '--workers', '0'], root);
      await until('ready again', async () => back.output().includes('Cuvette is ready'));
      expect(await untilStatus(first, uuid, [2, 3, 4])).toMatchObject({
        object_status: 2,
        object_data: { slept: 5, attempt: 1 },
      });
      expect(await attemptsOf(first, uuid)).toMatchObject([{ status: 'completed' }]);
      worker.child.kill('SIGTERM');
      await worker.exited;
      back.child.kill('SIGTERM');
      await back.exited;
    },
  );
});
