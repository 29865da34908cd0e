/**
 * The specification as a table: every sentence of its two documents, each with the tests that hold it or with who owes it.
 * `specification.test.ts` refuses a sentence that has neither, a test that is not there, and a table that is not the document.
 */

/** One sentence of the specification, or a clause of one where different tests or owners hold the pieces. */
export interface Row {
  /** Word for word. The cells of a table row are joined by " | ". */
  text: string;
  /** Tests that hold all of it, as "path of the file › name of the test", with the names of the groups around it where the name alone is not unique. */
  held?: readonly string[];
  /** Who owes it: "issue N: …", "page: …", "recipe: …", several joined by "; ". */
  later?: string;
  /** With `later`: tests that hold a part of it already. */
  partly?: readonly string[];
  /** What a reader should know: a choice of our own, a difference, what is missing. */
  note?: string;
}

/** The heading row of a table in the document. It says nothing by itself. */
export interface Columns {
  columns: string;
}

/** A heading of the document and what stands under it. */
export interface Section {
  heading: string;
  rows: readonly (Row | Columns)[];
}

export interface Specification {
  name: string;
  /** Where the document lies beside the checkout, from the root of the repository. It is no part of the repository. */
  document: string;
  /** SHA-256 of the document's words: without it no row could vanish unnoticed where the document is not there. */
  sha256: string;
  sections: readonly Section[];
}

/** The words of a text without markdown marks: what a table and its document are compared by. */
export function wordsOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*\|[\s|:-]+\|\s*$/.test(line))
    .map((line) => line.replace(/^\s*(#+|-)\s+/, '').replace(/\*\*/g, ''))
    .join('\n')
    .split(/[\s|]+/)
    .filter((word) => word !== '');
}

/** All words of a table, headings included, in order. */
export function wordsOfTable({ sections }: Specification): string[] {
  return sections.flatMap(({ heading, rows }) =>
    wordsOf([heading, ...rows.map((row) => ('columns' in row ? row.columns : row.text))].join('\n')),
  );
}
