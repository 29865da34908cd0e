import { Folder, FolderContents, type FolderQuery, pageSize, writeQuery } from '../entities/folder.ts';
import { folderPollInterval } from '../entities/platform-constants.ts';
import { ProteinList } from '../entities/proteins/protein.ts';
import type { Client } from './client.ts';
import { queryOptions } from './query-core.ts';
import { ApiError } from './transport.ts';

/** Folders and what lies in them, by the owner's or the shared endpoints. A bundle holds none. */
export function folderCalls({ kind, link, transport }: Pick<Client, 'kind' | 'link' | 'transport'>) {
  const address = (path: string, query: FolderQuery = {}) => {
    if (kind === 'bundle') throw new ApiError(404, 'The file holds no folder with this identifier.');
    const parameters = writeQuery(query);
    if (link) parameters.set('link', link);
    const text = parameters.toString();
    return `/api/${kind === 'owner' ? '' : 'shared/'}folder/${path}${text ? `?${text}` : ''}`;
  };
  return {
    folder: (uuid: string) =>
      queryOptions({
        queryKey: ['folder', uuid],
        queryFn: async ({ signal }) => transport.get(address(encodeURIComponent(uuid)), Folder, signal),
      }),
    folderContents: (uuid: string, query: FolderQuery = {}) =>
      queryOptions({
        queryKey: ['folder', uuid, 'contents', query],
        queryFn: async ({ signal }) => {
          const path = `${encodeURIComponent(uuid)}/contents`;
          return transport.get(address(path, { size: pageSize, ...query }), FolderContents, signal);
        },
        refetchInterval: folderPollInterval,
      }),
    /** One page of the proteins that the items under a folder use, newest first, without their structures. Pages count from 0. */
    folderProteins: (uuid: string, { page = 0, name = '' }: { page?: number; name?: string } = {}) =>
      queryOptions({
        queryKey: ['folder', uuid, 'proteins', page, name],
        queryFn: async ({ signal }) => {
          const query = { page, size: pageSize, ...(name ? { name_contains: name } : {}) };
          return transport.get(address(`${encodeURIComponent(uuid)}/proteins`, query), ProteinList, signal);
        },
      }),
  };
}
