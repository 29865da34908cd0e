import { escapedHtml, type FallbackParts, tablesHtml } from './fallback.ts';
import type { ItemSummary } from './summary.ts';

/** What the entry of a laboratory notebook says of an item besides its summary. */
export interface RecordParts {
  /** Address of the item on its server. */
  address: string;
  /** Address of its picture, as the notebook shows it; null for none. */
  picture: string | null;
  words: FallbackParts['words'];
}

/**
 * An item as the text of a laboratory notebook's entry: the result in a sentence with what changes its number, picture, method, numbers and first rows
 * of the main table, and the link to the item. Only elements that notebooks keep: paragraphs, one image, tables, links.
 */
export function recordHtml(summary: ItemSummary, { address, picture, words }: RecordParts): string {
  const { name, type, sentence, headline, caveat, method, day, status } = summary;
  const completed = status === 'Completed';
  const result = completed ? sentence || headline || '' : words.label(status);
  const facts = [type, method, day].flatMap((fact) => (fact ? [escapedHtml(fact)] : []));
  return [
    ...(result ? [`<p><strong>${escapedHtml(result)}</strong></p>`] : []),
    ...(completed && caveat ? [`<p>⚠ ${escapedHtml(caveat)}</p>`] : []),
    ...(picture ? [`<p><img src="${escapedHtml(picture)}" alt="${escapedHtml(name)}" width="600" /></p>`] : []),
    `<p>${facts.join(', ')}. <a href="${escapedHtml(address)}">${escapedHtml(words.viewOnCuvette)}</a></p>`,
    ...tablesHtml(summary, words, ' border="1"'),
  ].join('\n');
}
