import * as z from 'zod/mini';
import { Pdb } from '../chemistry/pdb/schema.ts';
import { writeQuery } from '../entities/folder.ts';
import { Protein, type ProteinCreate, ProteinList, type ProteinUpdate } from '../entities/proteins/protein.ts';
import type { PreparationOptions } from '../entities/proteins/protein-preparation.ts';
import type { StructureQuery } from '../entities/structure-query.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** How often the preparation of a protein that is under way is looked at, in milliseconds. */
const preparationPoll = 1500;

const Deleted = z.looseObject({ used_by_items: z._default(z.int(), 0) });

/** Proteins of a person's projects: listed, read from files, made, renamed, shared, prepared, deleted. A structure itself is read by `client.protein`. */
export function proteinCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  const address = (uuid: string) => `/api/protein/${encodeURIComponent(uuid)}`;
  const known = [['protein'], ['macromolecule']];
  return {
    /** One page of the proteins that a person may see, newest first, without their structures; `computed` false leaves out what jobs made. Pages count from 0. */
    proteins: ({
      page = 0,
      name = '',
      project,
      computed,
    }: {
      page?: number;
      name?: string;
      project?: string | undefined;
      computed?: boolean | undefined;
    } = {}) =>
      queryOptions({
        queryKey: ['protein', 'list', page, name, project ?? null, computed ?? null],
        queryFn: ({ signal }) => {
          const query = new URLSearchParams({ page: String(page), ...(name ? { name_contains: name } : {}) });
          if (project) query.set('project_uuid', project);
          if (computed !== undefined) query.set('computed', String(computed));
          return get(`/api/protein?${query}`, ProteinList, signal);
        },
        // A preparation that goes on changes its row.
        refetchInterval: (query: { state: { data: z.output<typeof ProteinList> | undefined } }) =>
          query.state.data?.proteins.some(({ sanitized }) => sanitized === 1) ? 2 * preparationPoll : false,
      }),
    /** Proteins of which a ligand fits a search by structure, twenty at most. */
    proteinsWith: (structure: StructureQuery | null) =>
      queryOptions({
        queryKey: ['protein', 'with', structure],
        queryFn: ({ signal }) => get(`/api/protein?${writeQuery({ ...structure })}`, ProteinList, signal),
      }),
    /** A protein without its structure, so that its preparation can be followed while it goes on. */
    proteinState: (uuid: string) =>
      queryOptions({
        queryKey: ['protein', uuid, 'state'],
        queryFn: ({ signal }) => get(`${address(uuid)}?without_data=true`, Protein, signal),
        refetchInterval: (query: { state: { data: Protein | undefined } }) =>
          query.state.data?.sanitized === 1 ? preparationPoll : false,
      }),
    /** The structure in the text of a PDB or mmCIF file; throws ApiError with the line where it breaks. */
    readProteinFile: (name: string, text: string) =>
      send('POST', '/api/convert/pdb_file_to_protein', { name, text }, Pdb),
    createProtein: (body: ProteinCreate) => refreshed(send('POST', '/api/protein', body, Protein), ['protein']),
    updateProtein: (uuid: string, change: ProteinUpdate) =>
      refreshed(send('POST', address(uuid), change, Protein), ['protein']),
    /** Deletes a protein; the answer says how many items name it. */
    deleteProtein: (uuid: string) =>
      refreshed(send('DELETE', address(uuid), {}, Deleted), ['protein', 'list'], ['deletions']),
    /** Asks for a preparation; the answer comes at once, `proteinState` tells how it goes on. */
    prepareProtein: (uuid: string, options: PreparationOptions) => {
      const query = new URLSearchParams(
        Object.entries(options).map(([name, value]) => [
          name,
          typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      );
      return refreshed(
        send('POST', `/api/protein/prepare/${encodeURIComponent(uuid)}?${query}`, {}, Protein),
        ['protein', uuid, 'state'],
        ['protein', 'list'],
      );
    },
    stopPreparation: (uuid: string) =>
      refreshed(send('POST', `${address(uuid)}/stop_preparation`, {}, z.unknown()), ['protein']),
    /** Puts the structure that was uploaded back. */
    restoreOriginal: (uuid: string) =>
      refreshed(send('POST', `${address(uuid)}/restore_original`, {}, Protein), ...known),
  };
}
