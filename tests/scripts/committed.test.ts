import { expect, test } from 'vitest';
import { textProblems } from '../../scripts/lib/committed.mjs';

const lock = (entry: object) => JSON.stringify({ packages: { '': {}, 'node_modules/a': entry } });

test('a lock file without download addresses passes, links included', () => {
  expect(textProblems('package-lock.json', lock({ version: '1.0.0', integrity: 'sha512-x' }))).toEqual([]);
  expect(textProblems('package-lock.json', lock({ resolved: 'packages/core', link: true }))).toEqual([]);
});

test('a lock file with a download address is refused', () => {
  const problems = textProblems('package-lock.json', lock({ resolved: 'https://mirror.example/a.tgz' }));
  expect(problems).toEqual(['package-lock.json: node_modules/a carries a download address ("resolved")']);
});

test.each([
  ['a registry host', `x\nhttps://${['registry', 'npmjs', 'org'].join('.')}/a`, 2],
  ['a registry host', `https://${['files.pythonhosted', 'org'].join('.')}/a`, 1],
  ['an index address', '# x\n--index-url https://mirror.example/simple', 2],
  ['a path of one machine', `run it in /${'home'}/alice/cuvette`, 1],
  ['a path of one machine', `"/${'root'}/x"`, 1],
])('names %s', (what, text, line) => {
  expect(textProblems('a.md', text).join()).toContain(`a.md:${line} names ${what}`);
});

test('ordinary paths and addresses pass', () => {
  expect(textProblems('a.md', 'packages/work/x, ./root/x, /usr/bin/chromium, https://example.org/home/alice')).toEqual(
    [],
  );
});
