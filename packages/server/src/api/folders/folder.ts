import { FolderCreate, FolderUpdate, MoveFolders, MoveWorkflows } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { listFolder } from '../../items/list-items.ts';
import type { Services } from '../../services.ts';
import { type FolderQuery, folderOrders, folderPage } from '../../store/contents.ts';
import { deleteFolder } from '../../store/deletions.ts';
import { folderTree } from '../../store/folders/folder-tree.ts';
import { changeFolder, insertFolder, readFolder } from '../../store/folders/folders.ts';
import { moveFolders, moveWorkflows } from '../../store/folders/moves.ts';
import { listProteins } from '../../store/proteins.ts';
import type { Reader } from '../../store/reader.ts';
import { check, isUuid } from '../../wire/body.ts';
import { choice, contentsQuery, flag, pageOf, uuidIn, uuidOf, wholeNumber, words } from '../http/query.ts';
import { answerFolderBundle } from '../items/bundle.ts';
import { folderValueReads } from './folder-values.ts';

const what = 'The folder';
const withinProject = { config: { withinProject: true } } as const;

/** The reading calls of folders under a prefix. */
export function folderReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const db = services.db.drizzle;

  app.get(`${prefix}/folder/:uuid`, withinProject, async (request) => {
    const found = await readFolder(db, await readerOf(request), uuidOf(request.params, what));
    if (!found) throw notFound(what);
    return found;
  });

  folderValueReads(app, services, prefix, readerOf);

  app.get(`${prefix}/folder/:uuid/contents`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, what);
    const query = contentsQuery(request.query as Record<string, unknown>);
    if (!(await readFolder(db, reader, uuid))) throw notFound(what);
    return listFolder(services, reader, uuid, query);
  });

  app.get(`${prefix}/folder/:uuid/proteins`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, what);
    const query = request.query as Record<string, unknown>;
    if (!(await readFolder(db, reader, uuid))) throw notFound(what);
    return listProteins(db, reader, {
      ...pageOf(query),
      name_contains: words(query, 'name_contains'),
      folder_uuid: uuid,
    });
  });
}

/** The filters, the order and the page of a list of folders. Throws 422. */
function folderQuery(query: Record<string, unknown>, natural: Pick<FolderQuery, 'sort' | 'asc'>): FolderQuery {
  return {
    ...pageOf(query),
    name_contains: words(query, 'name_contains'),
    public: flag(query, 'public'),
    starred: flag(query, 'starred'),
    project_uuid: uuidIn(query, 'project_uuid'),
    parent_uuid: uuidIn(query, 'parent_uuid'),
    sort: choice(query, 'sort', folderOrders) ?? natural.sort,
    asc: flag(query, 'asc') ?? natural.asc,
  };
}

/** Folders of the signed-in person: reading, listing, making, changing, moving, deleting. */
export function folderRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services;
  folderReads(app, services, '/api', async (request) => (await requireAccount(request, services)).reader);

  app.get('/api/folder', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const query = folderQuery(request.query as Record<string, unknown>, { sort: 'created_at', asc: false });
    return folderPage(db.drizzle, reader, query);
  });

  /** `slug` is the folder that is opened inside of the tree of this one; without it, this one. */
  app.get('/api/folder/:uuid/subfolders', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const query = request.query as Record<string, unknown>;
    const opened = uuidIn(query, 'slug') ?? uuid;
    const found = await readFolder(db.drizzle, reader, opened);
    const inside = opened === uuid || found?.path.some((above) => above.uuid === uuid);
    if (!found || !inside) throw notFound(what);
    return folderPage(db.drizzle, reader, { ...folderQuery(query, { sort: 'name', asc: true }), inside: opened });
  });

  /** A text to print; JSON, so that scripts read it like every other answer. */
  app.get('/api/folder/:uuid/folder_tree', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    const query = request.query as Record<string, unknown>;
    const depth = wholeNumber(query, 'max_depth', 10, 0, 200);
    const options = { depth, uuids: flag(query, 'show_uuids') ?? false };
    const tree = await folderTree(db.drizzle, reader, uuidOf(request.params, what), options);
    if (tree === null) throw notFound(what);
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(tree));
  });

  app.get('/api/folder/:uuid/bundle', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    return answerFolderBundle(services, reader, request, reply);
  });

  app.post('/api/folder', withinProject, async (request, reply) => {
    const { account, reader } = await requireAccount(request, services);
    const body = check(FolderCreate, request.body);
    const parent = body.parent_uuid ?? account.root_folder_uuid;
    const made = isUuid(parent) ? await insertFolder(db, reader, parent, body) : null;
    if (!made) throw new HttpProblem(404, `${what} was not found, or you have no access to it.`, 'parent_uuid');
    reply.code(201);
    return readFolder(db.drizzle, reader, made);
  });

  app.post('/api/folder/move_folders', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const { uuids, parent_uuid, unique_name } = check(MoveFolders, request.body);
    await db.transaction((tx) => moveFolders(tx, reader, uuids, parent_uuid.toLowerCase(), unique_name));
    return { ok: true };
  });

  app.post('/api/workflow/move_workflows', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const { uuids, parent_uuid } = check(MoveWorkflows, request.body);
    await db.transaction((tx) => moveWorkflows(tx, reader, uuids, parent_uuid.toLowerCase()));
    return { ok: true };
  });

  app.post('/api/folder/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const uuid = uuidOf(request.params, what);
    const change = check(FolderUpdate, request.body ?? {});
    const parent_uuid = change.parent_uuid?.toLowerCase();
    if (!(await changeFolder(db, reader, uuid, { ...change, parent_uuid }))) throw notFound(what);
    return readFolder(db.drizzle, reader, uuid);
  });

  app.delete('/api/folder/:uuid', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const deletion = await deleteFolder(db, reader, uuidOf(request.params, what));
    if (deletion === null) throw notFound(what);
    return { ok: true, deletion_uuid: deletion };
  });
}
