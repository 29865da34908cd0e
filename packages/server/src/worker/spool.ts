import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** What of a call is passed on. */
interface SpooledCall {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  signal: AbortSignal;
}

/** The folder of a `file:` address; null for the address of a server. */
export function spoolOf(server: string): string | null {
  return server.startsWith('file:') ? fileURLToPath(server) : null;
}

/** Longest pause (ms) between two looks for an answer: each look is a call of a shared file system. */
const longestPause = 500;

/**
 * Makes a call over a folder that this machine shares with the controller of `cuvette pilots`, which passes it on (`relay.py` of packages/pilots describes
 * the files). Throws like `fetch` when the call is given up, when the relay could not reach the server, and when the folder is full.
 */
export async function callOverSpool(spool: string, address: string, call: SpooledCall): Promise<Response> {
  const name = randomUUID();
  const place = (folder: string): string => path.join(spool, folder, name);
  const part = place('parts');
  const head = JSON.stringify({ method: call.method, path: address, headers: call.headers });
  try {
    await writeFile(part, Buffer.concat([Buffer.from(`${head}\n`), Buffer.from(call.body)]), { mode: 0o600 });
    await rename(part, place('requests'));
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
  const answer = place('answers');
  try {
    for (let pause = 20; ; pause = Math.min(longestPause, pause * 1.3)) {
      call.signal.throwIfAborted();
      if (pause > 100) await lookAgain(path.join(spool, 'answers', `.${name}`));
      const bytes = await readFile(answer).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (bytes !== null) return responseOf(bytes);
      await sleep(pause, undefined, { signal: call.signal }).catch(() => {});
    }
  } catch (error) {
    await giveUp(place, part);
    throw error;
  } finally {
    await rm(answer, { force: true }).catch(() => {});
  }
}

/**
 * Makes and removes a file, after which a client of NFS reads the folder anew: by itself it trusts what it knows of a folder for up to a minute, longer than
 * the lease of an attempt.
 */
async function lookAgain(file: string): Promise<void> {
  await writeFile(file, '').catch(() => {});
  await rm(file, { force: true }).catch(() => {});
}

/** Takes a call back; one that was taken already is cancelled, so that no item is handed to a worker that has gone. */
async function giveUp(place: (folder: string) => string, part: string): Promise<void> {
  const withdrawn = await rm(place('requests')).then(
    () => true,
    () => false,
  );
  if (withdrawn) return;
  await writeFile(part, '').catch(() => {});
  await rename(part, place('cancelled')).catch(() => {});
}

/** Answers of which `Response` takes no body. */
const withoutBody = [204, 205, 304];

function responseOf(bytes: Buffer): Response {
  const end = bytes.indexOf(10);
  const head = JSON.parse(bytes.subarray(0, end).toString()) as {
    status: number;
    headers?: Record<string, string>;
    error?: string;
  };
  if (head.status === 0) throw new Error(head.error ?? 'The relay could not reach the server.');
  const body = withoutBody.includes(head.status) ? null : new Uint8Array(bytes.subarray(end + 1));
  return new Response(body, { status: head.status, headers: head.headers ?? {} });
}
