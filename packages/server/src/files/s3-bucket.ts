import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../s3-settings.ts';
import { StoreTrouble, troubleOf } from './store-trouble.ts';

/** How long an answer is waited for, and how long it is tried again. */
export interface Patience {
  /** Time without any sign of the service after which a try is broken off. */
  silenceMs: number;
  /** No further try begins after this time. */
  triesMs: number;
  /** The same silence while the service is known to be in trouble, when there is one try only. */
  troubledMs: number;
}

const usual: Patience = { silenceMs: 8000, triesMs: 15_000, troubledMs: 3000 };
/** The slowest sending that is waited for. */
const bytesPerMs = 200;

/** An object as a list has it. */
export interface Listed {
  name: string;
  bytes: number;
  modified: Date;
}

/** The objects of a bucket under its prefix. Each call tries again for a while, never hangs, and ends in `StoreTrouble`. */
export interface Bucket {
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** An object, or `length` bytes of it from `start` on; null when there is none. */
  get(name: string, start?: number, length?: number): Promise<Uint8Array | null>;
  delete(name: string): Promise<void>;
  /** Objects whose names begin with a text, in the order of their names. */
  list(beginning: string): AsyncGenerator<Listed>;
  /** An object as it is listed; null when there is none. */
  find(name: string): Promise<Listed | null>;
  /** Why the bucket cannot be used, asked once and quickly. */
  trouble(): Promise<string | null>;
}

/** The client of a bucket's service; its tries are counted in `Tries`, for theirs do not cover the reading of an answer's body. */
function clientOf({ endpoint, region, pathStyle, credentials }: S3Settings, silenceMs: number): S3Client {
  return new S3Client({
    region,
    ...(endpoint === null ? {} : { endpoint }),
    forcePathStyle: pathStyle,
    ...(credentials === null
      ? {}
      : {
          credentials: {
            accessKeyId: credentials.accessKeyId,
            secretAccessKey: credentials.secretAccessKey,
            ...(credentials.sessionToken === null ? {} : { sessionToken: credentials.sessionToken }),
          },
        }),
    maxAttempts: 1,
    // Content-MD5, which every service checks, guards what is sent; newer checksums are not known to all of them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: silenceMs,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  });
}

/** One try of a call; `heard` is called at each sign of life. */
type Work<T> = (signal: AbortSignal, heard: () => void) => Promise<T>;

/** One try, broken off after a silence; `heard` is a sign of life. */
async function once<T>(silence: number, work: Work<T>): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new StoreTrouble(`no answer within ${silence / 1000} s`, true));
      stop.abort();
    }, silence);
  });
  try {
    return await Promise.race([work(stop.signal, () => timer?.refresh()), silent]);
  } finally {
    if (timer) clearTimeout(timer);
  }
}

/** Tries calls again while they may still succeed, and tells when the service stops answering and when it answers again. */
class Tries {
  readonly #place: string;
  readonly #patience: Patience;
  readonly #tell: (text: string) => void;
  #troubled = false;

  constructor(place: string, patience: Patience, tell: (text: string) => void) {
    this.#place = place;
    this.#patience = patience;
    this.#tell = tell;
  }

  /** Tries for a while; `bytes` is what is sent. Throws `StoreTrouble`. */
  async again<T>(bytes: number, work: Work<T>): Promise<T> {
    const end = Date.now() + (this.#troubled ? 0 : this.#patience.triesMs);
    const silence = (this.#troubled ? this.#patience.troubledMs : this.#patience.silenceMs) + bytes / bytesPerMs;
    for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
      try {
        const found = await once(silence, work);
        this.#note(null);
        return found;
      } catch (error) {
        const problem = troubleOf(error);
        if (problem instanceof StoreTrouble && problem.passing && Date.now() + wait < end) {
          await sleep(wait * (0.5 + Math.random()));
          continue;
        }
        this.#note(problem);
        throw problem;
      }
    }
  }

  /** Tries once and quickly: why it fails, or null. */
  async trouble(work: Work<unknown>): Promise<string | null> {
    try {
      await once(this.#patience.troubledMs, work);
      this.#note(null);
      return null;
    } catch (error) {
      const problem = troubleOf(error);
      this.#note(problem);
      return problem instanceof StoreTrouble ? problem.reason : problem.message;
    }
  }

  #note(problem: Error | null): void {
    const now = problem instanceof StoreTrouble;
    if (now !== this.#troubled) {
      const state = now ? `is in trouble: ${problem.reason}` : 'works again';
      this.#tell(`The file store ${this.#place} ${state}.`);
    }
    this.#troubled = now;
  }
}

/** An object, or a range of it, as it comes; null where there is none. */
async function read(
  client: S3Client,
  { Bucket, Key }: { Bucket: string; Key: string },
  start: number | undefined,
  length: number,
  signal: AbortSignal,
  heard: () => void,
) {
  const Range = start === undefined ? {} : { Range: `bytes=${start}-${start + length - 1}` };
  const answer = await client
    .send(new GetObjectCommand({ Bucket, Key, ...Range }), { abortSignal: signal })
    .catch((error: { name?: string; $metadata?: { httpStatusCode?: number } }) => {
      const status = error.$metadata?.httpStatusCode;
      if (status === 404 && error.name !== 'NoSuchBucket') return null;
      // The range begins behind the end.
      if (status === 416) return 'nothing' as const;
      throw error;
    });
  if (answer === null) return null;
  if (answer === 'nothing') return new Uint8Array();
  const body = answer.Body as Readable;
  signal.addEventListener('abort', () => body.destroy());
  const pieces: Uint8Array[] = [];
  for await (const piece of body) {
    heard();
    pieces.push(piece as Uint8Array);
  }
  const bytes = Buffer.concat(pieces);
  if (answer.ContentLength !== undefined && bytes.length !== answer.ContentLength) {
    throw new StoreTrouble(`${bytes.length} bytes came of ${answer.ContentLength}`, true);
  }
  // A service that does not know ranges sends the whole.
  return start !== undefined && !answer.ContentRange ? bytes.subarray(start, start + length) : bytes;
}

/** Opens a bucket; nothing is asked yet. `tell` is called when it stops answering and when it answers again. */
export function openBucket(settings: S3Settings, tell: (text: string) => void, patience: Patience = usual): Bucket {
  const { bucket: Bucket, prefix } = settings;
  const client = clientOf(settings, patience.silenceMs);
  const full = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const tries = new Tries(`s3://${Bucket}${prefix && `/${prefix}`}`, patience, tell);

  const page = (beginning: string, after: string | undefined, most = 1000) =>
    tries.again(0, (abortSignal) =>
      client.send(
        new ListObjectsV2Command({
          Bucket,
          Prefix: full(beginning),
          MaxKeys: most,
          ...(after === undefined ? {} : { ContinuationToken: after }),
        }),
        { abortSignal },
      ),
    );

  async function* list(beginning: string): AsyncGenerator<Listed> {
    let after: string | undefined;
    do {
      const { Contents = [], IsTruncated, NextContinuationToken } = await page(beginning, after);
      for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
        yield { name: Key.slice(full('').length), bytes: Size, modified: LastModified };
      }
      after = IsTruncated ? NextContinuationToken : undefined;
    } while (after !== undefined);
  }

  return {
    async put(name, bytes) {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64');
      const command = { Bucket, Key: full(name), Body: bytes, ContentLength: bytes.length, ContentMD5 };
      await tries.again(bytes.length, (abortSignal) => client.send(new PutObjectCommand(command), { abortSignal }));
    },
    get: (name, start, length = 0) =>
      tries.again(0, (signal, heard) => read(client, { Bucket, Key: full(name) }, start, length, signal, heard)),
    async delete(name) {
      await tries.again(0, (abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: full(name) }), { abortSignal }),
      );
    },
    list,
    async find(name) {
      const { Contents = [] } = await page(name, undefined, 1);
      const [first] = Contents;
      if (!first || first.Key !== full(name)) return null;
      return { name, bytes: first.Size ?? 0, modified: first.LastModified ?? new Date() };
    },
    trouble: () =>
      tries.trouble((abortSignal) =>
        client.send(new ListObjectsV2Command({ Bucket, Prefix: full(''), MaxKeys: 1 }), { abortSignal }),
      ),
  };
}
