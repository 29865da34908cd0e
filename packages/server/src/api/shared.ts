import type { FastifyInstance } from 'fastify';
import { notFound } from '../errors.ts';
import type { Services } from '../services.ts';
import type { Reader } from '../store/reader.ts';
import { uuidOf } from './body.ts';
import { calculationReads } from './calculation.ts';
import { folderReads } from './folder.ts';
import { bundleFor, itemFor, itemLog } from './items.ts';

const what = 'The workflow';

/** What is shared, read-only, for everybody and from any page: the public's eyes, never the caller's account. */
export function sharedRoutes(app: FastifyInstance, services: Services): void {
  const reader: Reader = { kind: 'public' };
  const everybody = async (): Promise<Reader> => reader;

  app.get('/api/shared/workflow/:uuid', async (request) => itemFor(services, reader, uuidOf(request.params, what)));
  app.get('/api/shared/workflow/:uuid/bundle', async (request) =>
    bundleFor(services, reader, uuidOf(request.params, what)),
  );
  app.get('/api/shared/workflow/:uuid/log', async (request) => {
    const log = await itemLog(services, reader, uuidOf(request.params, what), 16 * 2 ** 20);
    if (log === null) throw notFound(what);
    return { log };
  });
  calculationReads(app, services, '/api/shared', everybody);
  folderReads(app, services, '/api/shared', everybody);
}
