import type { ErrorClass } from '@cuvette/core/entities';

/** Seconds after its last heartbeat that an attempt counts as lost. */
export const leaseSeconds = 15;

/** Most attempts of one item, whatever they end by; the database holds no higher number. */
export const mostAttempts = 50;

/** Seconds that one preparation of a protein may take. */
export const preparationSeconds = 1800;

/** Seconds between a worker's heartbeats. */
export const heartbeatSeconds = 3;

/**
 * How often an item is tried again after an attempt of each error class. Wrong input stays wrong; a calculation that did
 * not converge would fail in the same way again, since compute has already tried what it may without changing the physics.
 */
export const retries: Record<ErrorClass, number> = {
  input_error: 0,
  resource_error: 1,
  convergence_error: 0,
  random_error: 2,
  compute_lost: 5,
  unknown_error: 1,
  internal_error: 0,
};

/**
 * Whether an item whose newest attempt ended by `errorClass` is tried again, and after how many seconds.
 * `earlier` counts the attempts of the same class, the newest included.
 */
export function retryAfter(errorClass: ErrorClass, earlier: number): number | null {
  if (earlier > retries[errorClass]) return null;
  // A lost machine says nothing about the job, so the first time it goes on at once; what comes back waits longer each time.
  return errorClass === 'compute_lost' ? Math.min(60, 2 ** (earlier - 1) - 1) : Math.min(60, 2 ** earlier);
}
