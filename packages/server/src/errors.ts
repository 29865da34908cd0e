/** An answer that is not success, in words for the person: `status` is the HTTP status, `field` the input it is about. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly field: string | null;

  constructor(status: number, detail: string, field: string | null = null) {
    super(detail);
    this.name = 'HttpProblem';
    this.status = status;
    this.field = field;
  }
}

/** Foreign and missing things look the same, so that nobody learns which uuids exist. */
export function notFound(what: string): HttpProblem {
  return new HttpProblem(404, `${what} was not found, or you have no access to it.`);
}
