import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { Bundle } from '@cuvette/core/entities';
import { HttpProblem } from '../errors.ts';
import { parseGently } from '../wire/gentle-json.ts';
import { checkImport } from './check-import.ts';
import { mostDocumentValues } from './limits.ts';

/** A document that fits. Its calculations are still text: each is parsed when its turn comes, for to hand them over as objects would take longer than to check them. */
export interface CheckedText {
  /** Without calculations. */
  bundle: Bundle;
  calculations: Map<string, string>;
  warnings: string[];
}

type Reply =
  | { head: string; calculations: [uuid: string, text: string][]; warnings: string[] }
  | { status: number; detail: string; field: string | null };

/** Texts up to this many characters are checked in the thread that calls: some 50 ms at most. */
const small = 200_000;
/** Seconds after which a document is given up. */
const limitSeconds = 120;

async function checkText(text: string): Promise<Reply> {
  try {
    const { bundle, warnings } = await checkImport(await parseGently(text, mostDocumentValues));
    const texts = Object.entries(bundle.calculations).map(([uuid, one]): [string, string] => [
      uuid,
      JSON.stringify(one),
    ]);
    return { head: JSON.stringify({ ...bundle, calculations: {} }), calculations: texts, warnings };
  } catch (error) {
    if (!(error instanceof HttpProblem)) throw error;
    return { status: error.status, detail: error.message, field: error.field };
  }
}

async function inThread(text: string): Promise<Reply> {
  const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 2048 } });
  const timer = setTimeout(() => worker.terminate(), limitSeconds * 1000);
  try {
    return await new Promise<Reply>((resolve) => {
      const giveUp = (detail: string) => resolve({ status: 422, detail, field: null });
      worker.once('message', resolve);
      worker.once('error', () => giveUp('The document is too large to be read here.'));
      worker.once('exit', () => giveUp(`The document could not be read within ${limitSeconds} s.`));
      worker.postMessage(text);
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** One document at a time: each may take much memory. */
let last: Promise<unknown> = Promise.resolve();

/** Reads and checks a document that shall be brought in, a large one in a thread of its own. Throws what `parseGently` and `checkImport` throw. */
export async function checkAside(text: string): Promise<CheckedText> {
  let reply: Reply;
  if (text.length <= small) reply = await checkText(text);
  else {
    const turn = last.then(() => inThread(text));
    last = turn.catch(() => {});
    reply = await turn;
  }
  if (!('head' in reply)) throw new HttpProblem(reply.status, reply.detail, reply.field);
  const bundle = (await parseGently(reply.head, mostDocumentValues)) as CheckedText['bundle'];
  return { bundle, calculations: new Map(reply.calculations), warnings: reply.warnings };
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  port.once('message', async (text: string) => port.postMessage(await checkText(text)));
}
