/** What no committed file may hold: download addresses in the lock file, registry hosts, paths of one machine, unclear words in comments. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commentProblems } from './comment-words.mjs';
import { missingOptional } from './lock.mjs';

/** Put together from pieces, so that this file does not hold what it looks for. */
const forbidden = [
  { what: 'a registry host', pattern: new RegExp(['registry', '(npmjs|yarnpkg)', '(org|com)'].join('\\.')) },
  {
    what: 'a registry host',
    pattern: new RegExp(['(files\\.pythonhosted', 'org)|(pypi', 'org\\/simple)'].join('\\.')),
  },
  { what: 'an index address', pattern: /^\s*--(extra-)?index-url|^\s*--trusted-host/m },
  {
    what: 'a path of one machine',
    pattern: new RegExp(`(^|[\\s'"=(:])/(${['work', 'root', 'home/[a-z]+'].join('|')})/[\\w.-]`, 'm'),
  },
];

/**
 * @param {string} root a checkout with git
 * @returns {{problems: string[], files: number}}
 */
export function committedProblems(root) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((file) => file && existsSync(join(root, file)));
  const problems = [];
  for (const file of files) {
    const text = readFileSync(join(root, file));
    if (text.includes(0)) continue;
    problems.push(...textProblems(file, text.toString('utf8')), ...commentProblems(file, text.toString('utf8')));
  }
  return { problems, files: files.length };
}

/** Lists what is wrong with one file's text. */
export function textProblems(file, text) {
  const problems = [];
  if (file === 'package-lock.json') {
    const lock = JSON.parse(text);
    for (const { name } of missingOptional(lock))
      problems.push(`${file}: ${name} is missing, npm ci refuses it: run "npm run lock"`);
    for (const [path, entry] of Object.entries(lock.packages)) {
      if (entry.resolved && !entry.link) problems.push(`${file}: ${path} carries a download address ("resolved")`);
    }
  }
  for (const { what, pattern } of forbidden) {
    const match = pattern.exec(text);
    if (match)
      problems.push(`${file}:${text.slice(0, match.index).split('\n').length} names ${what}: ${match[0].trim()}`);
  }
  return problems;
}
