/**
 * `node scripts/check-sizes.mjs`: what pages load for each element, against packages/widgets/sizes.json. Fails when something is over its limit or
 * grew by more than 5 %, and names the modules that grew. `--write` notes what was measured, limits kept.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measure, noteSizes, sizeProblems } from './lib/sizes.mjs';
import { root } from './lib/stamps.mjs';

const folder = join(root, 'packages/widgets/dist/embed');
const file = join(root, 'packages/widgets/sizes.json');
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

if (!existsSync(join(folder, 'modules.json'))) {
  console.error('packages/widgets/dist/embed/modules.json is not there: run "npm run build" first.');
  process.exit(1);
}
const noted = read(file);
const sizes = measure(folder, read(join(folder, 'modules.json')), noted);
const lines = process.argv.includes('--write') ? noteSizes(noted, sizes) : noted;
if (lines !== noted) {
  writeFileSync(file, JSON.stringify(lines));
  execFileSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', file]);
}

for (const [name, { limit, gzip, what }] of Object.entries(lines)) {
  const now = sizes[name]?.gzip ?? 0;
  const change = gzip > 0 ? `${now >= gzip ? '+' : ''}${(((now - gzip) / gzip) * 100).toFixed(1)} %` : 'new';
  console.log(
    `${(now / 1000).toFixed(1).padStart(7)} kB of ${String(limit / 1000).padStart(3)} kB  ${change.padStart(7)}  ${name}: ${what}`,
  );
}
const problems = sizeProblems(lines, sizes);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
