/** `npm run new-type NAME`: writes the files of a new workflow type, and says what is left to do. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { catalogue } from '../packages/core/src/workflows/index.ts';
import { filesOfType, leftToDo, withExample } from './lib/new-type.mjs';
import { run } from './lib/run.mjs';
import { root } from './lib/stamps.mjs';

const [type = ''] = process.argv.slice(2);
const last = Math.max(...catalogue.map(({ order }) => order));
const files = filesOfType(type, last + 10);
const there = [...files.keys()].filter((path) => existsSync(join(root, path)));
if (there.length > 0) throw new Error(`${there.join(', ')} is there already.`);
for (const [path, text] of files) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
const jobs = join(root, 'examples/jobs.mjs');
writeFileSync(jobs, withExample(readFileSync(jobs, 'utf8'), type));
for (const script of ['write-catalogue.ts', 'export-schemas.ts']) {
  const { status, output } = await run(process.execPath, [join('packages/core/scripts', script)], { cwd: root });
  if (status !== 0) throw new Error(output);
}
console.log(leftToDo(type));
