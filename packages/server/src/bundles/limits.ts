/** Most bytes of the document in a zip, and of a document that comes alone: it is held in memory. */
export const documentBytes = 64 * 2 ** 20;

/** Most entries of a zip that is brought in. */
export const mostEntriesRead = 2000;

/** What is written stays below what is read, so that every export can be brought in again. Tests shorten these. */
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
};
