import { randomUUID } from 'node:crypto';
import { ConfigProblem } from '../config-problem.ts';
import type { S3Settings } from '../s3-settings.ts';
import {
  checkKey,
  endOfFile,
  type FileStore,
  isKey,
  isLog,
  ownerIn,
  ownerName,
  type StoredFile,
} from './file-store.ts';
import { type Bucket, openBucket, type Patience } from './s3-bucket.ts';
import { type LogPart, partOf, s3Logs, wholeOf } from './s3-logs.ts';
import { StoreTrouble } from './store-trouble.ts';

/** How long an answer about the store's health is good for. */
const healthMs = 5000;

/** Files in a bucket of a service that speaks S3: one object for a file, some for a log. Every call may throw `StoreTrouble`. */
function s3Files(bucket: Bucket, place: string): FileStore {
  const logs = s3Logs(bucket);
  let health: { at: number; answer: Promise<string | null> } | null = null;

  const size = async (key: string): Promise<number> => {
    checkKey(key);
    if (isLog(key)) return logs.size(key);
    return (await bucket.find(key))?.bytes ?? 0;
  };
  const slice: FileStore['slice'] = async (key, start, length) => {
    checkKey(key);
    if (isLog(key)) return logs.slice(key, start, length);
    if (length > 0) return bucket.get(key, start, length);
    return (await bucket.find(key)) ? new Uint8Array() : null;
  };

  async function* list(): AsyncGenerator<StoredFile> {
    // The objects of one log follow each other.
    let log: LogPart[] = [];
    for await (const object of bucket.list('')) {
      const part = partOf(object);
      if (log[0] && log[0].key !== part?.key) {
        yield wholeOf(log[0].key, log);
        log = [];
      }
      if (part && isKey(part.key)) log.push(part);
      else if (!part && isKey(object.name)) yield { key: object.name, bytes: object.bytes, modified: object.modified };
    }
    if (log[0]) yield wholeOf(log[0].key, log);
  }

  return {
    place,
    owner: async () => ownerIn(await bucket.get(ownerName)),
    setOwner: (identifier) => bucket.put(ownerName, Buffer.from(`${identifier}\n`)),
    async put(key, bytes) {
      checkKey(key);
      if (isLog(key)) await logs.put(key, bytes);
      else await bucket.put(key, bytes);
    },
    append: (key, text) => logs.append(key, text),
    async get(key) {
      checkKey(key);
      return isLog(key) ? logs.slice(key, 0, Number.MAX_SAFE_INTEGER) : bucket.get(key);
    },
    slice,
    size,
    tail: (key, bytes) => endOfFile({ size, slice }, key, bytes),
    async delete(key) {
      checkKey(key);
      if (isLog(key)) await logs.delete(key);
      else await bucket.delete(key);
    },
    list,
    trouble() {
      if (health === null || Date.now() - health.at > healthMs) {
        const answer = bucket
          .trouble()
          .then((reason) => (reason === null ? null : `The file store does not work: ${reason}.`));
        health = { at: Date.now(), answer };
      }
      return health.answer;
    },
  };
}

/** Opens a bucket and tries what is needed of it: writes, reads, lists and deletes a small object. Throws `ConfigProblem` with what to do. */
export async function openS3Files(
  settings: S3Settings,
  tell: (text: string) => void,
  patience?: Patience,
): Promise<FileStore> {
  const { bucket: name, prefix, endpoint } = settings;
  const place = `s3://${name}${prefix && `/${prefix}`}${endpoint === null ? '' : ` at ${endpoint}`}`;
  let quiet = true;
  const bucket = openBucket(settings, (text) => !quiet && tell(text), patience);
  // Not a key of ours: should it stay, nothing takes it for a file.
  const probe = `Cuvette-probe-${randomUUID()}`;
  const bytes = Buffer.from(`${probe}\n`);
  try {
    await bucket.put(probe, bytes);
    const read = await bucket.get(probe);
    const found = await bucket.find(probe);
    await bucket.delete(probe);
    const same = read !== null && Buffer.compare(bytes, read) === 0 && found?.bytes === bytes.length;
    if (!same) throw new StoreTrouble('what was written was not read back', false);
  } catch (error) {
    const reason = error instanceof StoreTrouble ? error.reason : (error as Error).message;
    throw new ConfigProblem(`The file store of CUVETTE_FILES, ${place}, cannot be used: ${reason}.`);
  }
  quiet = false;
  return s3Files(bucket, place);
}
