import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { checkout } from '../config.ts';
import { fullRun } from './load.ts';

/** Names that the server gives at a time: as many as S3 in the full run, fewer in `npm test`, where making a thousand files takes a quarter of a minute. */
export const listedAtOnce = fullRun ? 1000 : 40;

const interpreter = path.join(checkout, 'packages/server/.venv/bin/python');

/** A started server that speaks S3. */
export interface TestS3 {
  address: string;
  /** Environment that leads Cuvette to a bucket of it. */
  env(files: string): Record<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts a server that speaks S3 on the loopback, with these buckets. It ends with this process at the latest. CUVETTE_TEST_S3_ENDPOINT
 * names another that runs already and has the buckets; its keys come from the usual variables.
 */
export async function startS3(...buckets: string[]): Promise<TestS3> {
  const {
    CUVETTE_TEST_S3_ENDPOINT: other,
    AWS_ACCESS_KEY_ID: id = '',
    AWS_SECRET_ACCESS_KEY: secret = '',
  } = process.env;
  if (other) return { address: other, env: (files) => envOf(files, other, id, secret), stop: async () => {} };
  const child = spawn(interpreter, [path.join(import.meta.dirname, 's3_server.py'), ...buckets], {
    env: {
      PATH: process.env.PATH ?? '',
      HOME: '/nonexistent',
      MOTO_S3_DEFAULT_MAX_KEYS: String(listedAtOnce),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const line = createInterface(child.stdout)[Symbol.asyncIterator]().next();
  const first = await Promise.race([line, exited.then(() => null)]);
  if (first === null || first.done)
    throw new Error('The server that speaks S3 did not start: is the set-up for testing done?');
  const { address = '', accessKeyId = '', secretAccessKey = '' } = JSON.parse(first.value) as Record<string, string>;
  return {
    address,
    env: (files) => envOf(files, address, accessKeyId, secretAccessKey),
    async stop() {
      child.stdin.end();
      const late = setTimeout(() => child.kill('SIGKILL'), 5000);
      await exited;
      clearTimeout(late);
    },
  };
}

function envOf(files: string, endpoint: string, id: string, secret: string): Record<string, string> {
  return {
    CUVETTE_FILES: files,
    CUVETTE_S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
  };
}
