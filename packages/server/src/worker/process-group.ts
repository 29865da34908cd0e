import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How a process group is started. */
export interface GroupOptions {
  command: string[];
  directory: string;
  environment: Record<string, string>;
  /** Limit of the address space in MB. */
  memoryMb: number;
}

/** A running group: one leading shell that guards it, and everything that was started below. */
export interface ProcessGroup {
  pid: number;
  stdout: Readable;
  stderr: Readable;
  /** Exit status of the command itself; 128 + n when signal n ended it. */
  exited: Promise<number>;
  /** SIGTERM to the whole group, SIGKILL after `graceMs`. */
  stop(graceMs?: number): void;
  kill(): void;
}

/**
 * The guard leads the group. It waits for the command and passes its status on; and it reads a pipe that only the worker
 * holds open: when the worker is gone, even by kill -9, the read ends and the whole group is killed.
 */
const guard = `
exec 3<&0 </dev/null
ulimit -c 0
ulimit -v "$CUVETTE_LIMIT_KB" 2>/dev/null || true
unset CUVETTE_LIMIT_KB
trap : TERM
"$@" 3<&- &
child=$!
( trap - TERM; cat <&3 >/dev/null 2>&1; kill -KILL 0 ) >/dev/null 2>&1 &
watcher=$!
while :; do
  wait "$child"; status=$?
  kill -0 "$child" 2>/dev/null || break
done
kill -KILL "$watcher" 2>/dev/null
exit "$status"
`;

/** Starts a command in a process group of its own, with limits, that cannot outlive this process. */
export function startGroup(options: GroupOptions): ProcessGroup {
  const child: ChildProcess = spawn('/bin/sh', ['-c', guard, 'cuvette-guard', ...options.command], {
    cwd: options.directory,
    env: { ...options.environment, CUVETTE_LIMIT_KB: String(options.memoryMb * 1024) },
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined || !stdin || !stdout || !stderr) throw new Error('The compute process could not be started.');
  stdin.on('error', () => {});
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-pid, signal);
    } catch {
      // The group is gone already.
    }
  };
  let timer: NodeJS.Timeout | null = null;
  const exited = new Promise<number>((resolve) => {
    child.once('exit', (code, signal) => {
      if (timer) clearTimeout(timer);
      // Whatever the command left behind in its group goes with it.
      signalGroup('SIGKILL');
      stdin.destroy();
      resolve(code ?? (signal === 'SIGKILL' ? 137 : 128));
    });
    child.once('error', () => resolve(127));
  });
  return {
    pid,
    stdout,
    stderr,
    exited,
    stop(graceMs = 3000) {
      if (timer) return;
      signalGroup('SIGTERM');
      timer = setTimeout(() => signalGroup('SIGKILL'), graceMs);
    },
    kill: () => signalGroup('SIGKILL'),
  };
}
