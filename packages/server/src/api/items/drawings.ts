import type { FormulaDrawings } from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import { drawEach } from '../../convert/drawings.ts';
import { convertingFor, type Services } from '../../services.ts';
import { smilesOfItems } from '../../store/drawn-smiles.ts';
import type { Reader } from '../../store/reader.ts';
import { untilClosed } from '../http/until-closed.ts';

/** Small structural formulas of the items of a list, all in one answer; given up when the request's connection closes. */
export async function drawingsOf(
  services: Services,
  reader: Reader,
  uuids: string[],
  request: FastifyRequest,
): Promise<FormulaDrawings> {
  const found = await smilesOfItems(services.db.drizzle, reader, uuids);
  const drawn = await drawEach(
    convertingFor(services, reader, untilClosed(request)).convert,
    found.map(({ smiles }) => smiles),
  );
  return { drawings: Object.fromEntries(found.map(({ uuid }, index) => [uuid, drawn[index] ?? null])) };
}
