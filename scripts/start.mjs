/**
 * `npm start [-- flags of cuvette serve]`: sets up what is missing and starts the server with its embedded database and
 * one worker. Runs on a machine that has nothing but Node 20 or newer, npm and Python: only built-ins are imported here.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { which } from './lib/apt.mjs';
import { build } from './lib/build.mjs';
import { cuvetteEnvironment, cuvetteNode } from './lib/node.mjs';
import { giveUp, say, since } from './lib/say.mjs';
import { setUp } from './lib/set-up.mjs';
import { root } from './lib/stamps.mjs';

const start = performance.now();
const flags = process.argv.slice(2);
try {
  if (!flags.includes('--help')) say('Setting up Cuvette (what is up to date is left alone).');
  await setUp();
  await build();
  if (!flags.includes('--help')) say(`Set up in ${since(start)}. Starting the server.`);
  serve();
} catch (error) {
  giveUp(error);
}

/** Starts the server in this process's place, as far as Node allows: same terminal, same signals, same end. */
function serve() {
  const node = cuvetteNode();
  const command = [node.program, ...node.flags, join(root, 'packages/server/bin/cuvette.js'), 'serve', ...flags];
  // When this process is killed outright, the kernel ends the server too.
  const tie = process.platform === 'linux' && which('setpriv');
  const [program, ...args] = tie ? [tie, '--pdeathsig', 'TERM', ...command] : command;
  const server = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...cuvetteEnvironment() } });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the server by itself; a second one would cut its orderly end short.
      if (signal === 'SIGINT' && process.stdin.isTTY) return;
      server.kill(signal);
    });
  }
  server.on('error', (error) => giveUp(error));
  server.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGKILL' ? 137 : 143);
  });
}
