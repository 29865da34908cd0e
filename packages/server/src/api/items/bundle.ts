import { isFinished } from '@cuvette/core/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mostInFolder } from '../../bundles/folder-document.ts';
import { bundleLimits } from '../../bundles/limits.ts';
import { inTurn, makeBundle, tooLargeForJson } from '../../bundles/make-bundle.ts';
import { zipOf } from '../../bundles/write-zip.ts';
import { mostZipped, zipOfSeveral } from '../../bundles/write-zips.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { folderContentsBelow } from '../../store/folders/folder-contents.ts';
import type { Reader } from '../../store/reader.ts';
import { namesOf } from '../../store/workflow-batches.ts';
import { isUuid, quoted } from '../../wire/body.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { choice, list, uuidOf } from '../http/query.ts';

/**
 * Answers an item as one JSON document, or with `?format=zip` as a zip that is written while it is read. One at a time is made.
 * Throws 404, and 413 for what is too large.
 */
export async function answerBundle(
  services: Services,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const uuid = uuidOf(request.params, 'The workflow');
  const format = choice(request.query as Record<string, unknown>, 'format', ['json', 'zip']);
  if (format !== 'zip') {
    const text = await inTurn(async () => JSON.stringify((await makeBundle(services, reader, uuid, false)).bundle));
    if (Buffer.byteLength(text) > bundleLimits.json) throw tooLargeForJson();
    return reply.type('application/json; charset=utf-8').send(text);
  }
  const { stream, name } = await inTurn(() => zipOf(services, reader, uuid));
  return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(stream);
}

/**
 * Answers a folder with all that lies in and below it as one zip, which an import gives back. Items that have not ended are named as left out: they cannot be
 * brought in. Throws 404, and 413 for more items or folders than one zip takes.
 */
export async function answerFolderBundle(
  services: Services,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const uuid = uuidOf(request.params, 'The folder');
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
  return reply
    .type('application/zip')
    .header('content-disposition', `attachment; filename="${fileNameOf(folders[0]?.name ?? '', 'folder')}.zip"`)
    .send(zipOfSeveral(services, reader, zipped, documented, leftOut));
}

/** Answers several items as one zip, in the asked order. Throws 422 for what is no list of identifiers, 404 for an item that the reader does not see. */
export async function answerBundles(
  services: Services,
  reader: Reader,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const uuids = [...new Set(list(request.query as Record<string, unknown>, 'uuids').map((uuid) => uuid.toLowerCase()))];
  if (uuids.length === 0) throw new HttpProblem(422, 'Name at least one workflow.', 'uuids');
  if (uuids.length > mostZipped) {
    throw new HttpProblem(422, `At most ${mostZipped} workflows go into one zip.`, 'uuids');
  }
  const odd = uuids.find((uuid) => !isUuid(uuid));
  if (odd !== undefined) throw new HttpProblem(422, `uuids must be UUIDs, not ${quoted(odd)}.`, 'uuids');
  const names = await namesOf(services.db.drizzle, reader, uuids);
  const missing = uuids.find((uuid) => !names.has(uuid));
  if (missing !== undefined) {
    throw new HttpProblem(404, `The workflow ${missing} was not found, or you have no access to it.`, 'uuids');
  }
  const items = uuids.map((uuid) => ({ uuid, name: names.get(uuid) ?? '', starred: false, folder: null }));
  return reply
    .type('application/zip')
    .header('content-disposition', 'attachment; filename="cuvette-items.zip"')
    .send(zipOfSeveral(services, reader, items));
}
