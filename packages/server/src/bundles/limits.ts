/** The document in a zip that holds everything but the large files. */
export const documentName = 'bundle.cuvette.json';

/** Most bytes of the document in a zip, and of a document that comes alone: it is held in memory. */
export const documentBytes = 64 * 2 ** 20;

/** Most values (numbers, texts, lists, objects) of such a document: some hundred thousand atoms in all its frames. */
export const mostDocumentValues = 6_000_000;

/** Most entries of a zip that is brought in. */
export const mostEntriesRead = 2000;

/**
 * What is written stays below what is read, so that every export can be brought in again, but for one with large files, which says in its README
 * what takes it (`wayBack`). Tests shorten these.
 */
export const bundleLimits = {
  /** Most bytes of an item as one JSON document. */
  json: documentBytes,
  /** Most bytes of the document inside a zip. */
  document: documentBytes,
  /** Most bytes of calculations, logs and proteins that are held while a zip is made. */
  zip: 256 * 2 ** 20,
  /** Most entries of a zip; beyond, calculations share files. */
  entries: 1500,
  /** Most large files in a zip. */
  files: 1000,
  /** Most bytes of a zip that is uploaded. */
  upload: 512 * 2 ** 20,
  /** Most bytes of all that a zip holds, unpacked, when it is brought in. */
  unpacked: 2 ** 30,
  /** Most bytes of all that the zips in a zip of several items hold, unpacked. */
  unpackedTogether: 4 * 2 ** 30,
};

/** A number of bytes as people read it: 16 kB, 512 MB, 1 GB. */
export function sizeWords(bytes: number): string {
  if (bytes < 2 ** 20) return `${Number((bytes / 2 ** 10).toPrecision(3))} kB`;
  return bytes >= 2 ** 30
    ? `${Number((bytes / 2 ** 30).toPrecision(3))} GB`
    : `${Number((bytes / 2 ** 20).toPrecision(3))} MB`;
}
