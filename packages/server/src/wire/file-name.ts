/** A name as part of a file's name: letters, digits, "-", "_" and "."; never empty, never hidden. */
export function fileNameOf(text: string, otherwise: string): string {
  const safe = text
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 60);
  return safe || otherwise;
}
