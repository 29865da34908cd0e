/** A work to cite, and whether it must be (`must`) or gives background. */
export interface Citation {
  id: string;
  text: string;
  doi: string | null;
  level: 'must' | 'background';
}

/** A published work: who, what and where, as chemists print it. `doi` is null where none is known for certain. */
export interface Work {
  authors: string;
  title: string;
  /** Journal, year, volume, page; or the preprint server and its number. */
  reference: string;
  doi: string | null;
  level: Citation['level'];
}

function work(level: Citation['level']) {
  return (authors: string, title: string, reference: string, doi: string | null): Work => ({
    authors,
    title,
    reference,
    doi,
    level,
  });
}

/** A work that its authors, or good practice, ask to be cited with results that rest on it. */
export const must = work('must');

/** A work that explains, and need not be cited. */
export const background = work('background');

/** DOI that arXiv registers for a paper. */
export function arXiv(number: string): string {
  return `10.48550/arXiv.${number}`;
}

/** A work in one line: authors, short title, where. */
export function workText({ authors, title, reference }: Work): string {
  return `${authors}: ${title}. ${reference}.`;
}
