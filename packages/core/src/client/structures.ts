import * as z from 'zod/mini';
import { Structure, type StructureCreate, StructureList, type StructureUpdate } from '../entities/structure.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Structures that a project keeps: read (also what is shared), listed, made, renamed, shared, deleted. */
export function structureCalls(
  { get, send }: Pick<Transport, 'get' | 'send'>,
  refreshed: Refreshed,
  kind: 'owner' | 'shared' | 'bundle',
) {
  const base = kind === 'owner' ? '/api/structure' : '/api/shared/structure';
  return {
    structure: (uuid: string) =>
      queryOptions({
        queryKey: ['structure', uuid],
        queryFn: ({ signal }) => get(`${base}/${encodeURIComponent(uuid)}`, Structure, signal),
      }),
    /** One page of a project's structures, newest first; pages count from 0. */
    structures: (project: string, { page = 0, name = '' }: { page?: number; name?: string } = {}) =>
      queryOptions({
        queryKey: ['structure', 'list', project, page, name],
        queryFn: ({ signal }) => {
          const query = new URLSearchParams({ page: String(page), ...(name ? { name_contains: name } : {}) });
          return get(`/api/project/${encodeURIComponent(project)}/get_structures?${query}`, StructureList, signal);
        },
      }),
    createStructure: (project: string, body: StructureCreate) =>
      refreshed(send('POST', `/api/project/${project}/create_structure`, body, Structure), ['structure']),
    updateStructure: (uuid: string, change: StructureUpdate) =>
      refreshed(send('POST', `/api/structure/${uuid}`, change, Structure), ['structure']),
    deleteStructure: (uuid: string) =>
      refreshed(
        send('DELETE', `/api/structure/${uuid}`, {}, z.looseObject({ deletion_uuid: z.string() })),
        ['structure'],
        ['deletions'],
      ),
  };
}
