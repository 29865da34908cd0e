import { expect, test } from 'vitest';
import { textProblems } from '../../scripts/lib/committed.mjs';
import { completeLock } from '../../scripts/lib/lock.mjs';

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

test('a lock file that lacks the optional packages of other platforms is refused, and completed by name', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/a': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: { '@a/win32-x64': '1.0.0', '@a/linux-x64-musl': '1.0.0', odd: '^1' },
      },
    },
  };
  expect(textProblems('package-lock.json', JSON.stringify(lock))).toHaveLength(3);
  const done = completeLock(lock);
  expect(done.unknown).toEqual(['odd']);
  expect(done.lock.packages['node_modules/@a/win32-x64']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    dev: true,
    optional: true,
    os: ['win32'],
  });
  expect(done.lock.packages['node_modules/@a/linux-x64-musl']).toMatchObject({
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  });
});

test('two versions of one package each get their platforms: the second one below its own package', () => {
  const parser = (version: string) => ({ version, optionalDependencies: { '@a/win32-x64': version } });
  const lock = {
    packages: { '': {}, 'node_modules/parser': parser('2.0.0'), 'node_modules/b/node_modules/parser': parser('1.0.0') },
  };
  const { packages } = completeLock(lock).lock;
  const versions = [
    packages['node_modules/@a/win32-x64'],
    packages['node_modules/b/node_modules/parser/node_modules/@a/win32-x64'],
  ];
  expect(versions.map(({ version }) => version)).toEqual(['2.0.0', '1.0.0']);
});
