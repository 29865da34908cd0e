import {
  Deletion,
  DeletionKind,
  DeletionList,
  Folder,
  FolderContents,
  FolderCreate,
  FolderList,
  FolderQuery,
  FolderUpdate,
  FolderValues,
  MoveFolders,
  Project,
  ProjectCreate,
  ProjectEditAccess,
  ProjectOwnerQuery,
  ProjectUpdate,
  ProjectUser,
  ProjectUsersBody,
  ProteinList,
  SavedColumnsCreate,
  SavedColumnsEntry,
  SavedColumnsUpdate,
  SavedSearchCreate,
  SavedSearchEntry,
  SavedSearchUpdate,
  Structure,
  StructureCreate,
  StructureList,
  StructureUpdate,
} from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { orderNames } from '../../store/contents.ts';
import { Count, Deleted, Done, marks, type Operations, oneOf, order, paging, readBy, Text } from './operation.ts';

const ContentsQuery = z.object({ ...FolderQuery.shape, sort: z.optional(z.enum(orderNames)) });
const FolderPage = z.object({
  ...paging,
  ...marks,
  ...order,
  project_uuid: z.optional(z.uuid()),
  parent_uuid: z.optional(z.uuid()),
});

const ValuesQuery = z.object({ changed_since: z.optional(z.string()) });

const reading = (prefix: '/api' | '/api/shared'): Operations => ({
  [`GET ${prefix}/folder/:uuid`]: {
    summary: `Reads ${oneOf('folder', prefix)}`,
    ...readBy(prefix),
    answer: Folder,
  },
  [`GET ${prefix}/folder/:uuid/contents`]: {
    summary: `Lists what lies in ${oneOf('folder', prefix)}, page by page: folders first, then items`,
    description: 'Newest first unless sorted otherwise. A filter by status or type leaves items only.',
    ...readBy(prefix),
    shown: ['page', 'size', 'name_contains'],
    query: ContentsQuery,
    answer: FolderContents,
  },
  [`GET ${prefix}/folder/:uuid/proteins`]: {
    summary: `Lists the proteins that the items under ${oneOf('folder', prefix)} use, page by page, without their structures`,
    ...readBy(prefix),
    query: z.object({ ...paging, name_contains: marks.name_contains }),
    answer: ProteinList,
  },
  [`GET ${prefix}/folder/:uuid/values`]: {
    summary: `Lists the items of ${oneOf('folder', prefix)} with their named numbers, in the order that they were submitted in`,
    description:
      'At most 1000 items; a table over a batch asks again with `as_of` of the last answer as `changed_since` while it fills.',
    ...readBy(prefix),
    query: ValuesQuery,
    answer: FolderValues,
  },
});

const saved = (
  path: string,
  name: string,
  one: string,
  create: z.core.$ZodType,
  update: z.core.$ZodType,
  entry: z.core.$ZodType,
) =>
  ({
    [`GET ${path}`]: {
      summary: `Lists the ${name} that you may use`,
      description: 'All at once, in your order and then those of others: a person can save at most 1000.',
      query: z.object({ project_uuid: z.optional(z.uuid()) }),
      answer: z.array(entry),
    },
    [`POST ${path}`]: { summary: `Saves ${one.replace('saved ', '')}`, body: create, status: 201, answer: entry },
    [`GET ${path}/:uuid`]: { summary: `Reads ${one}`, answer: entry },
    [`POST ${path}/:uuid`]: {
      summary: `Changes ${one}; what is left out stays`,
      body: update,
      bodyOptional: true,
      answer: entry,
    },
    [`DELETE ${path}/:uuid`]: { summary: `Deletes ${one}`, answer: Done },
  }) satisfies Operations;

/** Folders, projects, structures, saved lists, and what was deleted. */
export const folderOperations: Operations = {
  'GET /api/folder': {
    summary: 'Lists the folders that you may see, page by page',
    query: FolderPage,
    answer: FolderList,
  },
  'POST /api/folder': { summary: 'Makes a folder', body: FolderCreate, status: 201, answer: Folder },
  ...reading('/api'),
  ...reading('/api/shared'),
  'GET /api/folder/:uuid/bundle': {
    summary: 'Reads a folder with all that lies in and below it as one zip',
    description:
      'It holds the zip of each item that has ended, in folders of the same names, and `folder.cuvette.json`, by which `POST /api/workflow/import` makes the folders again with their notes, stars and items. At most 500 items and 500 folders; more is answered 413. What could not be taken is named in its README.',
    type: 'application/zip',
    answer: Text,
  },
  'POST /api/folder/:uuid': {
    summary: 'Changes the name, notes, marks or place of a folder; what is left out stays',
    body: FolderUpdate,
    bodyOptional: true,
    answer: Folder,
  },
  'DELETE /api/folder/:uuid': {
    summary: 'Deletes a folder with everything in it, which can be restored for 30 days',
    answer: Deleted,
  },
  'GET /api/folder/:uuid/subfolders': {
    summary: 'Lists the folders in a folder, or in one further down (`slug`), page by page',
    parameters: { sort: { default: 'name', example: 'created_at' }, asc: { default: true } },
    query: z.object({ ...FolderPage.shape, slug: z.optional(z.uuid()) }),
    answer: FolderList,
  },
  'GET /api/folder/:uuid/folder_tree': {
    summary: 'Draws the tree of a folder as a text to print',
    query: z.object({
      max_depth: z.optional(z.int().check(z.minimum(0), z.maximum(200))),
      show_uuids: z.optional(z.boolean()),
    }),
    answer: Text,
  },
  'POST /api/folder/move_folders': {
    summary: 'Moves folders into another: all of them, or none',
    body: MoveFolders,
    answer: Done,
  },
  'GET /api/project': {
    summary: 'Lists the projects that you work in, page by page',
    description:
      'The answer is a bare list, as the older Python client (2.1) reads it; the header X-Num-Pages has the number of pages. The newer client (3.x) reads `GET /api/v3/project`.',
    headers: ['X-Num-Pages'],
    query: z.object({ ...paging, ...order, name_contains: marks.name_contains }),
    answer: z.array(Project),
  },
  'GET /api/v3/project': {
    summary: 'Lists the projects that you work in, page by page, as the Python client 3.x reads it',
    description:
      'Set `https://…/api/v3` as the address of client 3.x: all other calls are answered there as under `/api`, and `submit_group` and `mmcif_file_to_protein` are answered by `batch_submit` and `pdb_file_to_protein`.',
    query: z.object({ ...paging, ...order, name_contains: marks.name_contains }),
    answer: z.looseObject({ projects: z.array(Project), num_pages: Count }),
  },
  'POST /api/project': { summary: 'Makes a project', body: ProjectCreate, status: 201, answer: Project },
  'POST /api/v3/project': {
    summary: 'Makes a project, as the Python client 3.x asks for it',
    body: ProjectCreate,
    status: 201,
    answer: Project,
  },
  'GET /api/user/me/default_project': { summary: 'Reads the project that your new work goes to', answer: Project },
  'GET /api/project/:uuid': { summary: 'Reads a project', answer: Project },
  'POST /api/project/:uuid': { summary: 'Renames a project', body: ProjectUpdate, bodyOptional: true, answer: Project },
  'DELETE /api/project/:uuid': {
    summary: 'Deletes a project with everything in it, which can be restored for 30 days',
    answer: Deleted,
  },
  'GET /api/project/:uuid/users': {
    summary: 'Lists who works in a project',
    description: 'All at once, as in the project itself.',
    answer: z.array(ProjectUser),
  },
  'GET /api/project/:uuid/has_edit_access': {
    summary: 'Tells whether you may change what is in a project',
    answer: ProjectEditAccess,
  },
  'POST /api/project/:uuid/add_users': {
    summary: 'Adds people to a project, as members or viewers',
    body: ProjectUsersBody,
    answer: Project,
  },
  'POST /api/project/:uuid/remove_users': {
    summary: 'Removes people from a project, also yourself',
    description: 'The answer is the project; for whoever left it only `ok`.',
    body: ProjectUsersBody,
    answer: z.union([Project, Done]),
  },
  'POST /api/project/:uuid/reassign_ownership': {
    summary: 'Gives a project to another of its people',
    parameters: { user_uuid: { description: 'The person who owns the project from now on.' } },
    query: ProjectOwnerQuery,
    answer: Project,
  },
  'POST /api/project/:uuid/create_structure': {
    summary: 'Keeps a structure in a project for later use',
    body: StructureCreate,
    status: 201,
    answer: Structure,
  },
  'GET /api/project/:uuid/get_structures': {
    summary: 'Lists the structures of a project, newest first, page by page',
    query: z.object({ ...paging, name_contains: marks.name_contains }),
    answer: StructureList,
  },
  'GET /api/structure/:uuid': { summary: 'Reads a structure', answer: Structure },
  'POST /api/structure/:uuid': {
    summary: 'Renames or shares a structure; what is left out stays',
    body: StructureUpdate,
    bodyOptional: true,
    answer: Structure,
  },
  'DELETE /api/structure/:uuid': {
    summary: 'Deletes a structure; it can be restored for 30 days',
    answer: Deleted,
  },
  'GET /api/shared/structure/:uuid': {
    summary: 'Reads a shared structure',
    description: 'Share links are for items, folders and proteins: none opens a structure that is not shared.',
    caller: 'anybody',
    answer: Structure,
  },
  ...saved(
    '/api/saved_search',
    'saved searches',
    'a saved search',
    SavedSearchCreate,
    SavedSearchUpdate,
    SavedSearchEntry,
  ),
  ...saved(
    '/api/saved_columns',
    'saved columns',
    'a set of saved columns',
    SavedColumnsCreate,
    SavedColumnsUpdate,
    SavedColumnsEntry,
  ),
  'GET /api/saved_search/contents': {
    summary: 'Lists what a search finds that need not be saved, page by page',
    shown: ['name_contains', 'statuses'],
    query: ContentsQuery,
    answer: FolderContents,
  },
  'GET /api/saved_search/:uuid/contents': {
    summary: 'Lists what a saved search finds now, page by page',
    parameters: {
      size: { description: 'How many entries a page has; as saved when left out, else 20.', default: undefined },
      sort: { description: 'What the list is sorted by; as saved when left out.', default: undefined },
      asc: { description: 'Ascending; as saved when left out.', default: undefined },
    },
    query: z.object({ ...paging, sort: z.optional(z.enum(orderNames)), asc: z.optional(z.boolean()) }),
    answer: FolderContents,
  },
  'GET /api/trash': {
    summary: 'Lists what was deleted in the last 30 days, page by page',
    query: z.object({ ...paging, project_uuid: z.optional(z.uuid()) }),
    answer: DeletionList,
  },
  'GET /api/trash/:uuid': {
    summary:
      'Reads a deletion, named by its own identifier, by that of what was deleted, or by that of an item that lay in it',
    answer: Deletion,
  },
  'POST /api/trash/:uuid/restore': {
    summary: 'Brings back what was deleted, named by its own identifier or by that of its deletion',
    answer: z.looseObject({ kind: DeletionKind, object_uuid: z.string() }),
  },
  'DELETE /api/trash/:uuid': {
    summary: 'Removes for good what was deleted; what had been deleted in a folder before stays restorable',
    answer: Done,
  },
};
