import type { Citation } from './work.ts';
import { works } from './works.ts';

const bibEscapes: Record<string, string> = { '\\': '\\textbackslash{}', '{': '\\{', '}': '\\}' };

function bibText(text: string): string {
  return text.replace(/[\\{}]/g, (one) => bibEscapes[one] ?? one).replace(/[&%$#_]/g, (one) => `\\${one}`);
}

/** Where a work was published; `other` is what is no journal: a preprint server, an archive, a program's page. */
export interface PublishedParts {
  journal?: string;
  year?: string;
  volume?: string;
  pages?: string;
  other?: string;
  /** Number of a preprint of arXiv. */
  eprint?: string;
}

/** Reads a reference: the journal with year, volume and first page, or the number of a preprint. */
export function publishedParts(reference: string): PublishedParts {
  const article = /^(.+?),? ((?:19|20)\d\d)(?:, (\w+))?(?:, (\w+))?$/.exec(reference);
  const eprint = /^arXiv (\S+)$/.exec(reference)?.[1];
  if (eprint) return { other: reference, eprint, year: `20${eprint.slice(0, 2)}` };
  const [, journal = '', year = '', first, second] = article ?? [];
  if (!article || /^(?:\w+Rxiv|Zenodo|Submitted)\b/.test(reference)) {
    return { other: article ? journal : reference, ...(year ? { year } : {}) };
  }
  // A journal without volumes has the page alone.
  const [volume, pages] = second === undefined ? [undefined, first] : [first, second];
  return { journal, year, ...(volume ? { volume } : {}), ...(pages ? { pages } : {}) };
}

function published(reference: string): { kind: 'article' | 'misc'; fields: Record<string, string> } {
  const { journal, year, volume, pages, other = '', eprint } = publishedParts(reference);
  const when: Record<string, string> = year ? { year } : {};
  if (eprint) return { kind: 'misc', fields: { eprint, archiveprefix: 'arXiv', ...when } };
  if (journal === undefined) return { kind: 'misc', fields: { howpublished: bibText(other), ...when } };
  const fields = { journal: bibText(journal), ...when, ...(volume ? { volume } : {}), ...(pages ? { pages } : {}) };
  return { kind: 'article', fields };
}

/** The works as BibTeX: papers as articles, the rest as what they are. Titles are as short as chemists print them in lists; the file says so. */
export function bibliographyOf(citations: readonly Citation[]): string {
  const entries = citations.map(({ id, text, doi }) => {
    const work = works.get(id);
    const { kind, fields } = work ? published(work.reference) : { kind: 'misc', fields: {} as Record<string, string> };
    const authors = work?.authors
      .replace(/,? and /g, ', ')
      .replace(/,? et al\.?$/, ', others')
      .split(', ')
      .join(' and ');
    const lines = Object.entries({
      ...(authors ? { author: bibText(authors) } : {}),
      title: `{${bibText(work?.title ?? text)}}`,
      ...fields,
      ...(doi ? { doi } : {}),
    });
    return `@${kind}{${id.replace(/[^\w-]/g, '_')},\n${lines.map(([key, value]) => `  ${key} = {${value}}`).join(',\n')}\n}\n`;
  });
  return ['% Titles are shortened and only first pages are given; the DOI leads to the rest.\n', ...entries].join('\n');
}
