import { type ChildProcess, spawn } from 'node:child_process';
import type { Duplex, Readable } from 'node:stream';

/** How a process group is started. */
export interface GroupOptions {
  command: string[];
  directory: string;
  environment: Record<string, string>;
  /** Limit of the address space in MB. */
  memoryMb: number;
  /** Limit of the time on processors in seconds, of each process; none without it. */
  cpuSeconds?: number;
  /** What shuts the command in, in front of it; empty without a sandbox. */
  sandbox?: string[];
  /** What enters the job's own group and then becomes what follows it, in front of all else; empty where there are no such groups. */
  enter?: string[];
  /** Whether the command gets a channel to the worker as its descriptor 4. */
  control?: boolean;
}

/** Largest file in MB, and most open files and processes of the user, that a job may have: far above what engines need, far below what stops a machine. */
const fileMb = 64 * 1024;
const openFiles = 4096;
const processes = 8192;

/** A running group: one leading shell that guards it, and everything that was started below. */
export interface ProcessGroup {
  pid: number;
  stdout: Readable;
  stderr: Readable;
  /** The worker's end of the channel that was asked for. */
  control: Duplex | null;
  /** Exit status of the command itself; 128 + n when signal n ended it. */
  exited: Promise<number>;
  /** SIGTERM to the whole group, SIGKILL after `graceMs`. */
  stop(graceMs?: number): void;
  kill(): void;
}

/**
 * The guard leads the group. It sets the limits of what runs below it, waits for the command and passes its status on; and it reads a pipe that only
 * the worker holds open: when the worker is gone, even by kill -9, the read ends and the whole group is killed. A sandbox must not end by SIGTERM
 * before what runs in it: it is started with the signal ignored, and compute, which waits for the signal, ends in its own way.
 */
const guard = `
exec 3<&0 </dev/null
ulimit -c 0
limit() { ulimit "$1" "$2" 2>/dev/null || true; }
limit -v "$CUVETTE_LIMIT_KB"
if [ -n "$CUVETTE_LIMIT_SECONDS" ]; then
  # SIGXCPU, which tells what happened; SIGKILL for what does not listen.
  ulimit -S -t "$CUVETTE_LIMIT_SECONDS" 2>/dev/null || true
  ulimit -H -t $((CUVETTE_LIMIT_SECONDS + 5)) 2>/dev/null || true
fi
limit -f ${fileMb * 2048}
limit -n ${openFiles}
ulimit -u ${processes} 2>/dev/null || limit -p ${processes}
sandboxed=$CUVETTE_SANDBOXED
unset CUVETTE_LIMIT_KB CUVETTE_LIMIT_SECONDS CUVETTE_SANDBOXED
trap : TERM
if [ -n "$sandboxed" ]; then
  ( trap '' TERM; exec "$@" ) 3<&- &
else
  "$@" 3<&- &
fi
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
  const { sandbox = [], enter = [], cpuSeconds } = options;
  const child: ChildProcess = spawn(
    '/bin/sh',
    ['-c', guard, 'cuvette-guard', ...enter, ...sandbox, ...options.command],
    {
      cwd: options.directory,
      env: {
        ...options.environment,
        CUVETTE_LIMIT_KB: String(options.memoryMb * 1024),
        CUVETTE_LIMIT_SECONDS: cpuSeconds === undefined ? '' : String(Math.ceil(cpuSeconds)),
        CUVETTE_SANDBOXED: sandbox.length > 0 ? '1' : '',
      },
      detached: true,
      // The guard keeps its pipe at 3.
      stdio: ['pipe', 'pipe', 'pipe', ...(options.control ? (['ignore', 'pipe'] as const) : [])],
    },
  );
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
    control: (child.stdio[4] as Duplex | null | undefined) ?? null,
    exited,
    stop(graceMs = 3000) {
      if (timer) return;
      signalGroup('SIGTERM');
      timer = setTimeout(() => signalGroup('SIGKILL'), graceMs);
    },
    kill: () => signalGroup('SIGKILL'),
  };
}
