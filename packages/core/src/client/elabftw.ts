import { ElabftwConnection, ElabftwPlace } from '../entities/people/elabftw.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Results in a person's eLabFTW: the connection, where an item is, and sending it. */
export function elabftwCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  const connection = '/api/user/me/elabftw';
  const placeOf = (uuid: string) => `/api/workflow/${encodeURIComponent(uuid)}/elabftw`;
  return {
    elabftw: () =>
      queryOptions({
        queryKey: ['elabftw'],
        queryFn: ({ signal }) => get(connection, ElabftwConnection, signal),
      }),
    /** Where an item is in the person's eLabFTW. */
    elabftwPlace: (uuid: string) =>
      queryOptions({
        queryKey: ['elabftw', uuid],
        queryFn: ({ signal }) => get(placeOf(uuid), ElabftwPlace, signal),
      }),
    /** Keeps the address and the key, which eLabFTW is asked about first. */
    connectElabftw: (body: { address: string; key: string }) =>
      refreshed(send('POST', connection, body, ElabftwConnection), ['elabftw']),
    disconnectElabftw: () => refreshed(send('DELETE', connection, {}, ElabftwConnection), ['elabftw']),
    /** Sends an item, or updates the experiment that holds it. `follow`: also when a new run ends. */
    sendToElabftw: (uuid: string, body: { follow: boolean }) =>
      refreshed(send('POST', placeOf(uuid), body, ElabftwPlace), ['elabftw', uuid]),
  };
}
