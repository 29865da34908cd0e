import { readFile } from 'node:fs/promises';
import { type Product, processes, startCuvette, until } from './product.ts';

/** A pilot that runs: the name that its controller gave it, its worker's process, and the seconds that it has run. */
interface RunningPilot {
  name: string;
  pid: number;
  seconds: number;
}

/** Seconds that a process has run, by the kernel's own clock, which counts 100 ticks a second; null for one that has ended. */
async function secondsOf(pid: number): Promise<number | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The second field is the program's name in brackets, which may hold spaces; the 22nd is the tick of the start.
  const start = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19]);
  return Number((await readFile('/proc/uptime', 'utf8')).split(' ')[0]) - start / 100;
}

/** `cuvette pilots` with PSI/J's local executor and its pilots, which can be killed. */
export interface PilotCrew {
  /** Pilots that run now. */
  pilots(): Promise<RunningPilot[]>;
  /** Kills one of the pilots that have run for this many seconds; waits for one. `choose` is from 0 to 1. */
  killPilot(choose: number, seconds: number): Promise<void>;
  /** Kills the controller, starts another one, and waits until it has looked for pilots. */
  killController(): Promise<void>;
  /** Waits until a pilot runs that is none of those that were killed. */
  untilReplaced(): Promise<void>;
  /** Ends the controller in an orderly way, and waits until the pilots have ended because they are idle. */
  end(): Promise<void>;
  /** Kills whatever still runs. */
  killAll(): Promise<void>;
  /** What a controller did that no kill explains. */
  surprises: string[];
}

/** Starts a controller with these settings (a file), whose pilots work for `server` under the name `worker`; there are `most` pilots at most. */
export function startPilotCrew(
  settings: string,
  root: string,
  { server, worker, most }: { server: string; worker: string; most: number },
): PilotCrew {
  const surprises: string[] = [];
  const killed = new Set<string>();
  const start = (): Product => startCuvette(['pilots', '--settings', settings], root);
  let controller = start();

  const pilots = async (): Promise<RunningPilot[]> => {
    const found = new Map<string, RunningPilot>();
    for (const { pid, command } of await processes(`worker --server ${server} --name ${worker} `)) {
      // Not the shell by which PSI/J starts it.
      if (!command.startsWith(process.execPath)) continue;
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      const name = /(?:^|\0)CUVETTE_PILOT=([^\0]+)/.exec(environment)?.[1];
      const seconds = await secondsOf(pid);
      if (name && seconds !== null) found.set(name, { name, pid, seconds });
    }
    return [...found.values()];
  };
  const look = async (): Promise<RunningPilot[]> => {
    const found = await pilots();
    if (found.length > most) surprises.push(`There are ${found.length} pilots, and ${most} are allowed.`);
    if (controller.child.exitCode !== null) surprises.push(`The controller ended by itself: ${controller.output()}`);
    return found;
  };
  const kill = (pid: number): boolean => {
    try {
      return process.kill(pid, 'SIGKILL');
    } catch {
      return false; // It ended between the look and the kill.
    }
  };

  return {
    pilots,
    surprises,
    async killPilot(choose, seconds) {
      await until(`a pilot is killed that has run for ${seconds} s`, async () => {
        const found = (await look()).filter((one) => one.seconds >= seconds && !killed.has(one.name));
        const one = found[Math.floor(choose * found.length)];
        if (!one || !kill(one.pid)) return false;
        killed.add(one.name);
        return true;
      });
    },
    async killController() {
      const before = await look();
      // The command of Node hands its end on; the controller itself is the Python below it.
      for (const { pid } of await processes(`cuvette_pilots --settings ${settings}`)) kill(pid);
      controller.child.kill('SIGKILL');
      await controller.exited;
      controller = start();
      await until('the new controller has looked for pilots', async () => {
        if (controller.child.exitCode !== null) throw new Error(`The controller ended: ${controller.output()}`);
        return controller.output().includes('The batch system answers');
      });
      const after = new Set((await pilots()).map(({ name }) => name));
      const found = /^Found \d+ pilots of an earlier controller: (.*)\.$/m.exec(controller.output())?.[1]?.split(', ');
      for (const { name } of before.filter((one) => after.has(one.name) && !found?.includes(one.name)))
        surprises.push(`The new controller did not find ${name}: ${controller.output()}`);
    },
    async untilReplaced() {
      await until('a pilot follows those that were killed', async () =>
        (await look()).some(({ name }) => !killed.has(name)),
      );
    },
    async end() {
      controller.child.kill('SIGTERM');
      await controller.exited;
      await until('all pilots have ended', async () => (await pilots()).length === 0);
    },
    async killAll() {
      for (const { pid } of await processes(`cuvette_pilots --settings ${settings}`)) kill(pid);
      controller.child.kill('SIGKILL');
      for (const { pid } of await pilots()) kill(pid);
    },
  };
}
