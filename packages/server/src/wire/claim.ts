import type { Job } from '@cuvette/core/entities';

/** A claimed item, or the preparation of a protein: its attempt, the token every later call carries, and the job for compute. */
export interface Claim {
  attempt: string;
  token: string;
  /** When it was claimed, by the server's clock (ISO 8601): the only clock that counts. */
  claimed_at: string;
  /** Seconds that it may take at most, where that is less than a worker lets a job take. */
  seconds?: number;
  job: Job;
}
