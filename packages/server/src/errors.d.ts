/** An answer that is not success, in words for the person: `status` is the HTTP status, `field` the input it is about. */
export declare class HttpProblem extends Error {
  readonly status: number;
  readonly field: string | null;
  /** What would be taken instead, for the person to choose from; empty where nothing is known. */
  readonly offers: readonly unknown[];
  constructor(status: number, detail: string, field?: string | null, offers?: readonly unknown[]);
}
/** What cannot be done yet, but will be without anything else being sent: a 503 with `Retry-After`. */
export declare class NotYet extends HttpProblem {
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number;
  constructor(detail: string, retryAfter: number);
}
/** The same problem about a field that the caller knows by another name; anything else as it is. */
export declare function aboutField(error: unknown, rename: (field: string) => string): unknown;
/** Foreign and missing things look the same, so that nobody learns which uuids exist. */
export declare function notFound(what: string): HttpProblem;
/** Notes that somebody else has changed since they were read: neither text is lost. */
export declare function notesChanged(): HttpProblem;
