import { loadWorkflow } from '@cuvette/core/workflows';
import { calculationsOfValues, itemValues } from '@cuvette/core/workflows/results/item-values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { itemFor } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import { readManyMolecules } from '../../store/calculations.ts';
import type { Reader } from '../../store/reader.ts';
import { answeredUnchanged } from '../http/not-modified.ts';
import { uuidOf } from '../http/query.ts';

const withinProject = { config: { withinProject: true } } as const;

/** The named numbers of an item, under a prefix; owner and shared differ in whose eyes they look through only. */
export function itemValueReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const { db, files } = services;
  app.get(`${prefix}/workflow/:uuid/values`, withinProject, async (request, reply) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, 'The workflow');
    if (await answeredUnchanged(db, reader, uuid, request, reply)) return reply;
    const item = await itemFor(services, reader, uuid, 0);
    const definition = await loadWorkflow(item.object_type);
    const needed = calculationsOfValues(definition, item);
    const molecules = needed.length > 0 ? await readManyMolecules(db.drizzle, files, reader, needed, false) : {};
    return itemValues(definition, item, new Map(Object.entries(molecules)));
  });
}
