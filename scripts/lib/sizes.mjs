/** What a page downloads for each element, compressed, and which modules it is made of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** More than this part above the noted size fails. */
const allowedGrowth = 0.05;

/** Modules below this many bytes are not noted: they would fill the file and explain nothing. */
const notedFrom = 400;

/**
 * @typedef {Record<string, {imports: string[], modules: Record<string, number>}>} Build `modules.json`, written by the build of the widgets
 * @typedef {{entry?: string, sharedBy?: string[], beyond?: string[], with?: string[], without?: string[], limit: number, gzip: number, files: number,
 *   modules: Record<string, number>}} Noted one line of `sizes.json`; `files` is the most of them that it may be
 * @typedef {{files: string[], gzip: number, modules: Record<string, number>}} Measured
 */

/**
 * The built script that holds a module.
 * @param {Build} build
 * @param {string} module its path in the checkout
 */
export function scriptOf(build, module) {
  const found = Object.keys(build).find((file) => build[file]?.modules[module] !== undefined);
  if (!found) throw new Error(`${module} is in no built script: was it renamed?`);
  return found;
}

/**
 * A script and all that it imports statically.
 * @param {Build} build
 * @param {string} file
 * @param {Set<string>} [seen]
 * @returns {Set<string>}
 */
export function closure(build, file, seen = new Set()) {
  if (seen.has(file)) return seen;
  seen.add(file);
  if (!build[file]) throw new Error(`${file} is imported but was not built`);
  for (const name of build[file].imports) closure(build, name, seen);
  return seen;
}

/** The scripts that a line of the size file counts. */
function filesOf(build, lines, name) {
  const { entry, sharedBy = [], beyond = [], with: also = [] } = lines[name];
  const scripts = (module) => closure(build, scriptOf(build, module));
  let files = entry ? [...scripts(entry)] : [];
  if (sharedBy.length > 0) {
    const all = sharedBy.map((other) => scripts(lines[other].entry));
    files = [...all[0]].filter((file) => all.every((one) => one.has(file)));
  }
  for (const module of also) files.push(...scripts(module));
  const others = new Set(beyond.flatMap((other) => filesOf(build, lines, other)));
  return [...new Set(files)].filter((file) => !others.has(file));
}

/**
 * Measures what each line of the size file names.
 * @param {string} folder of the built files
 * @param {Build} build
 * @param {Record<string, Noted>} lines
 * @returns {Record<string, Measured>} bytes after gzip (level 9); modules in bytes before minification
 */
export function measure(folder, build, lines) {
  const compressed = new Map();
  const gzip = (file) => {
    if (!compressed.has(file)) compressed.set(file, gzipSync(readFileSync(join(folder, file)), { level: 9 }).length);
    return compressed.get(file);
  };
  return Object.fromEntries(
    Object.keys(lines).map((name) => {
      const files = filesOf(build, lines, name);
      const modules = Object.assign({}, ...files.map((file) => build[file].modules));
      return [name, { files, gzip: files.reduce((sum, file) => sum + gzip(file), 0), modules }];
    }),
  );
}

/** The modules that grew most, or came, since the size file was written: `path +bytes`. */
function grown(noted, modules, most = 8) {
  return Object.entries(modules)
    .map(([module, bytes]) => ({ module, more: bytes - (noted[module] ?? (bytes < notedFrom ? bytes : 0)) }))
    .filter(({ more }) => more > 0)
    .sort((one, other) => other.more - one.more)
    .slice(0, most)
    .map(({ module, more }) => `${module} +${more} bytes before minification`);
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB (${bytes} bytes)`;

/**
 * Lists what is wrong with the sizes, as text; empty when nothing is.
 * @param {Record<string, Noted>} lines
 * @param {Record<string, Measured>} sizes
 */
export function sizeProblems(lines, sizes) {
  const problems = [];
  for (const [name, noted] of Object.entries(lines)) {
    const { gzip, modules, files } = sizes[name];
    if (files.length > noted.files) {
      problems.push(`${name} is ${files.length} files, more than its ${noted.files}: see packages/widgets/chunks.ts.`);
    }
    const reasons = grown(noted.modules, modules).map((one) => `\n    ${one}`);
    if (gzip > noted.limit) {
      problems.push(`${name} is ${kB(gzip)} compressed, more than its ${kB(noted.limit)}.${reasons.join('')}`);
    } else if (gzip > noted.gzip * (1 + allowedGrowth)) {
      problems.push(
        `${name} grew from ${kB(noted.gzip)} to ${kB(gzip)} compressed, more than ${allowedGrowth * 100} %. If it must, run "npm run sizes -- --write".${reasons.join('')}`,
      );
    }
    for (const part of noted.without ?? []) {
      const found = Object.keys(modules).find((module) => module.includes(part));
      if (found) problems.push(`${name} loads ${found} at once; it must come when it is needed.`);
    }
  }
  return problems;
}

/** The size file with what was measured. */
export function noteSizes(lines, sizes) {
  return Object.fromEntries(
    Object.entries(lines).map(([name, noted]) => {
      const { gzip, modules } = sizes[name];
      const large = Object.entries(modules).filter(([, bytes]) => bytes >= notedFrom);
      const sorted = large.sort(([one, size], [other, otherSize]) => otherSize - size || one.localeCompare(other));
      return [name, { ...noted, gzip, modules: Object.fromEntries(sorted) }];
    }),
  );
}
