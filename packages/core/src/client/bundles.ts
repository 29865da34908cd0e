import { ImportAnswer } from '../entities/imported.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';
import type { UploadProgress } from './upload.ts';

export interface ImportOptions {
  /** The folder that the items go to; null: the root folder. */
  folder?: string | null;
  onProgress?: UploadProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Names of the documents that the zips of a bundle and of a folder hold; a zip lists its names at its end. */
const documentNames = ['bundle.cuvette.json', 'folder.cuvette.json'];
/** Bytes at the end of a zip that hold the list of 2000 names. */
const listBytes = 2 ** 20;
/** Keys of JSON that other programs write: QCSchema, and the property file of ORCA. */
const ofOtherPrograms = /"(?:schema_name|driver|Geometries|Calculation_Info|Calculation_Status)"/;

/**
 * Returns what a file is by its content: a zip begins with "PK" and names what it holds at its end, a document begins with a brace, maybe after
 * blanks. Null for what is no bundle: the output of another program.
 */
async function bundleTypeOf(file: Blob): Promise<'application/zip' | 'application/json' | null> {
  const head = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  if (head[0] === 0x50 && head[1] === 0x4b) {
    const list = new TextDecoder('latin1').decode(await file.slice(Math.max(0, file.size - listBytes)).arrayBuffer());
    // A zip that was cut off has no list: the server says what is wrong with it.
    const isOther = list.includes('PK\u0001\u0002') && !documentNames.some((name) => list.includes(name));
    return isOther ? null : 'application/zip';
  }
  const text = new TextDecoder().decode(head);
  return text.trimStart().startsWith('{') && !ofOtherPrograms.test(text) ? 'application/json' : null;
}

/** Bundles: an item with everything that belongs to it, as one file. */
export function bundleCalls({ upload }: Pick<Transport, 'upload'>, refreshed: Refreshed, origin: string) {
  return {
    /** Where an item is downloaded as a zip. */
    bundleAddress: (uuid: string) => `${origin}/api/workflow/${encodeURIComponent(uuid)}/bundle?format=zip`,
    /** Where items are downloaded as one `.eln` archive for laboratory notebooks. */
    elnAddress: (uuids: readonly string[]) => {
      const [only] = uuids;
      if (uuids.length === 1 && only !== undefined) {
        return `${origin}/api/workflow/${encodeURIComponent(only)}/bundle?format=eln`;
      }
      return `${origin}/api/workflow/bundles?${new URLSearchParams([['format', 'eln'], ...uuids.map((uuid) => ['uuids', uuid])])}`;
    },
    /** Where a folder is downloaded as a zip that an import gives back. */
    folderBundleAddress: (uuid: string) => `${origin}/api/folder/${encodeURIComponent(uuid)}/bundle`,
    /**
     * Brings a file into a folder: a bundle (zip or JSON document), or the output of another program, which the server reads by its content. The items
     * are new ones, marked as imported; the answer names what could not be brought along. Throws ApiError for what cannot be read, or is refused.
     */
    importFile: async (file: Blob & { name?: string }, { folder = null, onProgress, signal }: ImportOptions = {}) => {
      const type = await bundleTypeOf(file);
      const query = new URLSearchParams(folder === null ? {} : { folder_uuid: folder });
      if (type === null) query.set('filename', file.name ?? 'results');
      const path = type === null ? '/api/workflow/import_results' : '/api/workflow/import';
      const address = query.size > 0 ? `${path}?${query}` : path;
      const sent = upload(address, type ?? 'application/octet-stream', file, ImportAnswer, { onProgress, signal });
      return refreshed(sent, ['folder'], ['sidebar']);
    },
  };
}
