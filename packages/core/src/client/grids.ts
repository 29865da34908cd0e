import { decodeGrid, type Grid, GridList } from '../entities/grid.ts';
import { readAnswer } from './answer.ts';
import { ApiError } from './api-error.ts';
import type { Transport } from './transport.ts';

/** The grids of an item that a server has; `address` writes the path of a call under the owner's or the shared endpoints. */
export function readGridList(
  transport: Transport,
  address: (path: string) => string,
  uuid: string,
  signal?: AbortSignal,
): Promise<GridList> {
  return transport.get(address(`/orbitals/${encodeURIComponent(uuid)}/grids`), GridList, signal);
}

/** One grid with its values, which travel as bytes. The browser keeps it and asks whether it may still show it. */
export async function readGrid(
  transport: Transport,
  address: (path: string) => string,
  uuid: string,
  name: string,
  signal?: AbortSignal,
): Promise<Grid> {
  const { origin, credentials, fetch = null } = transport.place;
  const path = `/orbitals/${encodeURIComponent(uuid)}/grids/${encodeURIComponent(name)}`;
  const call = fetch ?? globalThis.fetch.bind(globalThis);
  const response = await call(`${origin}${address(path)}`, { credentials, ...(signal ? { signal } : {}) });
  // An answer that is none throws its own words.
  if (!response.ok) await readAnswer(response, GridList);
  try {
    return decodeGrid(await response.arrayBuffer());
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    throw new ApiError(
      response.status,
      `The server's answer is not a grid: ${error instanceof Error ? error.message : ''}`,
    );
  }
}
