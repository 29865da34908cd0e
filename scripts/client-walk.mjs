/**
 * Runs each submit function of the public Python client 3.x with the least arguments against a server that is started for it, and prints what became of it:
 * `npm run client-walk [function,function…]`.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from './lib/examples/started-product.mjs';
import { setUpNewerClient } from './lib/python.mjs';
import { root } from './lib/stamps.mjs';

/** Seconds that all items may take together. */
const longest = 1800;

/** Functions of which this many complete on a processor without an administrator's help. */
const wanted = 33;

/** Returns what became of a function, in a word and a text. */
function outcome(seen) {
  if (seen.done !== undefined) {
    const unread = Object.entries(seen.unread).map(([name, why]) => `; not read: ${name} (${why})`);
    return ['done', `${seen.done} s ${seen.messages[0] ?? ''}${unread.join('')}`];
  }
  if (seen.refused !== undefined) return ['refused', seen.refused];
  if (seen.client !== undefined) return ['client', seen.client];
  if (seen.failed !== undefined) return ['failed', seen.failed];
  return ['unfinished', String(seen.unfinished)];
}

const python = await setUpNewerClient();
if (python === null) {
  console.error('Client 3.x takes Python 3.12 or newer, and none is installed here.');
  process.exit(2);
}
const home = mkdtempSync(join(tmpdir(), 'cuvette-client-walk-'));
const product = await startProduct({ CUVETTE_WORKERS: '1', CUVETTE_EXAMPLES: 'off' });
try {
  const only = process.argv.slice(2);
  const script = join(root, 'packages/server/scripts/client_walk.py');
  const { stdout } = await promisify(execFile)(
    python,
    [script, join(root, 'examples/proteins'), String(longest), ...only],
    {
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ROWAN_API_URL: `${product.address}/api/v3`,
        ROWAN_API_KEY: product.key,
      },
      maxBuffer: 64 * 2 ** 20,
      timeout: (longest + 300) * 1000,
    },
  );
  const rows = Object.entries(JSON.parse(stdout)).map(([name, seen]) => [name, ...outcome(seen)]);
  for (const [name, word, text] of rows) console.log(`${word.padEnd(10)} ${name.padEnd(42)} ${text.slice(0, 400)}`);
  const done = rows.filter(([, word, text]) => word === 'done' && !text.includes('not read: ')).length;
  console.log(`${done} of ${rows.length} complete and are read by the client.`);
  if (only.length === 0 && done < wanted) process.exitCode = 1;
} finally {
  await product.stop();
  rmSync(home, { recursive: true, force: true });
}
