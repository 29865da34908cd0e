import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../packages/widgets/src');
const texts = new Map<string, { text: string; imports: string[] }>();

/** A module of the widgets and those that it imports, lazily or not; imports of types alone are none. */
function moduleAt(file: string) {
  const known = texts.get(file);
  if (known) return known;
  const text = readFileSync(file, 'utf8');
  const { module } = parseSync(file, text);
  const names = [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || !entries.every(({ isType }) => isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? moduleRequest.value : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end).replace(/['"`]/g, '')),
  ];
  const imports = names
    .filter((name) => name.startsWith('.') && /\.tsx?$/.test(name))
    .map((name) => resolve(dirname(file), name));
  const read = { text, imports };
  texts.set(file, read);
  return read;
}

/** All modules that a module brings along. */
function reach(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file) || !existsSync(file)) return seen;
  seen.add(file);
  for (const one of moduleAt(file).imports) reach(one, seen);
  return seen;
}

const sectionsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap((match) => match[1] ?? []);

/** The names of the sections of an object in source text: what is before a colon, two spaces in. */
const keysOf = (text: string) => sectionsIn(text, /^ {2}(\w+): /gm);

const shared = keysOf(readFileSync(join(source, 'words-shared.ts'), 'utf8').split('export const sharedWords')[1] ?? '');
const results = keysOf(readFileSync(join(source, 'results/words.ts'), 'utf8'));
const views = [...results, ...keysOf(readFileSync(join(source, 'words.ts'), 'utf8'))];

/** The sections of the message table that a module asks for. */
const asked = (text: string) =>
  [
    ...sectionsIn(text, /\b(?:words|useWords\(\))\.(\w+)/g),
    ...sectionsIn(text, /const \{([^}]*)\} = (?:useWords\(\)|words);/g).flatMap((names) =>
      names.split(',').map((name) => (name.split(':')[0] ?? '').trim()),
    ),
  ].filter((section) => views.includes(section));

/** The sections that a module adds. */
const added = (text: string) => [
  ...sectionsIn(text, /addEnglish\(\{([^}]*)\}\)/g).flatMap((inside) =>
    inside.split(',').map((part) => (part.split(':')[0] ?? '').trim()),
  ),
  ...(text.includes('addEnglish(resultWords)') ? results : []),
];

const elements = readdirSync(join(source, 'elements'))
  .filter((name) => name.endsWith('.tsx') && moduleAt(join(source, 'elements', name)).text.includes('defineElement<'))
  .filter((name) => name !== 'define.tsx');

test('there are elements, sections that all share, and sections of views', () => {
  expect(elements.length).toBeGreaterThan(4);
  expect(shared).toContain('errors');
  expect(views).toEqual(expect.arrayContaining(['viewer', 'table', 'plot', 'overview']));
});

test.each([...elements.map((name) => `elements/${name}`), 'submit/index.ts'])(
  '%s brings the words of every view that it can show',
  (name) => {
    const modules = [...reach(join(source, name))].filter((file) => !/\/(german\/|words)/.test(file));
    const here = new Set([...shared, ...modules.flatMap((file) => added(moduleAt(file).text))]);
    const missing = modules.flatMap((file) =>
      asked(moduleAt(file).text)
        .filter((section) => !here.has(section))
        .map((section) => `${relative(source, file)} says words.${section}`),
    );
    expect(missing).toEqual([]);
  },
);

test('a view that is drawn before its words are there is found', () => {
  const plot = moduleAt(join(source, 'plot/plot.tsx')).text;
  expect(added(plot)).toEqual(['plot']);
  expect(asked(plot)).toContain('plot');
  expect(added(plot.replace(/addEnglish\(.*\);/, ''))).toEqual([]);
});
