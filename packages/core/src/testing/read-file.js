import { readdirSync, readFileSync } from 'node:fs';

/** Parsed JSON of a file of this folder. JavaScript, because the package is checked without Node's types. */
export function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** Names of the JSON files of a folder of this folder, without their ending. */
export function jsonNames(folder) {
  return readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/(\.schema)?\.json$/, ''))
    .sort();
}
