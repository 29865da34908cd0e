/** `npm run test:load`: the tests that `npm test` runs on a sample, in full size. Set up by `npm test` before. */
import { join } from 'node:path';
import { cuvetteEnvironment, cuvetteNode } from './lib/node.mjs';
import { run } from './lib/run.mjs';
import { root } from './lib/stamps.mjs';

const { program, flags } = cuvetteNode();
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = await run(program, [...flags, vitest, 'run', 'src/api/malformed.test.ts'], {
  cwd: join(root, 'packages/server'),
  env: { ...cuvetteEnvironment(), CUVETTE_MALFORMED: '10000' },
  show: true,
  limitSeconds: 1800,
});
process.exitCode = status === 0 ? 0 : 1;
