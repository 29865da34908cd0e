/** Offers `text` as a file. */
export function downloadText(fileName: string, text: string, type = 'text/csv;charset=utf-8'): void {
  downloadBlob(fileName, new Blob([text], { type }));
}

/** Offers a file; nothing is added to the page. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the blob after the click returns; a minute is ample and frees it in the end.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file name made of `name` that every system accepts; `instead` where nothing is left of it. */
export function fileNameOf(name: string, extension: string, instead = 'table'): string {
  const cleaned = name.normalize('NFKD').replace(/[^\p{L}\p{N}._-]+/gu, '-');
  // From the first to the last character that is neither "-" nor ".".
  return `${/[^-.](?:.*[^-.])?/s.exec(cleaned)?.[0].slice(0, 80) || instead}.${extension}`;
}
