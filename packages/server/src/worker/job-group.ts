/** What a job may have as a whole, all of its processes together. */
export interface GroupLimits {
  memoryMb: number;
  /** Processors that it may use at a time. */
  cpus: number;
}

/** Processes and threads of a job at a time: far above what engines need. */
export const mostProcesses = 2048;

/** The group of one job. */
export interface JobGroup {
  /** What is before the job's command so that it runs inside; empty where there are no groups. */
  command: string[];
  /** Ends whatever is left inside, in whichever session it hides, and takes the group away; the second time there is nothing left to do. */
  leave(): Promise<GroupEnd>;
}

/** How a group ended. */
export interface GroupEnd {
  /** True when the kernel ended something in it because the group's memory was used up. */
  outOfMemory: boolean;
}

/** How a machine holds jobs as a whole. */
export interface JobGroups {
  enter(limits: GroupLimits): Promise<JobGroup>;
}

/** Without groups: limits hold for each process of a job. */
export const noGroups: JobGroups = {
  enter: async () => ({ command: [], leave: async () => ({ outOfMemory: false }) }),
};

/** Does `work` the first time, and gives the same answer from then on. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | null = null;
  return () => {
    answer ??= work();
    return answer;
  };
}

/** Returns what the files of a cgroup must hold when these limits are in force. */
export function limitFiles({ memoryMb, cpus }: GroupLimits): Record<string, string> {
  return {
    'memory.max': String(memoryMb * 2 ** 20),
    'pids.max': String(mostProcesses),
    'cpu.max': `${cpus * 100_000} 100000`,
  };
}

/** Path of a process's cgroup v2 in what /proc/PID/cgroup says; null where there is none. */
export function groupIn(text: string): string | null {
  return /^0::(\/.*)$/m.exec(text)?.[1] ?? null;
}
