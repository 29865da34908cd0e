import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './support/product.ts';
import { expect, origin, test } from './support/shared.ts';

const server = join(root, 'packages/server');
const python = join(server, '.venv/client-3/bin/python');

/** Submit functions of client 3.x whose least arguments are computed in a second or two. `npm run test:full` runs all of them. */
const quick = ['basic_calculation', 'conformer_search', 'descriptors', 'fukui', 'logp', 'solubility'];

/** What the walk saw of a function. */
interface Seen {
  done?: number;
  messages?: string[];
  unread?: Record<string, string>;
}

test('scripts of the public Python client 3.x submit, wait for the result and read every property of it', async () => {
  test.skip(!existsSync(python), 'Client 3.x takes Python 3.12 or newer, and none was found by the set-up.');
  const { stdout } = await promisify(execFile)(
    python,
    [join(server, 'scripts/client_walk.py'), join(root, 'examples/proteins'), '300', quick.join(',')],
    {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: tmpdir(),
        ROWAN_API_URL: `${origin}/api/v3`,
        ROWAN_API_KEY: process.env.CUVETTE_E2E_KEY ?? '',
      },
    },
  );
  const seen = JSON.parse(stdout) as Record<string, Seen>;
  expect(Object.keys(seen).sort()).toEqual(quick);
  for (const [name, { done, unread }] of Object.entries(seen)) {
    expect(done, `${name}: ${JSON.stringify(seen[name])}`).toBeGreaterThan(0);
    expect(unread, name).toEqual({});
  }
  // What this server replaced is what the client shows first.
  expect(seen.solubility?.messages?.[0]).toMatch(/^Replaced: .* is not installed here; computed with /);
});
