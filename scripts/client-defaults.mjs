/** Writes what the public Python client sends by itself, and the shapes of the newest public models, from the installed clients. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setUpNewerClient, setUpPythonClient } from './lib/python.mjs';
import { root } from './lib/stamps.mjs';

const server = join(root, 'packages/server');

/** Runs a script of the server's folder in an environment and returns what it prints. */
const printed = (python, script) =>
  execFileSync(python, [join(server, 'scripts', script)], { encoding: 'utf8', maxBuffer: 2 ** 26 });

await setUpPythonClient();
const newer = await setUpNewerClient();
if (newer === null) throw new Error('Client 3.x takes Python 3.12 or newer, and none is installed here.');
const files = [
  [join(server, '.venv/bin/python'), 'capture_client_defaults.py', 'client-defaults/2.1.12.json'],
  [newer, 'capture_client_defaults.py', 'client-defaults/3.2.3.json'],
  [newer, 'newer_schemas.py', 'newer-client/models.json'],
];
for (const [python, script, file] of files) {
  writeFileSync(join(server, 'src', file), printed(python, script));
  console.log(`packages/server/src/${file}`);
}
