import { escapedHtml } from '@cuvette/core/embedding';

/** Ends of addresses by which the part of an experiment that Cuvette writes is found again: eLabFTW keeps links, and drops comments and identifiers. */
const marks = { begin: '#cuvette-begin', end: '#cuvette-end' } as const;

/** The part of an experiment that Cuvette writes: a heading, what the item is, and a last line; links to the item are in the first and the last one. */
export function sectionOf(item: { name: string; address: string; sentAt: string }, html: string): string {
  const link = (mark: string, text: string) => `<a href="${escapedHtml(item.address)}${mark}">${escapedHtml(text)}</a>`;
  return [
    `<h2>${link(marks.begin, item.name)}</h2>`,
    html,
    `<p>${link(marks.end, 'Sent from Cuvette')} ${escapedHtml(item.sentAt)}. This part is written anew when the result is sent again.</p>`,
  ].join('\n');
}

/**
 * Puts the part of Cuvette into the text of an experiment: in place of the one before, else at the end. What people wrote around it stays.
 * @param body HTML as eLabFTW stores it
 */
export function withSection(body: string, section: string): string {
  const [begin, end] = [body.indexOf(marks.begin), body.indexOf(marks.end)];
  if (begin < 0 || end < begin) return body.trim() ? `${body}\n${section}` : section;
  // The block that the first link is in, whatever it has been made into.
  const open = Math.max(...['<h', '<p', '<div'].map((tag) => body.lastIndexOf(tag, begin)));
  const close = /<\/(?:p|div|h\d)>/g;
  close.lastIndex = end;
  const found = close.exec(body);
  const from = open < 0 ? body.lastIndexOf('<a', begin) : open;
  const to = found ? found.index + found[0].length : body.length;
  return `${body.slice(0, from)}${section}${body.slice(to)}`;
}
