import type { StreamHeader } from '@cuvette/core/trajectory';

/** What the worker is asked: one stream. The address is whole, for a worker may have another base than the page. */
export interface StreamRequest {
  url: string;
  credentials: RequestCredentials;
}

/** What the worker says, in this order; blocks are handed over, not copied. */
export type StreamReport =
  | { kind: 'begun'; header: StreamHeader }
  | { kind: 'frames'; block: Float32Array }
  | { kind: 'end' }
  | { kind: 'problem'; message: string };
