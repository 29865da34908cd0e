import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { catalogue } from '../../packages/core/src/workflows/index.ts';

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const packages = join(import.meta.dirname, '../../packages');
const types = new Set(catalogue.map(({ type }) => type));

/** What is compared with the name of a workflow type in a source: by ===, in a switch, or in a list that is asked whether it includes something. */
function* typesAsked(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const each of value) yield* typesAsked(each);
  if (!isNode(value)) return;
  const sides =
    value.type === 'BinaryExpression' && /^[!=]==?$/.test(String(value.operator))
      ? [value.left, value.right]
      : value.type === 'SwitchCase'
        ? [value.test]
        : value.type === 'CallExpression' && isNode(value.callee) && isNode(value.callee.object)
          ? /^(?:includes|has)$/.test(String((value.callee.property as Node | undefined)?.name))
            ? ((value.callee.object.elements ?? []) as unknown[])
            : []
          : [];
  for (const side of sides)
    if (isNode(side) && side.type === 'Literal' && types.has(String(side.value))) yield String(side.value);
  for (const inner of Object.values(value)) yield* typesAsked(inner);
}

const asked = (name: string, text: string) => [...typesAsked(parseSync(name, text).program)];

/** Definitions of the types, and what they share, know their type; everything else reads what the definition says. */
const folders = [
  'widgets/src',
  'portal/src',
  ...['session', 'tables', 'embedding', 'workflows/items', 'workflows/comparison'].map((name) => `core/src/${name}`),
];

test('no view asks which workflow type it draws: what differs is said by the definition', () => {
  const files = folders.flatMap((folder) =>
    readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|test-helpers|\/testing\//.test(name))
      .map((name) => join(packages, folder, name)),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => asked(file, readFileSync(file, 'utf8')).map((type) => `${file}: ${type}`))).toEqual(
    [],
  );
});

test.each([
  "const mine = item.object_type === 'macropka';",
  "if ('scan' !== type) stop();",
  "switch (type) { case 'pka': draw(); }",
  "const shown = ['nmr', 'irc'].includes(type);",
])('it would find %s', (text) => {
  expect(asked('view.ts', text).length).toBeGreaterThan(0);
});
