/** An answer that is not success, as text for the person: `status` is the HTTP status, `field` the input it is about. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly field: string | null;
  /** What would be taken instead, for the person to choose from; empty where nothing is known. */
  readonly offers: readonly unknown[];

  constructor(status: number, detail: string, field: string | null = null, offers: readonly unknown[] = []) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.field = field;
    this.offers = offers;
  }
}

/** The same problem about a field that the caller knows by another name; anything else as it is. */
export function aboutField(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof HttpProblem) || error.field === null) return error;
  const field = rename(error.field);
  const { message } = error;
  return new HttpProblem(
    error.status,
    message.startsWith(error.field) ? field + message.slice(error.field.length) : message,
    field,
    error.offers,
  );
}

/** Foreign and missing things look the same, so that nobody learns which uuids exist. */
export function notFound(what: string): HttpProblem {
  return new HttpProblem(404, `${what} was not found, or you have no access to it.`);
}

/** Notes that somebody else has changed since they were read: neither text is lost. */
export function notesChanged(): HttpProblem {
  return new HttpProblem(
    409,
    'Somebody else changed these notes in the meantime. Read them again, then save yours merged with theirs.',
    'notes',
  );
}
