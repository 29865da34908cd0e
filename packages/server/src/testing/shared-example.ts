import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunningServer } from '../serve.ts';
import { bringIn } from './bundle-zips.ts';
import { call } from './test-server.ts';

/** Brings the example of a workflow type into a server and shares it. @returns its identifier */
export async function shareExample(server: RunningServer, type: string): Promise<string> {
  const file = path.join(import.meta.dirname, '../../../../examples/results', `${type}.cuvette.json`);
  const { body } = await bringIn(server, JSON.parse(await readFile(file, 'utf8')));
  const uuid = (body as { items: { uuid: string }[] }).items[0]?.uuid;
  if (!uuid) throw new Error(`The example of ${type} was not taken: ${JSON.stringify(body)}`);
  await call(server, 'POST', `/api/workflow/${uuid}`, { body: { public: true } });
  return uuid;
}
