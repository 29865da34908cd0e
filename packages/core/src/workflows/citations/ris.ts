import { publishedParts } from './bibliography.ts';
import type { Citation } from './work.ts';
import { works } from './works.ts';

/** A value of a field: one line. */
const line = (tag: string, value: string) => `${tag}  - ${value.replace(/\s+/g, ' ')}`;

/**
 * The works in the RIS format, which reference managers read: papers as JOUR, the rest as GEN. Titles are as short as chemists print them in lists; the DOI
 * leads to the rest.
 */
export function risOf(citations: readonly Citation[]): string {
  const entries = citations.map(({ id, text, doi }) => {
    const work = works.get(id);
    const { journal, year, volume, pages, other } = publishedParts(work?.reference ?? '');
    const authors = (work?.authors ?? '')
      .replace(/,? and /g, ', ')
      .replace(/,? et al\.?$/, '')
      .split(', ')
      .filter((name) => name !== '');
    return [
      line('TY', journal ? 'JOUR' : 'GEN'),
      line('ID', id),
      ...authors.map((author) => line('AU', author)),
      line('TI', work?.title ?? text),
      ...(journal ? [line('JO', journal)] : other ? [line('PB', other)] : []),
      ...(year ? [line('PY', year)] : []),
      ...(volume ? [line('VL', volume)] : []),
      ...(pages ? [line('SP', pages)] : []),
      ...(doi ? [line('DO', doi), line('UR', `https://doi.org/${doi}`)] : []),
      'ER  - ',
    ].join('\r\n');
  });
  return entries.length > 0 ? `${entries.join('\r\n\r\n')}\r\n` : '';
}
