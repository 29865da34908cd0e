import * as z from 'zod/mini';
import { User } from '../entities/people/user.ts';
import { Project, ProjectEditAccess, ProjectList } from '../entities/project.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Most projects that a list shows at once; where it is full there may be more, to be found by name. */
export const projectListSize = 100;

/** Projects: made, renamed, deleted, given away, and the people in them. */
export function projectCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  const change = (uuid: string, call: string, body: unknown) =>
    refreshed(send('POST', `/api/project/${uuid}${call}`, body, Project), ['project'], ['folder']);
  return {
    /** The projects that the person is in, by name, at most a hundred; with a text, those whose name contains it. */
    projects: (named = '') =>
      queryOptions({
        queryKey: ['project', 'list', ...(named === '' ? [] : [named])],
        queryFn: ({ signal }) => {
          const query = new URLSearchParams({ size: String(projectListSize), sort: 'name', asc: 'true' });
          if (named !== '') query.set('name_contains', named);
          return get(`/api/project?${query}`, ProjectList, signal);
        },
      }),
    project: (uuid: string) =>
      queryOptions({
        queryKey: ['project', uuid],
        queryFn: ({ signal }) => get(`/api/project/${encodeURIComponent(uuid)}`, Project, signal),
      }),
    /** Whether the person may change what is in a project; a viewer only reads. Asked once for all that lies in it. */
    editAccess: (uuid: string) =>
      queryOptions({
        queryKey: ['project', uuid, 'edit-access'],
        queryFn: async ({ signal }) =>
          (await get(`/api/project/${encodeURIComponent(uuid)}/has_edit_access`, ProjectEditAccess, signal))
            .has_edit_access,
        staleTime: 60_000,
      }),
    createProject: (name: string) => refreshed(send('POST', '/api/project', { name }, Project), ['project']),
    renameProject: (uuid: string, name: string) => change(uuid, '', { name }),
    /** Adds somebody by e-mail address or username, or gives who is in it another role. */
    addToProject: (uuid: string, person: string, role: 'member' | 'viewer') =>
      change(uuid, '/add_users', { users: [person], role }),
    /** Takes somebody out; whoever leaves by themselves does not see the project any more. */
    removeFromProject: (uuid: string, person: string) =>
      refreshed(
        send('POST', `/api/project/${uuid}/remove_users`, { user_uuids: [person] }, z.unknown()),
        ['project'],
        ['folder'],
      ),
    reassignProject: (uuid: string, person: string) =>
      change(uuid, `/reassign_ownership?user_uuid=${encodeURIComponent(person)}`, {}),
    deleteProject: (uuid: string) =>
      refreshed(
        send('DELETE', `/api/project/${uuid}`, {}, z.unknown()),
        ['project'],
        ['folder'],
        ['deletions'],
        ['sidebar'],
      ),
    /** Makes a project the one that new work goes to by itself. */
    setDefaultProject: (uuid: string) =>
      refreshed(send('POST', '/api/user/me', { default_project_uuid: uuid }, User), ['me'], ['project']),
  };
}
