/** Finds stored examples that are missing, outdated, too large or no longer valid. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkDocument } from '../../../packages/core/src/workflows/items/check-document.ts';
import { fileOf, limits, packedBytes, revisionOf, storedTypes } from './stored-examples.mjs';

/**
 * Reads every stored example.
 * @returns {Promise<{types: string[], problems: string[]}>}
 *   problems: a sentence for each result that no longer fits its definition, is too large, or has another revision than `examples/jobs.mjs` wants
 */
export async function checkExamples() {
  const problems = [];
  const types = storedTypes();
  let all = 0;
  for (const type of types) {
    const file = fileOf(type);
    const text = readFileSync(file, 'utf8');
    const packed = packedBytes(text);
    all += packed;
    if (packed > limits.each) problems.push(`${basename(file)} has ${packed} bytes packed, more than ${limits.each}.`);
    const bundle = JSON.parse(text);
    for (const part of await checkDocument(bundle))
      for (const { field, detail } of part.problems)
        problems.push(`${basename(file)} no longer fits: ${part.what} ${part.name ?? ''} ${field}: ${detail}`);
    const { revision = 1 } = bundle;
    if (revision !== revisionOf(type))
      problems.push(
        `${basename(file)} has revision ${revision}, and revision ${revisionOf(type)} is wanted: run "npm run examples -- ${type}".`,
      );
  }
  if (all > limits.all) problems.push(`All examples have ${all} bytes packed, more than ${limits.all}.`);
  return { types, problems };
}
