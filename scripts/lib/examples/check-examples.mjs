/** What is wrong with the stored examples, in words. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkDocument } from '../../../packages/core/src/workflows/rules/check-document.ts';
import { fileOf, folder, limits, madeBy, packedBytes, recipeDigest } from './stored-examples.mjs';

/**
 * Reads every stored example.
 * @returns {Promise<{types: string[], problems: string[], older: string[]}>}
 *   problems: results that no longer fit their definition, are too large, or were stored by nobody; older: results of a recipe that was changed since
 */
export async function checkExamples() {
  const made = madeBy();
  const problems = [];
  const older = [];
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
    if (made[type].recipe !== recipeDigest(type))
      older.push(`${basename(file)} was made by an older recipe: "npm run examples -- ${type}" computes it again.`);
  }
  if (all > limits.all) problems.push(`All examples have ${all} bytes packed, more than ${limits.all}.`);
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const type = /^(.*)\.cuvette\.json$/.exec(name)?.[1];
    if (type && !made[type]) problems.push(`${name} was not stored by "npm run examples".`);
  }
  return { types, problems, older };
}
