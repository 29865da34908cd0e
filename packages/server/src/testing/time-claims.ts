/**
 * Loaded before a worker's own code (`node --import`): writes down how long each of its claims took and what it brought, as one
 * JSON line in the file CUVETTE_TEST_CLAIMS. The worker knows nothing of it.
 */
import { appendFileSync } from 'node:fs';

/** One claim of a worker. */
export interface TimedClaim {
  /** Milliseconds from the call to its answer. */
  ms: number;
  /** When the answer came, in milliseconds since 1970. */
  at: number;
  /** The item; null where there was none to take. */
  uuid: string | null;
}

const file = process.env.CUVETTE_TEST_CLAIMS;
const call = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const began = performance.now();
  const answer = await call(input, init);
  if (!file || !String(input).endsWith('/api/worker/claim')) return answer;
  const text = await answer.text();
  const ms = performance.now() - began;
  const claimed = answer.ok ? (JSON.parse(text) as { job: { job: { uuid: string } } | null }).job : null;
  const line: TimedClaim = { ms, at: Date.now(), uuid: claimed?.job.uuid ?? null };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
  return new Response(text, { status: answer.status, headers: answer.headers });
};
