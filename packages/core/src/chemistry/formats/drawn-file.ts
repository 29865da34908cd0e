/** Files of drawing programs, which the server reads: ChemDraw's XML, its binary form (as base64), and a reaction of several molecules. */
export type DrawnFormat = 'cdxml' | 'cdx' | 'rxn';

/** The bytes that every CDX file begins with, and the same in base64. */
const cdxStart = 'VjCD0100';
const cdxStartInBase64 = 'VmpDRDAxMDA';

/** Which file of a drawing program a text is, by its beginning; null where it is none. */
export function drawnFormatOf(text: string): DrawnFormat | null {
  const start = text
    .slice(0, 4000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start.startsWith('$RXN')) return 'rxn';
  if (start.startsWith(cdxStartInBase64)) return 'cdx';
  return start.startsWith('<') && /<CDXML[\s>]/.test(start) ? 'cdxml' : null;
}

/** What is read of a file; a `File` of a browser has both. */
interface ReadableFile {
  arrayBuffer(): Promise<ArrayBuffer>;
  text(): Promise<string>;
}

/** The text of a structure file as the server takes it: that of a CDX file, which is binary, is its bytes in base64. */
export async function structureFileText(file: ReadableFile): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (String.fromCharCode(...bytes.subarray(0, cdxStart.length)) !== cdxStart) return file.text();
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
