/** `node scripts/check-sizes.mjs`: the eager part of the built embed.js stays at 15 kB gz and holds no heavy engine. */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { eagerFiles } from './lib/sizes.mjs';
import { root } from './lib/stamps.mjs';

/** Kilobytes of 1000 bytes, gzip level 9: what a wiki page pays for the script tag alone. */
const limit = 15_000;
const entry = join(root, 'packages/widgets/dist/embed/embed.js');
if (!existsSync(entry)) {
  console.error('packages/widgets/dist/embed/embed.js is not there: run "npm run build" first.');
  process.exit(1);
}
const files = eagerFiles(entry);
const total = files.reduce((sum, file) => sum + file.gzip, 0);
for (const file of files) console.log(`${String(file.gzip).padStart(8)} B gz  ${relative(root, file.file)}`);
console.log(`embed.js, eager: ${(total / 1000).toFixed(1)} kB gz of at most ${limit / 1000}.`);
const heavy = files.filter((file) => file.bytes > 200_000);
for (const file of heavy)
  console.error(`${relative(root, file.file)} is loaded at once: 3Dmol, OpenChemLib and React views come when seen.`);
if (total > limit)
  console.error('Too much is loaded before anything is drawn: find the static import that pulls it in.');
process.exitCode = total > limit || heavy.length > 0 ? 1 : 0;
