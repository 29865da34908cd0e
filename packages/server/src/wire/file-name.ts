/** A name as part of a file's name: letters, digits, "-", "_" and "."; never empty, never hidden. */
export function fileNameOf(text: string, otherwise: string): string {
  const safe = text.normalize('NFKD').replace(/[^\w.-]+/g, '-');
  // From the first to the last character that is neither: linear, which cutting /[-.]+$/ off is not.
  return /[^-.](?:.*[^-.])?/s.exec(safe)?.[0].slice(0, 60) || otherwise;
}
