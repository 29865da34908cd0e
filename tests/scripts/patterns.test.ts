import { expect, test } from 'vitest';
import { patternProblems, patternsOfScript } from '../../scripts/lib/patterns.mjs';

const problemsOf = async (code: string, known: readonly string[] = []) => {
  const { problems } = await patternProblems(patternsOfScript('a.ts', code), new Set(known));
  return problems;
};

test.each([
  ['exponential', String.raw`const blank = /^(?:\s*(?:#[^\n]*)?\n)*\s*data_/i;`],
  ['quadratic', String.raw`text.replace(/[-.]+$/, '');`],
  ['quadratic, of a text', String.raw`new RegExp('\\s*\\n');`],
  ['quadratic, of a template', 'const rest = RegExp(`${name}\\\\d+\\\\d+$`);'],
])('an expression that is %s is named with its place and a text that it is slow for', async (_what, code) => {
  const [problem, ...others] = await problemsOf(`\n${code}`);
  expect(others).toEqual([]);
  expect(problem).toMatch(/^a\.ts:2 \/.*\/i? takes more than linear time \(.*\), for instance for '/);
});

test('linear ones pass, and one that was judged before is not judged again', async () => {
  expect(await problemsOf(String.raw`/^\d+[a-z]*$/i.test(text) && /a{2,5}b/.exec(text);`)).toEqual([]);
  expect(await problemsOf('/a+$/.test(text);', ['/a+$/'])).toEqual([]);
});

test('an expression whose source cannot be read off is asked for', async () => {
  expect(await problemsOf('new RegExp(given);')).toEqual([
    'a.ts:1 makes an expression of given: say in scripts/lib/patterns.mjs what it comes to',
  ]);
});
