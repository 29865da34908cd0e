/** Finds stored examples that are missing, outdated, too large or no longer valid. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkDocument } from '../../../packages/core/src/workflows/items/check-document.ts';
import { fileOf, limits, packedBytes, revisionOf, storedKeys } from './stored-examples.mjs';

/**
 * Reads every stored example.
 * @returns {Promise<{types: string[], problems: string[]}>}
 *   problems: a sentence for each result that no longer fits its definition, is too large, or has another revision than `examples/jobs.mjs` wants
 */
export async function checkExamples() {
  const problems = [];
  const keys = storedKeys();
  let all = 0;
  for (const key of keys) {
    const file = fileOf(key);
    const text = readFileSync(file, 'utf8');
    const packed = packedBytes(text);
    all += packed;
    if (packed > limits.each) problems.push(`${basename(file)} has ${packed} bytes packed, more than ${limits.each}.`);
    const bundle = JSON.parse(text);
    for (const part of await checkDocument(bundle))
      for (const { field, detail } of part.problems)
        problems.push(`${basename(file)} no longer fits: ${part.what} ${part.name ?? ''} ${field}: ${detail}`);
    const { revision = 1 } = bundle;
    if (revision !== revisionOf(key))
      problems.push(
        `${basename(file)} has revision ${revision}, and revision ${revisionOf(key)} is wanted: run "npm run examples -- ${key}".`,
      );
  }
  if (all > limits.all) problems.push(`All examples have ${all} bytes packed, more than ${limits.all}.`);
  // The key of a further example begins with its type and a dot.
  const types = [...new Set(keys.map((key) => key.split('.')[0]))];
  return { types, problems };
}
