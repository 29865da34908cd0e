import { ApiError, type Client } from '@cuvette/core/client';

/**
 * Reads a file of an item from its server, with the eyes of the client; throws where this source has none, and `ApiError` where it is refused.
 * @param path under the API ("/workflow/…/get_msa_files")
 */
export async function readFile(
  client: Client,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Response> {
  if (client.kind === 'bundle') throw new ApiError(0, 'A bundle has no such files.');
  const { origin, credentials, fetch = null } = client.transport.place;
  const parameters = new URLSearchParams({ ...query, ...(client.link ? { link: client.link } : {}) });
  const base = client.kind === 'shared' ? '/api/shared' : '/api';
  const call = fetch ?? globalThis.fetch.bind(globalThis);
  return call(`${origin}${base}${path}${parameters.size > 0 ? `?${parameters}` : ''}`, { credentials });
}
