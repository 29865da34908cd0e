import { ApiError } from './api-error.ts';

/** How an upload goes on; `total` in bytes. */
export type UploadProgress = (sent: number, total: number) => void;

export interface Upload {
  address: string;
  headers: Record<string, string>;
  body: Blob;
  signal?: AbortSignal | undefined;
  onProgress?: UploadProgress | undefined;
}

const unreachable = 'The server cannot be reached, or it ended the upload. Check the connection and try again.';

/**
 * Sends a file as it lies on the disk, without reading it into memory. Browsers tell how far they are through XMLHttpRequest
 * only; elsewhere, and where a `fetch` is given, fetch sends it. Throws ApiError (status 0) without an answer, AbortError when stopped.
 */
export async function upload(
  { address, headers, body, signal, onProgress }: Upload,
  fetch?: typeof globalThis.fetch,
): Promise<Response> {
  if (fetch || !('XMLHttpRequest' in globalThis)) {
    const call = fetch ?? globalThis.fetch.bind(globalThis);
    const answer = await call(address, { method: 'POST', headers, body, ...(signal ? { signal } : {}) }).catch(
      (error: Error) => {
        throw error.name === 'AbortError' ? error : new ApiError(0, unreachable);
      },
    );
    onProgress?.(body.size, body.size);
    return answer;
  }
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(loaded, total);
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new ApiError(0, unreachable));
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
    if (signal?.aborted) request.abort();
  });
}
