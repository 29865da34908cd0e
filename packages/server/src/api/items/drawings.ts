import { type FormulaDrawings, mostDrawn } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { drawEach } from '../../convert/drawings.ts';
import { convertingFor, type Services } from '../../services.ts';
import { smilesOfItems } from '../../store/drawn-smiles.ts';
import type { Reader } from '../../store/reader.ts';
import { uuidsOf } from '../http/query.ts';

const withinProject = { config: { withinProject: true } } as const;

/** Small structural formulas of the items of a list, all in one answer, under a prefix. */
export function drawingReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  app.get(`${prefix}/workflow/drawings`, withinProject, async (request): Promise<FormulaDrawings> => {
    const reader = await readerOf(request);
    const uuids = uuidsOf(request.query as Record<string, unknown>, 'workflow', mostDrawn);
    const found = await smilesOfItems(services.db.drizzle, reader, uuids);
    const drawn = await drawEach(
      convertingFor(services, reader).convert,
      found.map(({ smiles }) => smiles),
    );
    return { drawings: Object.fromEntries(found.map(({ uuid }, index) => [uuid, drawn[index] ?? null])) };
  });
}
