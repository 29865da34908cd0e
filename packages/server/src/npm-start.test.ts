import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from './config.ts';
import { useTemplate } from './testing/databases.ts';
import { fullRun } from './testing/load.ts';
import { compiled, until } from './testing/product.ts';

/** Seconds from a signal to `npm start` to the end of everything it started: what is promised. */
const promisedSeconds = 10;

interface Process {
  pid: number;
  parent: number;
  command: string;
}

function descendants(pid: number): Process[] {
  const text = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const all = [...text.matchAll(/^\s*(\d+)\s+(\d+)\s+(.*)$/gm)].map(([, one, parent, command = '']) => ({
    pid: Number(one),
    parent: Number(parent),
    command,
  }));
  const below = (parent: number): Process[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** `npm start` as the checkout has it, without the set-up, which would build what these tests do not need. */
describe('npm start', () => {
  let root = '';
  let npm: ChildProcess;
  let port = 0;
  let output = '';
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    const { scripts } = JSON.parse(await readFile(path.join(checkout, 'package.json'), 'utf8')) as {
      scripts: { start: string };
    };
    await writeFile(path.join(root, 'package.json'), JSON.stringify({ scripts: { start: scripts.start } }));
    await mkdir(path.join(root, 'scripts'));
    const lib = path.join(checkout, 'scripts/lib/serve.mjs');
    const program = `import { serve } from ${JSON.stringify(lib)};\nserve(process.argv.slice(2));\n`;
    await writeFile(path.join(root, 'scripts/start.mjs'), program);
    await useTemplate(path.join(root, 'data'));
    port = await freePort();
    const flags = ['--port', String(port), '--data', path.join(root, 'data'), '--workers', '1'];
    npm = spawn('npm', ['start', '--', ...flags], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: compiled,
        NODE_OPTIONS: `--import=${JSON.stringify(await throwing())}`,
      },
    });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    await up();
  });
  afterAll(async () => {
    for (const { pid } of npm.pid ? descendants(npm.pid) : []) {
      if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    }
    npm.kill('SIGKILL');
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A module that throws in a timer of the server, and rejects what nobody waits for, when it gets a signal. */
  async function throwing(): Promise<string> {
    const file = path.join(root, 'throwing.mjs');
    const text = `if (process.argv.includes('serve') && process.argv[1]?.endsWith('cuvette.js')) {
  process.on('SIGUSR2', () => {
    setTimeout(() => { throw new Error('thrown in a timer, token=abcdefgh'); }, 1);
    Promise.reject(new Error('rejected for nobody'));
  });
}
`;
    await writeFile(file, text);
    return file;
  }

  const up = () =>
    until('the server answers', () =>
      fetch(`http://127.0.0.1:${port}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  const server = () => descendants(npm.pid ?? 0).find(({ command }) => /cuvette\.js serve/.test(command));
  const worker = () =>
    until(
      'a worker',
      async () => descendants(npm.pid ?? 0).find(({ command }) => /cuvette\.js worker/.test(command)) ?? null,
    );

  test('what is thrown in a timer, and a rejection that nobody waits for, are reported and end nothing', async () => {
    const before = server();
    process.kill(before?.pid ?? 0, 'SIGUSR2');
    await until('both are told', async () => /thrown in a timer/.test(output) && /rejected for nobody/.test(output));
    expect(output).not.toContain('abcdefgh');
    await up();
    expect(server()?.pid).toBe(before?.pid);
  });

  test.runIf(fullRun)('a server that is killed is started again, and the log says so', async () => {
    const before = server();
    process.kill(before?.pid ?? 0, 'SIGKILL');
    await until('the log says so', async () => /was ended by SIGKILL.*started again/.test(output));
    await until('another server', async () => (server()?.pid ?? before?.pid) !== before?.pid);
    await up();
  });

  test('kill -TERM of npm ends the server and its worker within the promised time', async () => {
    await worker();
    const started = descendants(npm.pid ?? 0);
    const restarts = output.match(/started again/g)?.length;
    expect(started.some(({ command }) => /cuvette\.js serve/.test(command))).toBe(true);
    npm.kill('SIGTERM');
    await until('the end of all', async () => started.every(({ pid }) => !isAlive(pid)), promisedSeconds);
    // It was asked to end: nothing starts it again.
    expect(output.match(/started again/g)?.length).toBe(restarts);
  });
});
