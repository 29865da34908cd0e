import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Text of a file of `../fixtures`, unpacked where its name ends in .gz. JavaScript, because the package is checked without Node's types. */
export function readFixture(name) {
  const bytes = readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}
