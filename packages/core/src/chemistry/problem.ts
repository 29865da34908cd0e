/** One thing that is wrong with an input: the field it is in and what to do about it, as text for a chemist. */
export interface Problem {
  field: string;
  detail: string;
}

/** A file or text that cannot be read; `line` (1-based) or `position` (1-based character) names the place where it breaks. */
export class FileProblem extends Error {
  readonly detail: string;
  readonly line: number | null;

  constructor(detail: string, line: number | null = null) {
    super(line === null ? detail : `Line ${line}: ${detail}`);
    this.name = 'FileProblem';
    this.detail = detail;
    this.line = line;
  }
}
