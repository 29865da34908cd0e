/** `npm run lock`: writes the optional packages of other platforms into package-lock.json (see lib/lock.mjs). */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLock } from './lib/lock.mjs';
import { root } from './lib/stamps.mjs';

const file = join(root, 'package-lock.json');
const { lock, added, unknown } = completeLock(JSON.parse(readFileSync(file, 'utf8')));
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added.length} entries for other platforms added.`);
if (unknown.length > 0) console.log(`Left out, and npm ci may refuse: ${unknown.join(', ')}.`);
