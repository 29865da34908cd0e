import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { notFound } from '../../errors.ts';
import { endOfText } from '../../files/file-store.ts';
import type { Services } from '../../services.ts';
import {
  readCalculation,
  readCalculationLog,
  readCalculations,
  readManyMolecules,
  readMolecules,
  readWholeCalculation,
} from '../../store/calculations.ts';
import type { Reader } from '../../store/reader.ts';
import { tailIn } from '../http/log.ts';
import { byUuid, flag, mostReadTogether, uuidOf, uuidsOf } from '../http/query.ts';

const what = 'The calculation';
/** Molecules are read in batches of 25. */
const batch = 25;

/** Open to keys of one project: every query looks through the caller's eyes. */
const withinProject = { config: { withinProject: true } } as const;

/** The reading calls of calculations under a prefix; owner and shared differ in whose eyes they look through only. */
export function calculationReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const db = services.db.drizzle;
  const { files } = services;

  app.get(`${prefix}/calculation/read_molecules`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const query = request.query as Record<string, unknown>;
    const uuids = uuidsOf(query, 'calculation', batch);
    return readManyMolecules(db, files, reader, uuids, flag(query, 'return_frequencies') ?? false);
  });

  app.get(`${prefix}/calculation/read_calculations`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const uuids = uuidsOf(request.query as Record<string, unknown>, 'calculation', mostReadTogether);
    return byUuid(await readCalculations(db, reader, uuids));
  });

  app.get(`${prefix}/calculation/:uuid`, withinProject, async (request) => {
    const found = await readCalculation(db, await readerOf(request), uuidOf(request.params, what));
    if (!found) throw notFound(what);
    return found;
  });

  app.get(`${prefix}/calculation/:uuid/molecules`, withinProject, async (request) => {
    const reader = await readerOf(request);
    const frequencies = flag(request.query as Record<string, unknown>, 'return_frequencies') ?? false;
    const found = await readMolecules(db, files, reader, uuidOf(request.params, what), frequencies);
    if (!found) throw notFound(what);
    return found;
  });

  app.get(`${prefix}/calculation/:uuid/stjames`, withinProject, async (request) => {
    const found = await readWholeCalculation(db, files, await readerOf(request), uuidOf(request.params, what));
    if (!found) throw notFound(what);
    return found;
  });

  app.get(`${prefix}/calculation/:uuid/logfile`, withinProject, async (request) => {
    const log = await readCalculationLog(db, files, await readerOf(request), uuidOf(request.params, what));
    if (log === null) throw notFound(what);
    const bytes = Buffer.from(log);
    return { logfile: endOfText(bytes.subarray(-tailIn(request.query)), bytes.length) };
  });
}

/** The owner's reading calls. */
export function calculationRoutes(app: FastifyInstance, services: Services): void {
  calculationReads(app, services, '/api', async (request) => (await requireAccount(request, services)).reader);
}
