import { constants } from 'node:os';
import type { ErrorClass } from '@cuvette/core/entities';

/** The error line of compute, or one of our own in its place. */
export interface ErrorLine {
  event: 'error';
  error_class: ErrorClass;
  message: string;
  detail: string | null;
  field: string | null;
}

/** An error line of our own. */
export function errorLine(errorClass: ErrorClass, message: string, detail: string | null = null): ErrorLine {
  return { event: 'error', error_class: errorClass, message, detail, field: null };
}

/** Name of the signal behind an exit status above 128, or null. */
export function signalOf(status: number): string | null {
  if (status <= 128) return null;
  const number = status - 128;
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
}

/** Classifies a compute process that ended without a result or error line of its own. */
export function classifyExit(status: number, output: string): ErrorLine {
  const signal = signalOf(status);
  if (status === 127) {
    return errorLine(
      'internal_error',
      'Compute could not be started on this worker. Check that its Python is set up.',
      output,
    );
  }
  if (signal === 'SIGKILL') {
    return errorLine(
      'compute_lost',
      'The compute process was killed from outside (by the system when memory ran out, or by hand).',
      output,
    );
  }
  if (signal === 'SIGXCPU') {
    return errorLine('resource_error', 'The job used more time on processors than it may on this worker.', output);
  }
  if (signal === 'SIGXFSZ') {
    return errorLine('resource_error', 'The job wrote a file that is larger than may be on this worker.', output);
  }
  if (signal !== null) {
    return errorLine('random_error', `The compute process ended by signal ${signal}.`, output);
  }
  if (/MemoryError|std::bad_alloc|Cannot allocate memory/.test(output)) {
    return errorLine('resource_error', 'The job needs more memory than this worker may use.', output);
  }
  if (/No space left on device/.test(output)) {
    return errorLine('resource_error', 'The disk of the worker is full.', output);
  }
  return errorLine('unknown_error', `The compute process ended with status ${status} and no result.`, output);
}
