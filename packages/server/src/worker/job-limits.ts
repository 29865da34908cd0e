import type { Sandbox } from './sandbox.ts';

/** Limits of one job, and where its Python is. */
export interface JobLimits {
  python: string;
  threads: number;
  seconds: number;
  memoryMb: number;
  outputMb: number;
  /** Which Dask cluster takes pieces of jobs, as CUVETTE_DASK says; null or nothing: none does. */
  dask?: string | null;
  /** What shuts jobs in. */
  sandbox: Sandbox;
}
