import type { Readable } from 'node:stream';
import { isFinished } from '@cuvette/core/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { mostInFolder } from '../../bundles/folder-document.ts';
import { bundleLimits } from '../../bundles/limits.ts';
import { inTurn, makeBundle, tooLargeForJson } from '../../bundles/make-bundle.ts';
import { zipOf } from '../../bundles/write-zip.ts';
import { zipOfSeveral } from '../../bundles/write-zips.ts';
import { elnOf, type NamedItem } from '../../eln/write-eln.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { folderContentsBelow } from '../../store/folders/folder-contents.ts';
import type { Reader } from '../../store/reader.ts';
import { namesOf } from '../../store/workflow-batches.ts';
import { addressOf } from '../../wire/address.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { asFile, sendJson } from '../http/add-routes.ts';
import { originOf } from '../pages/public-address.ts';

/**
 * Answers an item as one JSON document, or as a zip or `.eln` archive that is written while it is read. One at a time is made.
 * Throws 404, and 413 for what is too large.
 */
export async function answerBundle(
  services: Services,
  reader: Reader,
  uuid: string,
  format: 'json' | 'zip' | 'eln',
  call: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { reply } = call;
  if (format === 'json') {
    const text = await inTurn(async () => JSON.stringify((await makeBundle(services, reader, uuid, false)).bundle));
    if (Buffer.byteLength(text) > bundleLimits.json) throw tooLargeForJson();
    return sendJson(reply, text);
  }
  if (format === 'eln') {
    const name = (await namesOf(services.db.drizzle, reader, [uuid])).get(uuid);
    if (name === undefined) throw notFound('The workflow');
    return answerEln(services, reader, [{ uuid, name }], fileNameOf(name, 'workflow'), call);
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

/** Answers items as one `.eln` archive for laboratory notebooks. */
async function answerEln(
  services: Services,
  reader: Reader,
  items: readonly NamedItem[],
  name: string,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const link = addressOf(request.url).searchParams.get('link');
  const stream = await elnOf({ services, reader, origin: originOf(services, request), link }, items, name);
  return asFile(reply, `${name}.eln`).type('application/vnd.eln+zip').send(stream);
}

/** Answers several items as one zip or as one `.eln` archive, in the asked order. Throws 404 for an item that the reader does not see. */
export async function answerBundles(
  services: Services,
  reader: Reader,
  uuids: readonly string[],
  format: 'zip' | 'eln',
  call: { request: FastifyRequest; reply: FastifyReply },
): Promise<Readable | FastifyReply> {
  const names = await namesOf(services.db.drizzle, reader, uuids);
  const missing = uuids.find((uuid) => !names.has(uuid));
  if (missing !== undefined) {
    throw new HttpProblem(404, `The workflow ${missing} was not found, or you have no access to it.`, 'uuids');
  }
  if (format === 'eln') {
    const named = uuids.map((uuid) => ({ uuid, name: names.get(uuid) ?? '' }));
    return answerEln(services, reader, named, 'cuvette-items', call);
  }
  const items = uuids.map((uuid) => ({ uuid, name: names.get(uuid) ?? '', starred: false, folder: null }));
  asFile(call.reply, 'cuvette-items.zip');
  return zipOfSeveral(services, reader, items);
}
