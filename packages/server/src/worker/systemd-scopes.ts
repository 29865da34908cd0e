import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { standing } from './control-groups.ts';
import {
  type GroupLimits,
  groupIn,
  type JobGroup,
  type JobGroups,
  limitFiles,
  mostProcesses,
  once,
} from './job-group.ts';

const execute = promisify(execFile);

/** Returns what systemd's tools need to find the manager of this user, and no job. */
function busVariables(): string[] {
  return ['XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'].filter((name) => process.env[name]);
}

/** A scope for one job: systemd-run asks for it, and becomes the command. */
function scope(manager: readonly string[], { memoryMb, cpus }: GroupLimits): JobGroup {
  const unit = `cuvette-job-${randomUUID()}.scope`;
  const bus = busVariables();
  const properties = [
    `MemoryMax=${memoryMb}M`,
    'MemorySwapMax=0',
    `TasksMax=${mostProcesses}`,
    `CPUQuota=${cpus * 100}%`,
  ];
  return {
    command: [
      'env',
      ...bus.map((name) => `${name}=${process.env[name]}`),
      'systemd-run',
      ...manager,
      ...['--scope', '--quiet', '--collect', `--unit=${unit}`],
      ...properties.flatMap((property) => ['-p', property]),
      '--',
      ...(bus.length > 0 ? ['env', ...bus.flatMap((name) => ['-u', name])] : []),
    ],
    leave: once(async () => {
      // With its last process the scope has gone by itself; what hides in another session ends here.
      await execute('systemctl', [...manager, 'stop', unit], { timeout: 10_000 }).catch(() => {});
      return { outOfMemory: false };
    }),
  };
}

/** Says which group it is in, and what that group's files hold. */
const tell = 'cat /proc/self/cgroup; cd "$0$(sed -n s/^0:://p /proc/self/cgroup)" && cat memory.max pids.max cpu.max';

/** Scopes of systemd: of the system for root, else of the user's own manager. Throws with the reason where one that is really made does not hold a process to its limits. */
export async function findScopes(): Promise<JobGroups> {
  const place = await standing();
  if (!place) throw new Error('this machine has no cgroup v2');
  const manager = process.getuid?.() === 0 ? [] : ['--user'];
  const tried = { memoryMb: 64, cpus: 1 };
  const probe = scope(manager, tried);
  const [program = '', ...words] = [...probe.command, '/bin/sh', '-c', tell, place.mount];
  let output: string;
  try {
    output = (await execute(program, words, { timeout: 10_000 })).stdout;
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new Error(`systemd-run makes no scopes here (${stderr?.trim().split('\n').at(-1) || message})`);
  } finally {
    await probe.leave();
  }
  const wanted = Object.values(limitFiles(tried));
  if (!path.basename(groupIn(output) ?? '').startsWith('cuvette-job-') || !output.trim().endsWith(wanted.join('\n')))
    throw new Error('a scope of systemd does not have the limits that were asked for');
  return { enter: async (limits) => scope(manager, limits) };
}
