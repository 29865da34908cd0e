/** Why no picture or film came of it: what words say about it is in the message table (`viewer.recording.problems`). */
export type RecordingProblemKind = 'large' | 'lost' | 'codec' | 'member' | 'failed';

/** A recording that could not be made. */
export class RecordingProblem extends Error {
  readonly kind: RecordingProblemKind;

  constructor(kind: RecordingProblemKind, options?: ErrorOptions) {
    super(`The recording could not be made (${kind}).`, options);
    this.kind = kind;
  }
}

/** Returns what kind of problem an error is: a browser that runs out of memory answers with a RangeError or a quota. */
export function problemOf(error: unknown): RecordingProblemKind {
  if (error instanceof RecordingProblem) return error.kind;
  if (error instanceof RangeError) return 'large';
  if (error instanceof DOMException && /Quota|Encoding|InvalidState|NotReadable/.test(error.name)) return 'large';
  return 'failed';
}
