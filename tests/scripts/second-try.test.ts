import { expect, test } from 'vitest';
import { withSecondTry } from '../../scripts/lib/second-try.mjs';

const green = (file: string) => ({ file, passed: 3, failed: 0, skipped: 1, failures: [] });
const red = (file: string, ...names: string[]) => ({
  file,
  passed: 3 - names.length,
  failed: names.length,
  skipped: 1,
  failures: names.map((name) => ({ name, message: `${name} is wrong\n  at line 1` })),
});

/** A runner whose runs report what is given, one after the other; what it was asked for. */
function runner(...runs: ReturnType<typeof red>[][]) {
  const asked: string[][] = [];
  const run = (files: string[]) => {
    asked.push(files);
    const reported = runs[asked.length - 1] ?? [];
    return Promise.resolve({ status: reported.some(({ failed }) => failed > 0) ? 1 : 0, files: reported });
  };
  return { asked, run };
}

test('a green run is not tried again', async () => {
  const { asked, run } = runner([green('a'), green('b')]);
  expect(await withSecondTry('runner', run)).toEqual({ passed: 6, failed: 0, skipped: 2, notes: [] });
  expect(asked).toEqual([[]]);
});

test('what passes the second time is no failure, but is named', async () => {
  const { asked, run } = runner([green('a'), red('b', 'hurries')], [green('b')]);
  expect(await withSecondTry('runner', run)).toEqual({
    passed: 6,
    failed: 0,
    skipped: 2,
    notes: ['UNSTEADY, passed the second time: hurries\n  hurries is wrong'],
  });
  expect(asked).toEqual([[], ['b']]);
});

test('what fails twice is a failure, beside what is only unsteady', async () => {
  const { run } = runner([green('a'), red('b', 'broken', 'hurries')], [red('b', 'broken')]);
  expect(await withSecondTry('runner', run)).toEqual({
    passed: 5,
    failed: 1,
    skipped: 2,
    notes: ['broken\n  broken is wrong', 'UNSTEADY, passed the second time: hurries\n  hurries is wrong'],
  });
});

test('many failing files, and a runner that died, are no accident', async () => {
  const many = runner(['a', 'b', 'c', 'd', 'e'].map((file) => red(file, `${file} fails`)));
  expect(await withSecondTry('runner', many.run)).toMatchObject({ failed: 5 });
  expect(many.asked).toHaveLength(1);
  const died = runner([red('', 'wrote no report')]);
  expect(await withSecondTry('runner', died.run)).toMatchObject({ failed: 1 });
  expect(died.asked).toHaveLength(1);
});

test('a run that ends badly after green tests, and one without tests, fail', async () => {
  const crashed = { status: 1, files: [green('a')] };
  expect(await withSecondTry('runner', () => Promise.resolve(crashed))).toMatchObject({ failed: 1 });
  expect(await withSecondTry('runner', () => Promise.resolve({ status: 0, files: [] }))).toMatchObject({ failed: 1 });
});
