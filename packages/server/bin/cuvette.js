#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Plain JavaScript, so that an old Node says what is wrong instead of failing on TypeScript syntax.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(
    `Cuvette needs Node 22.12 or newer (24 is pinned in the checkout), and this is ${process.versions.node}.`,
  );
  console.error('Start it with "npm start" in the checkout, which uses the pinned one.');
  process.exit(1);
}
if (!process.features.typescript) {
  console.error(
    `Node ${process.versions.node} runs Cuvette with the flag --experimental-strip-types; "npm start" sets it.`,
  );
  process.exit(1);
}
// What Node compiled is kept in the checkout for the next start, which takes a second less. Where the checkout is not writable nothing is kept.
enableCompileCache(
  process.env.NODE_COMPILE_CACHE ?? fileURLToPath(new URL('../../../node_modules/.cache/cuvette', import.meta.url)),
);
const { main } = await import('../src/cli.ts');
await main(process.argv.slice(2));
