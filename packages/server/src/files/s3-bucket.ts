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

/** Opens a bucket; nothing is asked yet. `tell` hears when it stops answering and when it answers again. */
export function openBucket(settings: S3Settings, tell: (text: string) => void, patience: Patience = usual): Bucket {
  const { bucket: Bucket, prefix, endpoint, region, pathStyle, credentials } = settings;
  const client = new S3Client({
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
    // Tries are counted here, for theirs do not cover the reading of an answer's body.
    maxAttempts: 1,
    // Content-MD5, which every service checks, guards what is sent; newer checksums are not known to all of them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: patience.silenceMs,
      httpAgent: { maxSockets: 64 },
      httpsAgent: { maxSockets: 64 },
    },
  });
  const full = (name: string): string => (prefix === '' ? name : `${prefix}/${name}`);
  const place = `s3://${Bucket}${prefix && `/${prefix}`}`;
  let troubled = false;

  const note = (problem: Error | null): void => {
    const now = problem instanceof StoreTrouble;
    if (now !== troubled)
      tell(now ? `The file store ${place} is in trouble: ${problem.reason}.` : `The file store ${place} works again.`);
    troubled = now;
  };

  /** One try, broken off after a silence; `heard` is a sign of life. */
  const once = async <T>(silence: number, work: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> => {
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
  };

  const trying = async <T>(bytes: number, work: (signal: AbortSignal, heard: () => void) => Promise<T>): Promise<T> => {
    const end = Date.now() + (troubled ? 0 : patience.triesMs);
    const silence = (troubled ? patience.troubledMs : patience.silenceMs) + bytes / bytesPerMs;
    for (let wait = 100; ; wait = Math.min(wait * 2, 2000)) {
      try {
        const found = await once(silence, work);
        note(null);
        return found;
      } catch (error) {
        const problem = troubleOf(error);
        if (problem instanceof StoreTrouble && problem.passing && Date.now() + wait < end) {
          await sleep(wait * (0.5 + Math.random()));
          continue;
        }
        note(problem);
        throw problem;
      }
    }
  };

  const read = async (
    name: string,
    start: number | undefined,
    length: number,
    signal: AbortSignal,
    heard: () => void,
  ) => {
    const Range = start === undefined ? {} : { Range: `bytes=${start}-${start + length - 1}` };
    const answer = await client
      .send(new GetObjectCommand({ Bucket, Key: full(name), ...Range }), { abortSignal: signal })
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
  };

  const page = (beginning: string, after: string | undefined, most = 1000) =>
    trying(0, (abortSignal) =>
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
      await trying(bytes.length, (abortSignal) => client.send(new PutObjectCommand(command), { abortSignal }));
    },
    get: (name, start, length = 0) => trying(0, (signal, heard) => read(name, start, length, signal, heard)),
    async delete(name) {
      await trying(0, (abortSignal) =>
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
    async trouble() {
      try {
        await once(patience.troubledMs, (abortSignal) =>
          client.send(new ListObjectsV2Command({ Bucket, Prefix: full(''), MaxKeys: 1 }), { abortSignal }),
        );
        note(null);
        return null;
      } catch (error) {
        const problem = troubleOf(error);
        note(problem);
        return problem instanceof StoreTrouble ? problem.reason : problem.message;
      }
    },
  };
}
