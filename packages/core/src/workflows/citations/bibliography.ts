import type { Citation } from './work.ts';
import { works } from './works.ts';

const bibEscapes: Record<string, string> = { '\\': '\\textbackslash{}', '{': '\\{', '}': '\\}' };

function bibText(text: string): string {
  return text.replace(/[\\{}]/g, (one) => bibEscapes[one] ?? one).replace(/[&%$#_]/g, (one) => `\\${one}`);
}

/** Returns what of a reference is a field of its own: the journal with year, volume and first page, or the number of a preprint. */
function published(reference: string): { kind: 'article' | 'misc'; fields: Record<string, string> } {
  const article = /^(.+?),? ((?:19|20)\d\d)(?:, (\w+))?(?:, (\w+))?$/.exec(reference);
  const eprint = /^arXiv (\S+)$/.exec(reference)?.[1];
  if (eprint) {
    const year = `20${eprint.slice(0, 2)}`;
    return { kind: 'misc', fields: { eprint, archiveprefix: 'arXiv', year } };
  }
  const preprint = /^(?:\w+Rxiv|Zenodo|Submitted)\b/.test(reference);
  const [, journal = '', year = '', first, second] = article ?? [];
  if (preprint || !article) {
    return {
      kind: 'misc',
      fields: { howpublished: bibText(article ? journal : reference), ...(year ? { year } : {}) },
    };
  }
  // A journal without volumes has the page alone.
  const [volume, pages] = second === undefined ? [undefined, first] : [first, second];
  const fields = { journal: bibText(journal), year, ...(volume ? { volume } : {}), ...(pages ? { pages } : {}) };
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
