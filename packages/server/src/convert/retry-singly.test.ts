import { spawnSync } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import type { Molecule } from '@cuvette/core/entities';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { HttpProblem } from '../errors.ts';
import { moleculesToSmiles, reorderEach } from './molecules-batch.ts';
import { ConversionStopped, type ConvertPool, createConvertPool } from './pool.ts';
import { eachAlone, inSharedQuestions } from './retry-singly.ts';
import { inspectEach } from './smiles-batch.ts';

/** A molecule of atomic numbers and positions in Å. */
function molecule(...atoms: [number, number, number, number][]): Molecule {
  return {
    charge: 0,
    multiplicity: 1,
    atoms: atoms.map(([atomic_number, ...position]) => ({ atomic_number, position })),
  } as Molecule;
}
const water = molecule([8, 0, 0, 0], [1, 0.96, 0, 0], [1, -0.24, 0.93, 0]);
/** A chain of sulfur atoms, over whose valences RDKit thinks longest. */
const sulfur = molecule(
  ...Array.from({ length: 20 }, (_, index): [number, number, number, number] => [16, index * 2, (index % 2) / 2, 0]),
);
/** A chain of cages, 1000 open stereocentres: RDKit looks at it for seconds. */
const tedious = 'C12C3C4C1C5C4C3C25'.repeat(100);

let pool: ConvertPool;
let before: number[] = [];

const children = (): number[] =>
  spawnSync('pgrep', ['-P', String(process.pid), '-f', 'cuvette_compute convert'], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number);

/** Kills the process of the converter that is none of these, as soon as there is one. Its identifier. */
async function killNext(known: readonly number[]): Promise<number> {
  const pid = await vi.waitFor(
    () => {
      const found = children().find((one) => !known.includes(one));
      if (found === undefined) throw new Error('No process of the converter is there.');
      return found;
    },
    { timeout: 150_000, interval: 20 },
  );
  process.kill(pid, 'SIGKILL');
  return pid;
}

beforeEach(async () => {
  before = children();
  pool = await createConvertPool({ python: readConfig([], {}).python, size: 1 });
});
afterEach(() => pool.close());

test('a conversion that had no processor for longer than its limit goes on when it has one', async () => {
  await pool.close();
  before = children();
  pool = await createConvertPool({ python: readConfig([], {}).python, size: 1, quickMs: 100, timeoutMs: 1000 });
  await pool.warm();
  const [pid = 0] = children().filter((one) => !before.includes(one));
  process.kill(pid, 'SIGSTOP');
  const asked = moleculesToSmiles(pool, [water]);
  await setTimeout(1500);
  process.kill(pid, 'SIGCONT');
  expect((await asked)[0]?.smiles).toBe('O');
});

test('a molecule over which the converter dies fails alone, at its place', async () => {
  const asked = moleculesToSmiles(pool, [sulfur, water, { ...water, charge: 1 }, water]);
  await killNext(before);
  const results = await asked;
  expect(results.map(({ smiles }) => smiles)).toEqual([null, 'O', null, 'O']);
  expect(results[0]?.error).toEqual({
    detail: 'The structure converter stopped while it read this input.',
    field: 'molecules.0',
  });
  expect(results[2]?.error?.field).toBe('molecules.2.charge');
});

test('SMILES that share a question over which the converter dies are looked at again, each alone', async () => {
  const asked = inspectEach(pool, [tedious, 'OCC', 'O']);
  const first = await killNext(before);
  await killNext([...before, first]);
  const results = await asked;
  expect(results.map(({ canonical }) => canonical)).toEqual([null, 'CCO', 'O']);
  expect(results[0]).toMatchObject({
    smiles: tedious,
    error: { detail: 'The structure converter stopped while it read this input.' },
  });
});

test('many molecules are put in order in several questions, with the place of each fault', async () => {
  const turned: Molecule = { ...water, atoms: water.atoms.toReversed() };
  const molecules = Array.from({ length: 45 }, (_, index) => (index === 41 ? { ...turned, charge: 1 } : turned));
  const results = await reorderEach(pool, water, molecules);
  expect(results).toHaveLength(45);
  expect(results.flatMap(({ error }, index) => (error ? [[index, error.field]] : []))).toEqual([
    [41, 'molecules.41.charge'],
  ]);
  expect(results[44]?.molecule?.atoms.map(({ atomic_number }) => atomic_number)).toEqual([8, 1, 1]);
  await expect(reorderEach(pool, { ...water, charge: 1 }, molecules)).rejects.toMatchObject({
    status: 422,
    field: 'template.charge',
  });
});

test('two questions of a call are asked at a time; after one over which the pool stops one, and in less time', async () => {
  const asked: { item: number; limitMs: number | undefined; answer: (value: string | Error) => void }[] = [];
  const ask = (item: number, _index: number, limitMs?: number) =>
    new Promise<string>((resolve, reject) => {
      const answer = (value: string | Error) => (value instanceof Error ? reject(value) : resolve(value));
      asked.push({ item, limitMs, answer });
    });
  const running = eachAlone([0, 1, 2, 3, 4], ask, (item, detail) => `${item}: ${detail}`);
  const seen = async (items: number[]) => {
    await expect.poll(() => asked.length).toBe(items.length);
    expect(asked.map(({ item }) => item)).toEqual(items);
  };
  await seen([0, 1]);
  asked[1]?.answer(new ConversionStopped(504, 'too slow'));
  asked[0]?.answer('done');
  await seen([0, 1, 2]);
  expect([asked[0]?.limitMs, asked[2]?.limitMs]).toEqual([undefined, 5000]);
  asked[2]?.answer(new HttpProblem(422, 'unreadable'));
  await seen([0, 1, 2, 3]);
  asked[3]?.answer('done');
  await seen([0, 1, 2, 3, 4]);
  asked[4]?.answer('done');
  expect(await running).toEqual(['done', '1: too slow', '2: unreadable', 'done', 'done']);
});

test('a question is shared by what is small together; what is wrong with the call or the converter is thrown', async () => {
  const questions: string[][] = [];
  const most = { items: 3, weight: 10, weightOf: (text: string) => text.length };
  const items = ['a', 'b', 'c', 'd', 'a long one', 'an even longer one', 'e'];
  const answers = await inSharedQuestions(
    items,
    most,
    async (some) => {
      questions.push([...some]);
      return some.map((text) => text.toUpperCase());
    },
    () => 'failed',
  );
  expect(questions).toEqual([['a', 'b', 'c'], ['d'], ['a long one'], ['an even longer one'], ['e']]);
  expect(answers).toEqual(items.map((text) => text.toUpperCase()));
  for (const problem of [new HttpProblem(503, 'away'), new HttpProblem(422, 'wrong', 'template')]) {
    let count = 0;
    const all = eachAlone(
      items,
      async () => {
        count += 1;
        throw problem;
      },
      () => 'failed',
    );
    await expect(all).rejects.toBe(problem);
    expect(count).toBeLessThanOrEqual(2);
  }
});
