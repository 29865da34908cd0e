import { createHash } from 'node:crypto';
import { recordHtml } from '@cuvette/core/embedding';
import { type ElabftwPlace, isFinished, status, type WorkflowItem } from '@cuvette/core/entities';
import { hrefOfItem } from '@cuvette/core/workflows';
import { inTurn } from '../bundles/make-bundle.ts';
import { partsOfItem, zipOf } from '../bundles/write-zip.ts';
import { HttpProblem } from '../errors.ts';
import { englishWords } from '../items/english-words.ts';
import { summaryOfItem } from '../items/item-summary.ts';
import { itemFor } from '../items/read-item.ts';
import type { Services } from '../services.ts';
import {
  beginSending,
  type ElabftwExperiment,
  elabftwAccount,
  elabftwExperiment,
  endSending,
  followItem,
  noteSent,
} from '../store/elabftw.ts';
import type { Reader } from '../store/reader.ts';
import { type ElabftwClient, elabftwClient, experimentAddress, type SentUpload } from './elabftw-client.ts';
import { sectionOf, withSection } from './experiment-section.ts';
import { pictureFiles } from './item-attachments.ts';

/** Most tables that are attached as CSV; all of them are in the bundle. */
const mostTables = 12;
/** Most bytes of the bundle that is attached. */
const mostBundleBytes = 64 * 2 ** 20;

/** Where an item is in the person's eLabFTW. Throws 404 for an item that they do not see. */
export async function placeOf(services: Services, user: string, uuid: string): Promise<ElabftwPlace> {
  const db = services.db.drizzle;
  await itemFor(services, { kind: 'user', id: user }, uuid, 0);
  const account = await elabftwAccount(db, user);
  if (!account) return { host: null, experiment: null, address: null, sent_at: null, follow: false, error: null };
  const found = await elabftwExperiment(db, user, uuid, account.address);
  const { experiment = null, sent_at = null, follow = false, error = null } = found ?? {};
  const address = experiment === null ? null : experimentAddress(account.address, experiment);
  return { host: new URL(account.address).host, experiment, address, sent_at, follow, error };
}

async function bundleUpload(services: Services, reader: Reader, uuid: string): Promise<SentUpload | null> {
  const { stream } = await zipOf(services, reader, uuid);
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of stream) {
    bytes += (part as Buffer).length;
    // Leaving the loop ends the stream.
    if (bytes > mostBundleBytes) return null;
    parts.push(part as Buffer);
  }
  const comment = 'everything of the result, for Cuvette and for people';
  return { name: 'cuvette-bundle.zip', mediaType: 'application/zip', comment, bytes: Buffer.concat(parts) };
}

/** The files that go with an item: pictures, tables, bundle. */
async function uploadsOf(services: Services, reader: Reader, uuid: string): Promise<SentUpload[]> {
  const pictures = await pictureFiles(services, reader, uuid);
  const { texts } = await inTurn(() => partsOfItem(services, reader, uuid));
  const bundle = await inTurn(() => bundleUpload(services, reader, uuid));
  const tables = texts.filter(({ path }) => path.startsWith('tables/')).slice(0, mostTables);
  return [
    ...pictures.map(({ path, title, png }) => ({ name: path, mediaType: 'image/png', comment: title, bytes: png })),
    ...tables.map(({ path, title, text }) => ({
      name: path.slice('tables/'.length),
      mediaType: 'text/csv',
      comment: title,
      bytes: Buffer.from(text),
    })),
    ...(bundle ? [bundle] : []),
  ];
}

interface Sending {
  services: Services;
  client: ElabftwClient;
  user: string;
  item: WorkflowItem;
  /** Address of the item on this server. */
  page: string;
}

/** Uploads what is new or has changed, each in place of the file of its name, and returns all by name. */
async function sendFiles(
  { services, client, user, item }: Sending,
  experiment: number,
  known: ElabftwExperiment['uploads'],
): Promise<ElabftwExperiment['uploads']> {
  const there = new Set(await client.uploads(experiment));
  const uploads = { ...known };
  for (const file of await uploadsOf(services, { kind: 'user', id: user }, item.uuid)) {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    const before = uploads[file.name];
    const kept = before && there.has(before.id);
    // A bundle says when it was made: it is another one each time.
    if (kept && before.sha256 === sha256) continue;
    uploads[file.name] = { id: await client.upload(experiment, file, kept ? before.id : null), sha256 };
    await noteSent(services.db.drizzle, user, item.uuid, { experiment, uploads });
  }
  return uploads;
}

/** Writes an item into its experiment, which is made where there is none, and returns the experiment's number. */
async function write(sending: Sending, known: ElabftwExperiment): Promise<number> {
  const { services, client, user, item, page } = sending;
  let { experiment, uploads } = known;
  let text = experiment === null ? null : await client.experimentText(experiment);
  if (experiment === null || text === null) {
    experiment = await client.createExperiment(item.name);
    uploads = {};
    text = '';
    await noteSent(services.db.drizzle, user, item.uuid, { experiment, uploads });
  }
  uploads = await sendFiles(sending, experiment, uploads);
  const shown = uploads['picture.png'];
  const picture = shown ? await client.pictureAddress(experiment, shown.id) : null;
  const found = await summaryOfItem(services, { kind: 'user', id: user }, item.uuid);
  const record = found ? recordHtml(found.summary, { address: page, picture, words: englishWords }) : '';
  const sentAt = `${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const section = sectionOf({ name: item.name, address: page, sentAt }, record);
  await client.changeExperiment(experiment, { body: withSection(text, section) });
  return experiment;
}

/**
 * Sends an item into the person's eLabFTW: makes an experiment, or updates the one that holds it or the item that it is a new run of. An item that has
 * not ended is sent when it ends, where `follow` is set.
 * @param follow whether it is sent again when a new run ends; null: as it is
 * @throws 404, 409 (nothing connected, not ended, being sent already), 422 (key), 502 with the reason of eLabFTW
 */
export async function sendItem(
  services: Services,
  origin: string,
  user: string,
  uuid: string,
  follow: boolean | null,
): Promise<ElabftwPlace> {
  const db = services.db.drizzle;
  const reader: Reader = { kind: 'user', id: user };
  const item = await itemFor(services, reader, uuid, 0);
  const account = await elabftwAccount(db, user);
  if (!account) throw new HttpProblem(409, 'Connect your eLabFTW first: its address and a key of yours.');
  const { address } = account;
  if (!isFinished(item.object_status)) {
    if (!follow) throw new HttpProblem(409, 'The workflow has not ended. Choose to send it when it ends.');
    await followItem(db, user, uuid, address, true);
    return placeOf(services, user, uuid);
  }
  if (item.object_status !== status.completed) {
    throw new HttpProblem(409, 'The workflow has no result: it failed or was stopped.');
  }
  const key = await services.sealing.unseal(account.sealed_key);
  if (key === null) throw new HttpProblem(409, 'The key of your eLabFTW cannot be read any more. Connect it again.');
  const before = await elabftwExperiment(db, user, uuid, address);
  const known: ElabftwExperiment = {
    address,
    experiment: before?.experiment ?? null,
    uploads: before?.uploads ?? {},
    follow: follow ?? before?.follow ?? false,
    sent_at: null,
    error: null,
  };
  if (!(await beginSending(db, user, uuid, known))) {
    throw new HttpProblem(409, 'The workflow is being sent to eLabFTW at this moment.');
  }
  const page = `${origin}${hrefOfItem(item, { public: item.public })}`;
  const client = elabftwClient({ address, key, allowed: services.config.elabftwHosts });
  try {
    await write({ services, client, user, item, page }, known);
    await endSending(db, user, uuid, null);
  } catch (error) {
    await endSending(db, user, uuid, error instanceof HttpProblem ? error.message : 'It failed on this server.');
    throw error;
  }
  return placeOf(services, user, uuid);
}

/** Sends an item that has ended, for a person who follows it. Throws with the reason. */
export async function sendAgain(services: Services, origin: string, uuid: string, user: string): Promise<void> {
  await sendItem(services, origin, user, uuid, null);
}
