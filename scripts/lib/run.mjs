/** Child processes of the set-up: run to the end, with a limit, and never left behind. */
import { spawn } from 'node:child_process';
import { output as ownOutput } from './say.mjs';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends a child and everything it started (children are leaders of their own process group). */
function endGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}

for (const [signal, status] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
]) {
  process.on(signal, () => {
    if (running.size === 0) return;
    for (const child of running) endGroup(child, 'SIGTERM');
    setTimeout(() => {
      for (const child of running) endGroup(child, 'SIGKILL');
      process.exit(status);
    }, 1500);
  });
}
process.on('exit', () => {
  for (const child of running) endGroup(child, 'SIGKILL');
});

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, limitSeconds?: number}} [options]
 *   show: print its output as it comes (it is collected in any case)
 * @returns {Promise<{status: number, output: string, timedOut: boolean}>} status 127 when it cannot be started
 */
export function run(program, args, options = {}) {
  const { cwd, env, show = false, limitSeconds = 0 } = options;
  const print = ownOutput();
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    /** @type {string[]} */
    const parts = [];
    let timedOut = false;
    const take = (stream) => {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        parts.push(text);
        if (show) print(text);
      });
    };
    take(child.stdout);
    take(child.stderr);
    const limit = limitSeconds
      ? setTimeout(() => {
          timedOut = true;
          endGroup(child, 'SIGTERM');
          setTimeout(() => endGroup(child, 'SIGKILL'), 3000).unref();
        }, limitSeconds * 1000)
      : undefined;
    const finish = (status) => {
      clearTimeout(limit);
      if (!running.delete(child)) return;
      // What the program left behind in its group ends with it.
      if (child.pid) {
        try {
          process.kill(-child.pid, 'SIGKILL');
        } catch {
          // Nothing was left.
        }
      }
      resolve({ status, output: parts.join(''), timedOut });
    };
    child.on('error', () => finish(127));
    // A grandchild that holds the pipes open must not hold us: 'exit' counts, 'close' is awaited for a moment only.
    child.on('exit', (code) => {
      const status = code ?? 1;
      child.on('close', () => finish(status));
      setTimeout(() => finish(status), 2000).unref();
    });
  });
}

/** The last lines of a text. */
export function tail(text, lines = 30) {
  return text.trimEnd().split('\n').slice(-lines).join('\n');
}

/** True when the output of npm, pip or apt says that the network is the trouble. */
export function looksLikeNoNetwork(output) {
  return /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network is unreachable|Temporary failure (in name resolution|resolving)|NewConnectionError|Could not resolve|Failed to establish a new connection|ProxyError|Read timed out/i.test(
    output,
  );
}
