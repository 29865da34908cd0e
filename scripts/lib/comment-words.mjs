/** Words that comments and documents must not use: figures of speech for a message, a state, a place or a folder. */
import { parseSync } from 'oxc-parser';

const unclear = /\b(told|said|stands?|stood|rooms|the house)\b/gi;

/** Plain English with the same words: "stands for", "stand-in", "told apart", "stands out". */
const plain =
  /\bst(ands?|ood) (in )?for\b|\bstand[- ]in(s|\b)|\bstands? (in where|in while|out)\b|\btold (apart|from)\b|\bsaid yes\b/gi;

/** The comments of a program, or the whole text of a document, each with the line of its beginning. */
function proseOf(file, text) {
  const at = (index, value) => ({ line: text.slice(0, index).split('\n').length, value });
  if (/\.(tsx?|mjs)$/.test(file)) return parseSync(file, text).comments.map(({ start, value }) => at(start, value));
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*[^*]*\*+([^/*][^*]*\*+)*\//g)].map((one) => at(one.index, one[0]));
  if (file.endsWith('.py')) return pythonProse(text);
  return file.endsWith('.md') ? [at(0, text)] : [];
}

/** Docstrings and comments: every second part between triple quotes, and what follows "# " elsewhere. */
function pythonProse(text) {
  let line = 1;
  return text.split('"""').flatMap((part, index) => {
    const first = line;
    line += part.split('\n').length - 1;
    if (index % 2 === 1) return [{ line: first, value: part }];
    return part.split('\n').flatMap((row, below) => {
      const comment = row.indexOf('# ');
      return comment === -1 ? [] : [{ line: first + below, value: row.slice(comment) }];
    });
  });
}

/** The lines of a file whose comments, or whose text if it is a document, use one of the words. */
export function commentProblems(file, text) {
  return proseOf(file, text).flatMap(({ line, value }) =>
    value.split('\n').flatMap((row, index) => {
      const found = row.replace(plain, '').match(unclear);
      return found
        ? [`${file}:${line + index} says "${found[0]}" in a comment: name the message, the state or the place`]
        : [];
    }),
  );
}
