import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ParserOptions, parseSync } from 'oxc-parser';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The name that a call begins with and the words after it: `test.each(cases)` gives "test", ["each"]. */
function calledName(callee: unknown, words: string[] = []): { name: string; words: string[] } | null {
  if (!isNode(callee)) return null;
  if (callee.type === 'Identifier') return { name: String(callee.name), words };
  if (callee.type === 'MemberExpression') {
    const { property } = callee as unknown as { property: Node };
    return calledName(callee.object, [String(property.name ?? ''), ...words]);
  }
  if (callee.type === 'CallExpression') return calledName(callee.callee, words);
  if (callee.type === 'TaggedTemplateExpression') return calledName(callee.tag, words);
  return null;
}

/** The text of a title; in a template each expression stands as `%s`. */
function titleOf(argument: unknown): string | null {
  if (!isNode(argument)) return null;
  if (argument.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument.type !== 'TemplateLiteral') return null;
  const { quasis } = argument as unknown as { quasis: { value: { cooked: string } }[] };
  return quasis.map(({ value }) => value.cooked).join('%s');
}

function collect(node: unknown, groups: readonly string[], found: string[]): void {
  if (Array.isArray(node)) {
    for (const child of node) collect(child, groups, found);
    return;
  }
  if (!isNode(node)) return;
  let inside = groups;
  if (node.type === 'CallExpression') {
    const [first, ...others] = node.arguments as unknown[];
    const called = calledName(node.callee);
    const title = titleOf(first);
    const body = others.some((other) => isNode(other) && /Function/.test(other.type));
    if (called && title !== null && body) {
      if (called.words.some((word) => word === 'skip' || word === 'todo')) return;
      if (/^(test|it)$|Test$/.test(called.name) && !called.words.includes('describe')) {
        found.push([...groups, title].join(' › '));
        return;
      }
      inside = [...groups, title];
    }
  }
  for (const value of Object.values(node)) collect(value, inside, found);
}

/** Names of the tests of a file, each with the groups around it: "group › name". Skipped tests do not count. */
export function testsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  if (file.endsWith('.py')) return [...text.matchAll(/^\s*(?:async )?def (test_\w+)/gm)].map((match) => match[1] ?? '');
  const options: ParserOptions = { lang: file.endsWith('x') ? 'tsx' : 'ts' };
  const { program, errors } = parseSync(file, text, options);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  collect(program, [], found);
  return found;
}

/** The tests of a file that a name means: the whole of it, or its end after whole group names. */
export function testsNamed(names: readonly string[], wanted: string): string[] {
  return names.filter((name) => name === wanted || name.endsWith(` › ${wanted}`));
}

/** What is wrong with references to tests, each "path of the file › name of the test": a file or test that is not there, or a name that means several. */
export function problemsOfReferences(root: string, references: readonly string[]): string[] {
  const known = new Map<string, string[] | null>();
  const testsIn = (file: string): string[] | null => {
    const path = join(root, file);
    if (!known.has(file)) known.set(file, existsSync(path) ? testsOf(path) : null);
    return known.get(file) ?? null;
  };
  const problem = (reference: string): string[] => {
    const [file = '', ...name] = reference.split(' › ');
    const tests = testsIn(file);
    if (tests === null) return [`no such file: ${file}`];
    const found = testsNamed(tests, name.join(' › '));
    if (found.length === 1) return [];
    return [found.length === 0 ? `no such test: ${reference}` : `${found.length} tests are meant by ${reference}`];
  };
  return [...new Set(references.flatMap(problem))];
}
