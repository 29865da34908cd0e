import { expect, test } from 'vitest';
import { commentProblems } from '../../scripts/lib/comment-words.mjs';

/** Put together from pieces, so that this file passes the check itself. */
const word = ['to', 'ld'].join('');

test.each([
  ['a.ts', `const a = 1;\n/**\n * Is ${word} how far it is.\n */`, 3],
  ['a.tsx', `const a = 1; // ${word} once`, 1],
  ['a.css', `p {\n  /* ${word} */\n}`, 2],
  ['a.py', `x = 1  # ${word} once`, 1],
  ['a.py', `def a():\n    """Run.\n\n    It is ${word} of "b".\n    """`, 4],
  ['a.md', `# A\n\nIt is ${word}.`, 3],
])('finds an unclear word in the prose of %s', (file, text, line) => {
  expect(commentProblems(file, text)).toEqual([expect.stringContaining(`${file}:${line} says "${word}"`)]);
});

test('code, texts on the screen and plain uses pass', () => {
  expect(
    commentProblems('a.ts', `const ${word} = '${word}'; // two rows are ${word} apart, one stands for a pose`),
  ).toEqual([]);
  expect(commentProblems('a.py', `${word} = "${word}"`)).toEqual([]);
  expect(commentProblems('a.json', `"${word}"`)).toEqual([]);
});
