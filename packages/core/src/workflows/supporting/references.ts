import { cite } from '../citations/citations.ts';
import type { Citation } from '../citations/work.ts';
import { works } from '../citations/works.ts';
import type { JournalForm } from './journal-form.ts';

/** References of a document in the order that its text names them, each once. */
export class ReferenceList {
  private readonly numbers = new Map<string, number>();
  readonly citations: Citation[] = [];

  /** The numbers, from 1, of the works that these identifiers stand for. */
  numbersOf(ids: readonly string[]): number[] {
    return cite(...ids).map((citation) => {
      const known = this.numbers.get(citation.id);
      if (known !== undefined) return known;
      this.citations.push(citation);
      this.numbers.set(citation.id, this.citations.length);
      return this.citations.length;
    });
  }
}

/** One reference as the form prints it: "Furness; Sun. r²SCAN. J. Phys. Chem. Lett. 2020, 11, 8208. DOI: 10.1021/…". */
export function referenceText({ id, text, doi }: Citation, form: JournalForm): string {
  const work = works.get(id);
  const link = doi ? ` DOI: ${doi}.` : '';
  if (!work) return `${text}${link}`;
  const [between, last] = form.betweenAuthors;
  const names = work.authors.replace(/,? and /g, ', ').split(', ');
  const more = names.length > 1 && !/^et al\.?$/.test(names.at(-1) ?? '');
  const authors = more ? `${names.slice(0, -1).join(between)}${last}${names.at(-1)}` : names.join(', ');
  const where = form.afterJournal
    ? work.reference.replace(/^(\D+?),? ((?:19|20)\d\d)(?=,|$)/, `$1${form.afterJournal} $2`)
    : work.reference;
  return form.titles
    ? `${authors.replace(/\.$/, '')}. ${work.title}. ${where}.${link}`
    : `${authors}, ${where}.${link}`;
}
