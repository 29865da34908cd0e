import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Parsed JSON of a file of this folder. JavaScript, because the package is checked without Node's types. */
export function readJson(path) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
}

/** Text of a file of this folder. */
export function readText(path) {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** Names of the JSON files of a folder of this folder, without their ending. */
export function jsonNames(folder) {
  return readdirSync(new URL(`${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/(\.schema)?\.json$/, ''))
    .sort();
}

const types = '../workflows/types';

/** Parsed JSON of a file in the folder of a workflow type. */
export function readOfType(type, name) {
  return readJson(`${types}/${type}/${name}.json`);
}

/** Workflow types whose folder has such a file. */
export function typesWith(name) {
  return readdirSync(new URL(types, import.meta.url))
    .filter((type) => existsSync(new URL(`${types}/${type}/${name}.json`, import.meta.url)))
    .sort();
}
