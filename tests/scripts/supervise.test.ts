import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { supervise } from '../../scripts/lib/supervise.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuvette-supervise-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const quick = { firstPauseMs: 1, longestPauseMs: 4, mostInARow: 3, stopMs: 200 };
const ready = "process.send({ ready: 'text' }, () => {";

/** Runs a program under the supervisor: the text of a module that knows its `run`, counted from 1. */
function run(program: string, timing: Partial<Record<string, number>> = {}) {
  const counter = join(folder, 'runs');
  writeFileSync(counter, '');
  const file = join(folder, 'server.mjs');
  const count = `import { appendFileSync, readFileSync } from 'node:fs';
appendFileSync(${JSON.stringify(counter)}, 'x');
const run = readFileSync(${JSON.stringify(counter)}, 'utf8').length;
`;
  writeFileSync(file, count + program);
  const log: string[] = [];
  let heard = () => {};
  const supervised = supervise(process.execPath, [file], {
    log: (text: string) => {
      log.push(text);
      heard();
    },
    timing: { ...quick, ...timing },
  });
  const said = () => new Promise<void>((resolve) => (heard = resolve));
  return { ...supervised, log, said, runs: () => readFileSync(counter, 'utf8').length };
}

test('a server that dies after it was ready is started again, and the log says how it died', async () => {
  const end = run(`${ready}
    if (run === 1) process.exit(3);
    if (run === 2) process.kill(process.pid, 'SIGKILL');
    if (run === 3) process.exit(0);
  });`);
  expect(await end.done).toBe(0);
  expect(end.runs()).toBe(3);
  expect(end.log).toEqual([expect.stringContaining('status 3'), expect.stringContaining('SIGKILL')]);
});

test('one that never became ready is not started again: its reason stays', async () => {
  const end = run('process.exit(1)');
  expect(await end.done).toBe(1);
  expect([end.runs(), end.log]).toEqual([1, []]);
});

test('pauses grow, and after the last allowed start in a row it is given up with the status of the server', async () => {
  const end = run(`${ready} process.exit(7) });`);
  expect(await end.done).toBe(7);
  expect(end.runs()).toBe(4);
  expect(end.log.map((text) => /in ([\d.]+) s/.exec(text)?.[1] ?? text)).toEqual([
    '0.001',
    '0.002',
    '0.004',
    expect.stringContaining('given up'),
  ]);
});

test('one that lived long enough begins the row again', async () => {
  const end = run(`${ready} process.exit(run === 6 ? 0 : 7) });`, { soundMs: 0 });
  expect(await end.done).toBe(0);
  expect(end.runs()).toBe(6);
});

test('stopped, it is not started again; one that does not listen is killed', async () => {
  const deaf = run(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);
    ${ready} appendFileSync(${JSON.stringify(join(folder, 'deaf'))}, 'x') });`);
  while (!existsSync(join(folder, 'deaf'))) await new Promise((resolve) => setImmediate(resolve));
  deaf.stop('SIGTERM');
  expect(await deaf.done).toBe(137);
  expect([deaf.runs(), deaf.log]).toEqual([1, []]);
});

test('stopped between two starts, it stays down', async () => {
  const end = run(`${ready} process.exit(7) });`, { firstPauseMs: 3_600_000, longestPauseMs: 3_600_000 });
  await end.said();
  end.stop('SIGTERM');
  expect(await end.done).toBe(143);
  expect(end.runs()).toBe(1);
});
