import {
  DeletionList,
  Folder,
  FolderContents,
  FolderCreate,
  FolderList,
  FolderQuery,
  FolderUpdate,
  MoveFolders,
  Project,
  ProjectCreate,
  ProjectEditAccess,
  ProjectOwnerQuery,
  ProjectUpdate,
  ProjectUser,
  ProjectUsersBody,
  SavedColumnsCreate,
  SavedColumnsEntry,
  SavedColumnsUpdate,
  SavedSearchCreate,
  SavedSearchEntry,
  SavedSearchUpdate,
  Structure,
  StructureCreate,
  StructureList,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { sortNames } from '../../store/contents.ts';
import { Deleted, Done, marks, type Operations, order, paging, Text } from './operation.ts';

const ContentsQuery = z.object({ ...FolderQuery.shape, sort: z.optional(z.enum(sortNames)) });
const FolderPage = z.object({
  ...paging,
  ...marks,
  ...order,
  project_uuid: z.optional(z.uuid()),
  parent_uuid: z.optional(z.uuid()),
});

const reading = (prefix: string, shared: { caller: 'anybody' } | object, ending: string): Operations => ({
  [`GET ${prefix}/folder/:uuid`]: { summary: `A folder${ending}`, ...shared, answer: Folder },
  [`GET ${prefix}/folder/:uuid/contents`]: {
    summary: `One page of what lies in a folder${ending}, filtered and sorted`,
    ...shared,
    query: ContentsQuery,
    answer: FolderContents,
  },
});

const saved = (path: string, name: string, create: z.core.$ZodType, update: z.core.$ZodType, entry: z.core.$ZodType) =>
  ({
    [`GET ${path}`]: {
      summary: `${name} that one may use`,
      query: z.object({ project_uuid: z.optional(z.uuid()) }),
      answer: z.array(entry),
    },
    [`POST ${path}`]: { summary: `Saves ${name.toLowerCase()}`, body: create, status: 201, answer: entry },
    [`GET ${path}/:uuid`]: { summary: `${name}: one entry`, answer: entry },
    [`POST ${path}/:uuid`]: {
      summary: `Changes ${name.toLowerCase()}`,
      body: update,
      bodyOptional: true,
      answer: entry,
    },
    [`DELETE ${path}/:uuid`]: { summary: `Deletes ${name.toLowerCase()}`, answer: Done },
  }) satisfies Operations;

/** Folders, projects, structures, saved lists, and what was deleted. */
export const folderOperations: Operations = {
  'GET /api/folder': { summary: 'One page of the folders that one may see', query: FolderPage, answer: FolderList },
  'POST /api/folder': { summary: 'Makes a folder', body: FolderCreate, status: 201, answer: Folder },
  ...reading('/api', {}, ''),
  ...reading('/api/shared', { caller: 'anybody' }, ' that is shared'),
  'POST /api/folder/:uuid': { summary: 'Changes a folder', body: FolderUpdate, bodyOptional: true, answer: Folder },
  'DELETE /api/folder/:uuid': {
    summary: 'Deletes a folder with everything in it; it can be restored for 30 days',
    answer: Deleted,
  },
  'GET /api/folder/:uuid/subfolders': {
    summary: 'One page of the folders in a folder, or in one inside of its tree (slug)',
    query: z.object({ ...FolderPage.shape, slug: z.optional(z.uuid()) }),
    answer: FolderList,
  },
  'GET /api/folder/:uuid/folder_tree': {
    summary: 'The tree of a folder as a text to print',
    query: z.object({
      max_depth: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
      show_uuids: z.optional(z.boolean()),
    }),
    answer: Text,
  },
  'POST /api/folder/move_folders': {
    summary: 'Moves folders into another: all, or none',
    body: MoveFolders,
    answer: Done,
  },
  'GET /api/project': {
    summary: 'One page of the projects that one works in; the number of pages is in X-Num-Pages',
    query: z.object({ ...paging, ...order, name_contains: marks.name_contains }),
    answer: z.array(Project),
  },
  'POST /api/project': { summary: 'Makes a project', body: ProjectCreate, status: 201, answer: Project },
  'GET /api/user/me/default_project': { summary: 'The project that new work goes to', answer: Project },
  'GET /api/project/:uuid': { summary: 'A project', answer: Project },
  'POST /api/project/:uuid': { summary: 'Renames a project', body: ProjectUpdate, bodyOptional: true, answer: Project },
  'DELETE /api/project/:uuid': { summary: 'Deletes a project; it can be restored for 30 days', answer: Deleted },
  'GET /api/project/:uuid/users': { summary: 'Who works in a project', answer: z.array(ProjectUser) },
  'GET /api/project/:uuid/has_edit_access': {
    summary: 'Whether one may change what is in a project',
    answer: ProjectEditAccess,
  },
  'POST /api/project/:uuid/add_users': { summary: 'Adds people to a project', body: ProjectUsersBody, answer: Project },
  'POST /api/project/:uuid/remove_users': {
    summary: 'Removes people from a project; the project, or only "ok" for who left it',
    body: ProjectUsersBody,
    answer: z.union([Project, Done]),
  },
  'POST /api/project/:uuid/reassign_ownership': {
    summary: 'Gives a project to another of its people',
    query: ProjectOwnerQuery,
    answer: Project,
  },
  'POST /api/project/:uuid/create_structure': {
    summary: 'Keeps a structure in a project',
    body: StructureCreate,
    status: 201,
    answer: Structure,
  },
  'GET /api/project/:uuid/get_structures': {
    summary: 'One page of the structures of a project, newest first',
    query: z.object({ ...paging, name_contains: marks.name_contains }),
    answer: StructureList,
  },
  'GET /api/structure/:uuid': { summary: 'A structure', answer: Structure },
  ...saved('/api/saved_search', 'Saved searches', SavedSearchCreate, SavedSearchUpdate, SavedSearchEntry),
  ...saved('/api/saved_columns', 'Saved columns', SavedColumnsCreate, SavedColumnsUpdate, SavedColumnsEntry),
  'GET /api/saved_search/contents': {
    summary: 'One page of what a search finds that is not saved',
    query: ContentsQuery,
    answer: FolderContents,
  },
  'GET /api/saved_search/:uuid/contents': {
    summary: 'One page of what a saved search finds now',
    query: z.object({ ...paging, sort: z.optional(z.enum(sortNames)), asc: z.optional(z.boolean()) }),
    answer: FolderContents,
  },
  'GET /api/trash': {
    summary: 'One page of what was deleted in the last 30 days',
    query: z.object({ ...paging, project_uuid: z.optional(z.uuid()) }),
    answer: DeletionList,
  },
  'POST /api/trash/:uuid/restore': {
    summary: 'Brings back what was deleted, named by its own identifier or by that of its deletion',
    answer: z.looseObject({ kind: z.enum(['workflow', 'folder', 'project']), object_uuid: z.string() }),
  },
  'DELETE /api/trash/:uuid': { summary: 'Removes for good what was deleted', answer: Done },
};
