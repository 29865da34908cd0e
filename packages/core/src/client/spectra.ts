import * as z from 'zod/mini';
import {
  AddedSpectra,
  type AddSpectrum,
  type ChangeSpectrum,
  MeasuredSpectra,
  MeasuredSpectrum,
} from '../entities/measured-spectrum.ts';
import { readAnswer } from './answer.ts';
import type { Transport } from './transport.ts';

/** The measured spectra of an item that a server has; `address` writes the path of a call under the owner's or the shared endpoints. */
export async function readSpectra(
  transport: Transport,
  address: (path: string) => string,
  uuid: string,
  signal?: AbortSignal,
): Promise<MeasuredSpectrum[]> {
  return (await transport.get(address(`/workflow/${encodeURIComponent(uuid)}/spectra`), MeasuredSpectra, signal))
    .spectra;
}

/** The file of a measured spectrum as text. Throws ApiError. */
export async function readSpectrum(
  transport: Transport,
  address: (path: string) => string,
  uuid: string,
  name: string,
  signal?: AbortSignal,
): Promise<string> {
  const { origin, credentials, fetch = null } = transport.place;
  const call = fetch ?? globalThis.fetch.bind(globalThis);
  const path = `/workflow/${encodeURIComponent(uuid)}/spectra/${encodeURIComponent(name)}`;
  const response = await call(`${origin}${address(path)}`, { credentials, ...(signal ? { signal } : {}) });
  // An answer that is none throws its own words.
  if (!response.ok) await readAnswer(response, z.unknown());
  return response.text();
}

const pathOf = (uuid: string, name?: string) =>
  `/api/workflow/${encodeURIComponent(uuid)}/spectra${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;

/** Keeps a file with an item; what it gave, and what was left out. Throws ApiError. */
export const addSpectrum = (transport: Transport, uuid: string, body: AddSpectrum): Promise<AddedSpectra> =>
  transport.send('POST', pathOf(uuid), body, AddedSpectra);

/** Changes title, units, peaks or fit of a measured spectrum. Throws ApiError. */
export const changeSpectrum = (transport: Transport, uuid: string, name: string, body: ChangeSpectrum) =>
  transport.send('POST', pathOf(uuid, name), body, MeasuredSpectrum);

/** Removes a measured spectrum. Throws ApiError. */
export const removeSpectrum = (transport: Transport, uuid: string, name: string) =>
  transport.send('DELETE', pathOf(uuid, name), undefined, z.unknown());
