/** Finds stored examples that are missing, outdated, too large or no longer valid. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkDocument } from '../../../packages/core/src/workflows/items/check-document.ts';
import { fileOf, folder, limits, madeBy, packedBytes, revisionOf } from './stored-examples.mjs';

/**
 * Reads every stored example.
 * @returns {Promise<{types: string[], problems: string[]}>}
 *   problems: a sentence for each result that no longer fits its definition, is too large, has another revision than `examples/jobs.mjs` wants, or was not
 *   stored by `npm run examples`
 */
export async function checkExamples() {
  const made = madeBy();
  const problems = [];
  const types = Object.keys(made);
  let all = 0;
  for (const type of types) {
    const file = fileOf(type);
    if (!existsSync(file)) {
      problems.push(`${basename(file)} is missing: run "npm run examples -- ${type}".`);
      continue;
    }
    const text = readFileSync(file, 'utf8');
    const packed = packedBytes(text);
    all += packed;
    if (packed > limits.each) problems.push(`${basename(file)} has ${packed} bytes packed, more than ${limits.each}.`);
    for (const part of await checkDocument(JSON.parse(text)))
      for (const { field, detail } of part.problems)
        problems.push(`${basename(file)} no longer fits: ${part.what} ${part.name ?? ''} ${field}: ${detail}`);
    if (made[type].revision !== revisionOf(type))
      problems.push(
        `${basename(file)} has revision ${made[type].revision}, and revision ${revisionOf(type)} is wanted: run "npm run examples -- ${type}".`,
      );
  }
  if (all > limits.all) problems.push(`All examples have ${all} bytes packed, more than ${limits.all}.`);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const type = /^(.*)\.cuvette\.json$/.exec(name)?.[1];
    if (type && !made[type]) problems.push(`${name} was not stored by "npm run examples".`);
  }
  return { types, problems };
}
