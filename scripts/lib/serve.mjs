/** The server of `npm start`, after the set-up: as a child that is started again when it dies, and that ends when this ends. */
import { join } from 'node:path';
import { which } from './apt.mjs';
import { cuvetteEnvironment, cuvetteNode } from './node.mjs';
import { giveUp } from './say.mjs';
import { root } from './stamps.mjs';
import { supervise, whenOrphaned } from './supervise.mjs';

/** Least milliseconds between a signal to stop and one that a person sent because the first took too long. */
const againMs = 1000;

/**
 * Starts the server in this process's place, as far as Node allows: same terminal, same signals, same end.
 * @param {string[]} flags of `cuvette serve`
 */
export function serve(flags) {
  const node = cuvetteNode();
  const command = [node.program, ...node.flags, join(root, 'packages/server/bin/cuvette.js'), 'serve', ...flags];
  // When this process is killed outright, the kernel ends the server too.
  const tie = process.platform === 'linux' && which('setpriv');
  const [program, ...args] = tie ? [tie, '--pdeathsig', 'TERM', ...command] : command;
  const server = supervise(program, args, { env: { ...process.env, ...cuvetteEnvironment() } });
  let toldAt = Number.NEGATIVE_INFINITY;
  const stop = (signal) => {
    // The same wish may come by two ways: from npm, and because npm is gone. A second signal would cut an orderly end short.
    const now = performance.now();
    if (now - toldAt > againMs || signal === 'SIGINT') server.stop(signal);
    toldAt = now;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the server by itself; a second one would cut its orderly end short.
      if (signal === 'SIGINT' && process.stdin.isTTY) server.stop(signal, true);
      else stop(signal);
    });
  }
  // Started by npm, the server ends with it. From a shell, it outlives the process that started it.
  if (process.env.npm_lifecycle_event === 'start') whenOrphaned(() => stop('SIGTERM'));
  server.done.then((status) => process.exit(status), giveUp);
}
