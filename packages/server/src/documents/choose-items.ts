import { mostDocumentItems } from '@cuvette/core/entities';
import { HttpProblem, notFound } from '../errors.ts';
import type { Database } from '../store/database/database.ts';
import { type ChosenItem, chosenItems } from '../store/documents.ts';
import { folderContentsBelow } from '../store/folders/folder-contents.ts';
import { readProject } from '../store/projects.ts';
import type { Member } from '../store/reader.ts';

/** What a document is made from, as a call names it: one of the three. */
export interface Selection {
  uuids?: readonly string[] | undefined;
  folder_uuid?: string | undefined;
  project_uuid?: string | undefined;
}

function refuseTooMany(count: number, counted: string, field: string): void {
  if (count <= mostDocumentItems) return;
  throw new HttpProblem(
    422,
    `A document takes at most ${mostDocumentItems} items; ${counted}. Make it in parts, for example one document for each folder.`,
    field,
  );
}

async function uuidsOf(
  db: Database,
  reader: Member,
  selection: Selection,
): Promise<{ uuids: string[]; field: string }> {
  const { uuids, folder_uuid, project_uuid } = selection;
  if ([uuids, folder_uuid, project_uuid].filter((one) => one !== undefined).length !== 1) {
    throw new HttpProblem(422, 'Give one of uuids, folder_uuid and project_uuid.', 'uuids');
  }
  if (uuids) {
    const distinct = [...new Set(uuids.map((uuid) => uuid.toLowerCase()))];
    refuseTooMany(distinct.length, `${distinct.length} were chosen`, 'uuids');
    return { uuids: distinct, field: 'uuids' };
  }
  const field = folder_uuid === undefined ? 'project_uuid' : 'folder_uuid';
  const project = project_uuid === undefined ? null : await readProject(db.drizzle, reader, project_uuid);
  if (project_uuid !== undefined && !project) throw notFound('The project');
  const folder = folder_uuid ?? project?.root_folder_uuid ?? null;
  const found = folder === null ? null : await folderContentsBelow(db.drizzle, reader, folder, mostDocumentItems);
  if (!found) throw notFound('The folder');
  refuseTooMany(found.items.length, 'this one holds more', field);
  return { uuids: found.items.map(({ uuid }) => uuid), field };
}

/**
 * The items of a selection in their order, all of one project: a document is kept with the project of its items, and shows what all its people may read.
 * Throws 404 for what the person does not see, 422 for none, for more than a document takes, and for items of several projects.
 */
export async function chooseItems(
  db: Database,
  reader: Member,
  selection: Selection,
): Promise<{ items: ChosenItem[]; project_uuid: string }> {
  const { uuids, field } = await uuidsOf(db, reader, selection);
  const items = await chosenItems(db.drizzle, reader, uuids);
  const missing = uuids.find((uuid) => !items.some((item) => item.uuid === uuid));
  if (missing !== undefined) {
    throw new HttpProblem(404, `The workflow ${missing} was not found, or you have no access to it.`, field);
  }
  const [first] = items;
  if (!first) throw new HttpProblem(422, 'There is no item to make a document of.', field);
  if (items.some(({ project_uuid }) => project_uuid !== first.project_uuid)) {
    throw new HttpProblem(
      422,
      'The items are of several projects. A document is kept with the project of its items: choose items of one project, or move them into one.',
      field,
    );
  }
  return { items, project_uuid: first.project_uuid };
}
