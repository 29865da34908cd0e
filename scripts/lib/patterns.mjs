/**
 * Regular expressions whose time does not stay linear in the length of the text: such a one, met by a text from outside, blocks the server or the page.
 * `recheck` judges each expression of the packages' sources, tests left out. What it has found linear is kept in `linear-patterns.json`, because judging all
 * of them takes minutes. An expression with a look-around or with many repetitions of fixed length cannot be proved linear; it is tried with many texts.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { check } from 'recheck';

const scriptFile = /^packages\/(core|widgets|portal|server)\/src\/.*\.(ts|tsx)$/;
const pythonFile = /^packages\/(compute|pilots)\/src\/.*\.py$/;
const testFile = /\.test\.tsx?$|\/testing\/|\/test-[a-z-]+\.tsx?$/;

/**
 * Expressions whose source is not written where they are made, by file and argument, with what they come to (values that matter, one is enough for each
 * kind).
 */
const made = {
  'packages/compute/src/cuvette_compute/engines/xtb_program.py pattern': [],
};

/**
 * @typedef {{file: string, line: number, source: string | null, argument: string, flags: string}} Pattern
 * `source` is null where the expression is made from more than a text: then `argument` is its code.
 */

/** The source of a template, with a word (in braces: a number) for each of its values. */
function sourceOfTemplate({ quasis, expressions }) {
  return quasis.reduce((text, { value: { cooked } }, index) => {
    const stand = expressions[index - 1] ? (text.endsWith('{') ? '7' : 'word') : '';
    return text + stand + cooked;
  }, '');
}

/** @returns {Pattern[]} the expressions of a TypeScript file */
export function patternsOfScript(file, text) {
  const found = [];
  const lineAt = (place) => text.slice(0, place).split('\n').length;
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== 'object') return;
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex;
      found.push({ file, line: lineAt(node.start), source: pattern, argument: pattern, flags });
    }
    if (
      /^(New|Call)Expression$/.test(node.type) &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'RegExp'
    ) {
      const [given, flags] = node.arguments;
      const source =
        given?.type === 'Literal' && typeof given.value === 'string'
          ? given.value
          : given?.type === 'TemplateLiteral'
            ? sourceOfTemplate(given)
            : null;
      const argument = given ? text.slice(given.start, given.end) : '';
      found.push({ file, line: lineAt(node.start), source, argument, flags: flags?.value ?? '' });
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value);
  };
  visit(parseSync(file, text).program);
  return found;
}

/** @returns {Pattern[]} the expressions of Python files, in the words of JavaScript */
function patternsOfPython(root, files, python) {
  const listed = execFileSync(python, [join(root, 'scripts/lib/python-patterns.py'), ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(listed).map(({ source, whole, ...rest }) => ({
    ...rest,
    source: source === null ? null : inJavaScript(source, whole),
  }));
}

/** A Python expression as JavaScript has it. `whole`: it must fit from the first to the last character. */
function inJavaScript(source, whole) {
  const named = source
    .replaceAll('(?P<', '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replaceAll('\\A', '^')
    .replaceAll('\\Z', '$');
  return whole ? `^(?:${named})$` : named;
}

/** @returns {Pattern[]} the expressions of all packages; those of Python only where there is a Python */
export function allPatterns(root, python) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\0').filter((file) => file && !testFile.test(file) && existsSync(join(root, file)));
  const scripts = files
    .filter((file) => scriptFile.test(file))
    .flatMap((file) => patternsOfScript(file, readFileSync(join(root, file), 'utf8')));
  const inPython = python
    ? patternsOfPython(
        root,
        files.filter((file) => pythonFile.test(file)),
        python,
      )
    : [];
  return [...scripts, ...inPython].flatMap((pattern) => {
    const known = made[`${pattern.file} ${pattern.argument}`];
    return known ? known.map((source) => ({ ...pattern, source })) : [pattern];
  });
}

const asText = ({ source, flags }) => `/${source}/${flags}`;
const listFile = (root) => join(root, 'scripts/lib/linear-patterns.json');

/** @returns {Set<string>} the expressions that were judged linear before */
export function knownLinear(root) {
  return new Set(JSON.parse(readFileSync(listFile(root), 'utf8')));
}

/** Milliseconds to judge one expression. */
const judgeMs = 120_000;

/**
 * Judges each expression that is not known.
 * @param {Pattern[]} patterns
 * @param {Set<string>} known
 * @returns {Promise<{problems: string[], judged: number}>}
 */
export async function patternProblems(patterns, known) {
  const problems = [];
  /** @type {Map<string, string | null>} */
  const verdicts = new Map();
  for (const pattern of patterns) {
    const where = `${pattern.file}:${pattern.line}`;
    if (pattern.source === null) {
      problems.push(
        `${where} makes an expression of ${pattern.argument}: say in scripts/lib/patterns.mjs what it comes to`,
      );
      continue;
    }
    const text = asText(pattern);
    if (known.has(text)) continue;
    if (!verdicts.has(text)) verdicts.set(text, await problemOf(pattern));
    const problem = verdicts.get(text);
    if (problem) problems.push(`${where} ${text} ${problem}`);
  }
  return { problems, judged: verdicts.size };
}

/** Returns what is wrong with an expression, or null. */
async function problemOf({ source, flags }) {
  const { status, complexity, attack, error } = await check(source, flags, { timeout: judgeMs });
  if (status === 'safe') return null;
  if (status === 'vulnerable') {
    return `takes more than linear time (${complexity?.summary}), for instance for ${attack?.pattern ?? 'an unknown text'}`;
  }
  return `cannot be judged (${error?.kind ?? 'no reason given'}): write it more simply`;
}

/** Writes down which expressions are linear, in the order of their letters. */
export function writeKnown(root, patterns) {
  const sorted = [...new Set(patterns.map(asText))].sort();
  writeFileSync(listFile(root), `${JSON.stringify(sorted, null, 2)}\n`);
}
