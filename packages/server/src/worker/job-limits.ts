import type { Sandbox } from './sandbox.ts';

/** Limits of one job, and where its Python is. */
export interface JobLimits {
  python: string;
  threads: number;
  seconds: number;
  memoryMb: number;
  outputMb: number;
  /** What shuts jobs in. */
  sandbox: Sandbox;
}
