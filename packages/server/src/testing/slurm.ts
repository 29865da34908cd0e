import { execFile, spawn } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { hostname, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from './product.ts';

const run = promisify(execFile);

/** Whether Debian's `slurm-wlm` is here and this user may start it as its own cluster: munge and the job user need root. */
export async function slurmIsHere(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  const programs = ['/usr/sbin/slurmctld', '/usr/sbin/slurmd', '/usr/sbin/munged', '/usr/bin/sbatch'];
  return Promise.all(programs.map((program) => access(program))).then(
    () => true,
    () => false,
  );
}

/** A Slurm of one node on the loopback, with its own ports, keys and folders. */
export interface TestSlurm {
  /** What its commands and `cuvette pilots` need in their environment. */
  env: Record<string, string>;
  /** Runs one of its commands and gives its output. */
  command(program: string, ...args: string[]): Promise<string>;
  /** Jobs that wait or run. */
  jobs(): Promise<{ id: string; state: string; name: string }[]>;
  /** Ends the controller; jobs run on. */
  stopController(): Promise<void>;
  startController(): Promise<void>;
  stop(): Promise<void>;
}

const ports = { controller: 26_817, node: 26_818 };

/** The settings file of a Slurm that takes what this machine has; everything that it writes is in `folder`. */
function settingsOf(folder: string): string {
  const host = hostname().split('.')[0];
  return `ClusterName=cuvette
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${ports.controller}
SlurmdPort=${ports.node}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
CredType=cred/munge
MpiDefault=none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/slurmd.pid
SlurmdSpoolDir=${folder}/spool
StateSaveLocation=${folder}/state
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/slurmd.log
SlurmctldTimeout=600
SlurmdTimeout=600
KillWait=5
MinJobAge=300
SchedulerParameters=sched_interval=5
SchedulerType=sched/backfill
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
DefMemPerCPU=512
NodeName=${host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=${Math.max(4096, Math.floor(totalmem() / 2 ** 20) - 1024)} State=UNKNOWN
PartitionName=main Nodes=${host} Default=YES MaxTime=INFINITE OverSubscribe=NO State=UP
`;
}

/** Starts a Slurm in an empty folder and waits until its node takes jobs. */
export async function startSlurm(folder: string): Promise<TestSlurm> {
  for (const name of ['munge', 'spool', 'state'])
    await mkdir(path.join(folder, name), { recursive: true, mode: 0o755 });
  const munge = path.join(folder, 'munge');
  await writeFile(path.join(munge, 'key'), Buffer.alloc(1024, 'cuvette'), { mode: 0o400 });
  const configuration = path.join(folder, 'slurm.conf');
  await writeFile(configuration, settingsOf(folder));
  const env = { SLURM_CONF: configuration };
  const command = async (program: string, ...args: string[]): Promise<string> =>
    (await run(program, args, { env: { PATH: process.env.PATH ?? '', ...env } })).stdout;
  const daemon = (program: string, ...args: string[]) =>
    new Promise<void>((resolve, reject) => {
      const child = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH ?? '', ...env } });
      child.once('error', reject);
      child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
    });
  const end = async (name: string): Promise<void> => {
    const pid = Number(await readFile(path.join(folder, name), 'utf8').catch(() => ''));
    if (!(pid > 1)) return;
    try {
      process.kill(pid, 'SIGTERM');
    } catch {
      return;
    }
    await until(
      `${name} ended`,
      async () =>
        !(await access(`/proc/${pid}`).then(
          () => true,
          () => false,
        )),
    );
  };
  const startController = () => daemon('/usr/sbin/slurmctld', '-f', configuration);
  const files = [
    '--key-file',
    'key',
    '--socket',
    'socket',
    '--pid-file',
    'pid',
    '--log-file',
    'log',
    '--seed-file',
    'seed',
  ];
  const places = files.map((part, index) => (index % 2 === 0 ? part : path.join(munge, part)));
  await daemon('/usr/sbin/munged', '--force', ...places, '--num-threads', '2');
  await startController();
  await daemon('/usr/sbin/slurmd', '-f', configuration);
  await until('the node takes jobs', async () => /idle/.test(await command('sinfo', '-h', '-o', '%t').catch(() => '')));
  return {
    env,
    command,
    async jobs() {
      const text = await command('squeue', '--noheader', '--format=%i|%t|%j');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [id = '', state = '', name = ''] = line.split('|');
          return { id, state, name };
        });
    },
    startController,
    stopController: () => end('slurmctld.pid'),
    async stop() {
      await command('scancel', '--user=root').catch(() => {});
      await end('slurmd.pid');
      await end('slurmctld.pid');
      await end('munge/pid');
    },
  };
}
