import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { endOfText } from '../../files/file-store.ts';
import type { Services } from '../../services.ts';
import {
  readCalculation,
  readCalculationLog,
  readManyMolecules,
  readMolecules,
  readWholeCalculation,
} from '../../store/calculations.ts';
import type { Reader } from '../../store/reader.ts';
import { isUuid, quoted } from '../../wire/body.ts';
import { tailIn } from '../http/log.ts';
import { flag, list, uuidOf } from '../http/query.ts';

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
    const uuids = list(query, 'uuids');
    if (uuids.length === 0) throw new HttpProblem(422, 'Name at least one calculation.', 'uuids');
    if (uuids.length > batch) throw new HttpProblem(422, `At most ${batch} calculations can be read at once.`, 'uuids');
    const odd = uuids.find((uuid) => !isUuid(uuid));
    if (odd !== undefined) throw new HttpProblem(422, `uuids must be UUIDs, not ${quoted(odd)}.`, 'uuids');
    const known = uuids.map((uuid) => uuid.toLowerCase());
    return readManyMolecules(db, files, reader, known, flag(query, 'return_frequencies') ?? false);
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
