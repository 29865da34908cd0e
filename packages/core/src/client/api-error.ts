/** A refused or failed call: HTTP status (0 when the server could not be reached), what to tell the person, and the field it is about. */
export class ApiError extends Error {
  readonly status: number;
  readonly detail: string;
  readonly field: string | null;

  constructor(status: number, detail: string, field: string | null = null) {
    super(detail);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.field = field;
  }
}
