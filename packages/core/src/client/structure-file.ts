import type { StructureFile } from '../structures/read-structure.ts';
import { ApiError } from './api-error.ts';
import { type QueryRead, queryOptions } from './query-core.ts';

/** Where a file of structures is, and what it is. */
export interface StructureAddress {
  /** Absolute, or relative to the page. */
  url: string;
  /** Its format where its name does not tell: see `readStructure`. */
  format?: string | null | undefined;
  /** Most bytes, packed or unpacked. */
  maximumBytes?: number | undefined;
  /** In place of the browser's own, for tests. */
  fetch?: typeof globalThis.fetch | undefined;
}

/**
 * The structures of a file at an address. Only the page's own server is shown who asks (cookies); others are read as anybody may. What is wrong for good
 * (not found, refused, not of the format, too large) is an `ApiError` of a status from 400 to 499, so that nobody tries it again.
 */
export function structureFile(address: StructureAddress): QueryRead<StructureFile> {
  return queryOptions({
    queryKey: ['structure-file', address.url, address.format ?? null],
    queryFn: ({ signal }) => readFile(address, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The structures of a text or of bytes that the page has already; `known` tells two apart. */
export function structureContent(
  content: string | ArrayBuffer | Uint8Array<ArrayBuffer>,
  { format, name, known }: { format?: string | null | undefined; name?: string | null | undefined; known: number },
): QueryRead<StructureFile> {
  return queryOptions({
    queryKey: ['structure-content', known, format ?? null, name ?? null],
    queryFn: async () => {
      const { readStructure } = await import('../structures/read-structure.ts');
      return readStructure(content, { format, name }).catch(refused);
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

async function readFile(address: StructureAddress, signal: AbortSignal | undefined): Promise<StructureFile> {
  const { url, format } = address;
  const reader = await import('../structures/read-structure.ts');
  const maximumBytes = address.maximumBytes ?? reader.maximumStructureBytes;
  const call = address.fetch ?? globalThis.fetch.bind(globalThis);
  let response: Response;
  try {
    response = await call(url, { credentials: 'same-origin', ...(signal ? { signal } : {}) });
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    if (!URL.canParse(url)) throw new ApiError(422, `"${url}" is not the address of a file. Check how it is written.`);
    throw new ApiError(
      0,
      `The file ${url} cannot be reached, or its server does not allow this page to read it (CORS).`,
    );
  }
  if (response.status === 404) throw new ApiError(404, `There is no file at ${url}. Check the address.`);
  if (response.status === 401 || response.status === 403) {
    throw new ApiError(
      response.status,
      `The server refuses the file ${url} to this page. Put it where the page may read it.`,
    );
  }
  if (!response.ok) {
    throw new ApiError(
      response.status,
      `The file ${url} was not delivered (status ${response.status}). Check the address.`,
    );
  }
  try {
    const bytes = await bytesOf(response, maximumBytes, () => reader.tooLarge(maximumBytes));
    return await reader.readStructure(bytes, { format, name: url, maximumBytes });
  } catch (error) {
    return refused(error, url);
  }
}

/** Throws the refusal of a file: a file that is wrong stays wrong. */
function refused(error: unknown, url?: string): never {
  if (error instanceof Error && (error.name === 'AbortError' || error instanceof ApiError)) throw error;
  const isProblem = error instanceof Error && error.name === 'FileProblem';
  if (isProblem) throw new ApiError(422, error.message);
  if (url) throw new ApiError(0, `The file ${url} arrived incomplete.`);
  throw error;
}

/** The bytes of an answer, given up as soon as there are more than allowed. */
async function bytesOf(response: Response, maximum: number, problem: () => Error): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(response.headers.get('Content-Length')) > maximum) {
    await response.body?.cancel();
    throw problem();
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  if (!reader) return new Uint8Array(await response.arrayBuffer());
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > maximum) {
      await reader.cancel();
      throw problem();
    }
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
