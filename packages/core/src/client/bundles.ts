import { ImportAnswer } from '../entities/imported.ts';
import type { Refreshed } from './refreshed.ts';
import { ApiError, type Transport } from './transport.ts';
import type { UploadProgress } from './upload.ts';

export interface ImportOptions {
  /** The folder that the items go to; null: the root folder. */
  folder?: string | null;
  onProgress?: UploadProgress | undefined;
  signal?: AbortSignal | undefined;
}

/** Returns what a file is by its first bytes: a zip begins with "PK", a document with a brace, maybe after blanks. */
async function mediaTypeOf(file: Blob): Promise<string> {
  const head = new Uint8Array(await file.slice(0, 64).arrayBuffer());
  if (head[0] === 0x50 && head[1] === 0x4b) return 'application/zip';
  if (new TextDecoder().decode(head).trimStart().startsWith('{')) return 'application/json';
  throw new ApiError(
    422,
    'This is not a bundle: a bundle is a zip, or a JSON document, that was downloaded from a workflow.',
  );
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
     * Brings a bundle (zip or JSON document) into a folder. Its items are new ones, marked as imported; the answer names what
     * could not be brought along. Throws ApiError for what is no bundle, or is refused.
     */
    importBundle: async (file: Blob, { folder = null, onProgress, signal }: ImportOptions = {}) => {
      const type = await mediaTypeOf(file);
      const path = `/api/workflow/import${folder === null ? '' : `?folder_uuid=${encodeURIComponent(folder)}`}`;
      return refreshed(upload(path, type, file, ImportAnswer, { onProgress, signal }), ['folder'], ['sidebar']);
    },
  };
}
