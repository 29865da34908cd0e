/** What a page downloads before any widget is drawn. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'oxc-parser';

/**
 * A built module and everything it imports statically, with sizes.
 * @param {string} entry path of a built .js file
 * @returns {{file: string, bytes: number, gzip: number, text: string}[]}
 */
export function eagerFiles(entry) {
  const seen = new Map();
  const walk = (file) => {
    if (seen.has(file)) return;
    if (!existsSync(file)) throw new Error(`${file} is imported but was not built`);
    const bytes = readFileSync(file);
    const text = bytes.toString('utf8');
    seen.set(file, { file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, text });
    const { module } = parseSync(file, text);
    const names = module.staticImports.map((one) => one.moduleRequest.value);
    for (const one of module.staticExports) {
      for (const item of one.entries) if (item.moduleRequest) names.push(item.moduleRequest.value);
    }
    for (const name of names) if (name.startsWith('.')) walk(join(dirname(file), name));
  };
  walk(entry);
  return [...seen.values()];
}
