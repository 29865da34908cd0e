import type { Readable } from 'node:stream';
import { isFinished } from '@cuvette/core/entities';
import type { FastifyReply } from 'fastify';
import { mostInFolder } from '../../bundles/folder-document.ts';
import { bundleLimits } from '../../bundles/limits.ts';
import { inTurn, makeBundle, tooLargeForJson } from '../../bundles/make-bundle.ts';
import { zipOf } from '../../bundles/write-zip.ts';
import { zipOfSeveral } from '../../bundles/write-zips.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { folderContentsBelow } from '../../store/folders/folder-contents.ts';
import type { Reader } from '../../store/reader.ts';
import { namesOf } from '../../store/workflow-batches.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { asFile, sendJson } from '../http/add-routes.ts';

/**
 * Answers an item as one JSON document, or as a zip that is written while it is read. One at a time is made.
 * Throws 404, and 413 for what is too large.
 */
export async function answerBundle(
  services: Services,
  reader: Reader,
  uuid: string,
  format: 'json' | 'zip',
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (format !== 'zip') {
    const text = await inTurn(async () => JSON.stringify((await makeBundle(services, reader, uuid, false)).bundle));
    if (Buffer.byteLength(text) > bundleLimits.json) throw tooLargeForJson();
    return sendJson(reply, text);
  }
  const { stream, name } = await inTurn(() => zipOf(services, reader, uuid));
  return asFile(reply, name).type('application/zip').send(stream);
}

/**
 * Answers a folder with all that lies in and below it as one zip, which an import gives back. Items that have not ended are named as left out: they cannot be
 * brought in. Throws 404, and 413 for more items or folders than one zip takes.
 */
export async function answerFolderBundle(
  services: Services,
  reader: Reader,
  uuid: string,
  reply: FastifyReply,
): Promise<Readable> {
  const found = await folderContentsBelow(services.db.drizzle, reader, uuid, mostInFolder);
  if (!found) throw notFound('The folder');
  const { folders, items } = found;
  if (folders.length > mostInFolder || items.length > mostInFolder) {
    throw new HttpProblem(
      413,
      `This folder holds more than ${mostInFolder} ${items.length > mostInFolder ? 'items' : 'folders'}, the most that go into one zip. Take its folders one by one.`,
    );
  }
  const places = new Map(folders.map((folder, index) => [folder.uuid, index]));
  const documented = folders.map(({ name, notes, starred, parent_uuid }) => {
    return { name, notes, starred, parent: parent_uuid === null ? null : (places.get(parent_uuid) ?? null) };
  });
  const ended = items.filter(({ object_status }) => isFinished(object_status));
  const leftOut = items
    .filter((item) => !ended.includes(item))
    .map((item) => `left out: ${item.name} (${item.uuid}): it has not ended.`);
  const zipped = ended.map(({ uuid: item, name, starred, folder_uuid }) => {
    return { uuid: item, name, starred, folder: places.get(folder_uuid) ?? null };
  });
  asFile(reply, `${fileNameOf(folders[0]?.name ?? '', 'folder')}.zip`);
  return zipOfSeveral(services, reader, zipped, documented, leftOut);
}

/** Answers several items as one zip, in the asked order. Throws 404 for an item that the reader does not see. */
export async function answerBundles(
  services: Services,
  reader: Reader,
  uuids: readonly string[],
  reply: FastifyReply,
): Promise<Readable> {
  const names = await namesOf(services.db.drizzle, reader, uuids);
  const missing = uuids.find((uuid) => !names.has(uuid));
  if (missing !== undefined) {
    throw new HttpProblem(404, `The workflow ${missing} was not found, or you have no access to it.`, 'uuids');
  }
  const items = uuids.map((uuid) => ({ uuid, name: names.get(uuid) ?? '', starred: false, folder: null }));
  asFile(reply, 'cuvette-items.zip');
  return zipOfSeveral(services, reader, items);
}
