import { cleanSlug } from '@cuvette/core/chemistry';
import {
  Folder,
  FolderContents,
  FolderCreate,
  FolderList,
  FolderUpdate,
  FolderValues,
  MoveFolders,
  MoveWorkflows,
  ProteinList,
} from '@cuvette/core/entities';
import { HttpProblem, notFound } from '../../errors.ts';
import { listFolder } from '../../items/list-items.ts';
import { folderPage } from '../../store/contents.ts';
import { deleteFolder } from '../../store/deletions.ts';
import { folderTree } from '../../store/folders/folder-tree.ts';
import { changeFolder, insertFolder, readFolder } from '../../store/folders/folders.ts';
import { moveFolders, moveWorkflows } from '../../store/folders/moves.ts';
import { listProteins } from '../../store/proteins.ts';
import { isUuid } from '../../wire/body.ts';
import { Deleted, Done, deleted, done, Text } from '../http/answers.ts';
import { flag, moment, uuidText, wholeNumber } from '../http/parameter-kinds.ts';
import { contents, marks, name_contains, order, paging, parent_uuid, project_uuid } from '../http/parameters.ts';
import { type Route, readRoutes, route, withinProject } from '../http/route.ts';
import { answerFolderBundle } from '../items/bundle.ts';
import { valuesInFolder } from './folder-values.ts';

const slug = uuidText(
  'The identifier of a folder inside this one, whose folders are listed instead; this one when left out. Whitespace, letter case and characters that no slug has do not matter.',
);
/** What cleaning leaves nothing of is refused as it was sent. */
const cleanedSlug: typeof slug = {
  ...slug,
  read: ({ slug: sent }, name) => slug.read({ slug: typeof sent === 'string' ? cleanSlug(sent) || sent : sent }, name),
};

/** Folders: listing, reading, making, changing, moving, deleting. */
export const folderRoutes: Route[] = [
  route('GET /api/folder', withinProject, {
    summary: 'Lists the folders that you may see, page by page',
    query: { ...paging, ...marks, ...order('created_at', false), project_uuid, parent_uuid },
    answer: FolderList,
    handle: ({ db, reader, query }) => folderPage(db.drizzle, reader, query),
  }),
  route('POST /api/folder', withinProject, {
    summary: 'Makes a folder',
    body: FolderCreate,
    status: 201,
    answer: Folder,
    async handle({ db, account, reader, body }) {
      const parent = body.parent_uuid ?? account.root_folder_uuid;
      const made = isUuid(parent) ? await insertFolder(db, reader, parent, body) : null;
      if (!made) throw new HttpProblem(404, notFound('The folder').message, 'parent_uuid');
      return readFolder(db.drizzle, reader, made);
    },
  }),
  ...readRoutes('GET /folder/:uuid', {
    summary: 'Reads {a|a shared} folder',
    answer: Folder,
    handle: ({ db, reader, uuid }) => readFolder(db.drizzle, reader, uuid),
  }),
  ...readRoutes('GET /folder/:uuid/contents', {
    summary: 'Lists the contents of {a|a shared} folder, page by page: folders first, then items',
    description: 'Newest first unless sorted otherwise. A filter by status or type leaves items only.',
    shown: ['page', 'size', 'name_contains'],
    query: contents,
    answer: FolderContents,
    handle: async ({ services, db, reader, uuid, query }) =>
      (await readFolder(db.drizzle, reader, uuid)) && listFolder(services, reader, uuid, query),
  }),
  ...readRoutes('GET /folder/:uuid/proteins', {
    summary: 'Lists the proteins that the items under {a|a shared} folder use, page by page, without their structures',
    query: { ...paging, name_contains },
    answer: ProteinList,
    handle: async ({ db, reader, uuid, query }) =>
      (await readFolder(db.drizzle, reader, uuid)) && listProteins(db.drizzle, reader, { ...query, folder_uuid: uuid }),
  }),
  ...readRoutes('GET /folder/:uuid/values', {
    summary:
      'Lists the items of {a|a shared} folder with their named numbers, in the order that they were submitted in',
    description:
      'At most 1000 items; a table over a batch asks again with `as_of` of the last answer as `changed_since` while it fills.',
    query: { changed_since: moment('changed since') },
    answer: FolderValues,
    handle: ({ services, reader, uuid, query }) => valuesInFolder(services, reader, uuid, query.changed_since),
  }),
  route('GET /api/folder/:uuid/bundle', withinProject, {
    summary: 'Reads a folder with everything in it, at any depth, as one zip',
    description:
      'It holds the zip of each item that has ended, in folders of the same names, and `folder.cuvette.json`, by which `POST /api/workflow/import` makes the folders again with their notes, stars and items. At most 500 items and 500 folders; more is answered 413. What could not be taken is named in its README.',
    type: 'application/zip',
    answer: Text,
    handle: ({ services, reader, uuid, reply }) => answerFolderBundle(services, reader, uuid, reply),
  }),
  route('GET /api/folder/:uuid/subfolders', withinProject, {
    summary: 'Lists the folders in a folder, or in one further down (`slug`), page by page',
    query: { ...paging, ...marks, ...order('name', true), project_uuid, parent_uuid, slug: cleanedSlug },
    answer: FolderList,
    async handle({ db, reader, uuid, query: { slug: opened = uuid, ...query } }) {
      const found = await readFolder(db.drizzle, reader, opened);
      const inside = opened === uuid || found?.path.some((above) => above.uuid === uuid);
      return found && inside ? folderPage(db.drizzle, reader, { ...query, inside: opened }) : null;
    },
  }),
  route('GET /api/folder/:uuid/folder_tree', withinProject, {
    summary: 'Draws the tree of a folder as a text to print',
    query: {
      max_depth: wholeNumber('How many levels of folders are shown below the first.', [0, 200], { fallback: 10 }),
      show_uuids: flag('Whether identifiers are shown beside the names.', false),
    },
    answer: Text,
    handle: ({ db, reader, uuid, query }) =>
      folderTree(db.drizzle, reader, uuid, { depth: query.max_depth, uuids: query.show_uuids }),
  }),
  route('POST /api/folder/move_folders', withinProject, {
    summary: 'Moves folders into another: all of them, or none',
    body: MoveFolders,
    answer: Done,
    async handle({ db, reader, body: { uuids, parent_uuid: parent, unique_name } }) {
      await db.transaction((tx) => moveFolders(tx, reader, uuids, parent.toLowerCase(), unique_name));
      return done;
    },
  }),
  route('POST /api/workflow/move_workflows', withinProject, {
    summary: 'Moves items to a folder: all of them, or none',
    body: MoveWorkflows,
    answer: Done,
    async handle({ db, reader, body: { uuids, parent_uuid: parent } }) {
      await db.transaction((tx) => moveWorkflows(tx, reader, uuids, parent.toLowerCase()));
      return done;
    },
  }),
  route('POST /api/folder/:uuid', withinProject, {
    summary: 'Changes the name, notes, marks or place of a folder; what is left out stays',
    body: FolderUpdate,
    emptyBody: {},
    answer: Folder,
    async handle({ db, reader, uuid, body }) {
      const change = { ...body, parent_uuid: body.parent_uuid?.toLowerCase() };
      return (await changeFolder(db, reader, uuid, change)) ? readFolder(db.drizzle, reader, uuid) : null;
    },
  }),
  route('DELETE /api/folder/:uuid', withinProject, {
    summary: 'Deletes a folder with everything in it, which can be restored for 30 days',
    answer: Deleted,
    handle: async ({ db, reader, uuid }) => deleted(await deleteFolder(db, reader, uuid)),
  }),
];
