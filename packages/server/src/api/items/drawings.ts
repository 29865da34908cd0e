import type { FormulaDrawings, StructureQuery } from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import { drawEach } from '../../convert/drawings.ts';
import { convertingFor, type Services } from '../../services.ts';
import { smilesOfItems, visibleItems } from '../../store/drawn-smiles.ts';
import { matchesOf } from '../../store/molecules.ts';
import type { Reader } from '../../store/reader.ts';
import { findStructures } from '../../structure-search/find-structures.ts';
import { untilClosed } from '../http/until-closed.ts';

/**
 * Small structural formulas of the items of a list, all in one answer; given up when the request's connection closes. Of a search by structure they are
 * those of the molecules that it found, with what it matched in the colour `accent`.
 */
export async function drawingsOf(
  services: Services,
  reader: Reader,
  { uuids, ...structure }: { uuids: string[] } & StructureQuery,
  request: FastifyRequest,
): Promise<FormulaDrawings> {
  const found = await foundIn(services, reader, uuids, structure);
  const drawn = await drawEach(
    convertingFor(services, reader, untilClosed(request)).convert,
    found.map(({ smiles }) => smiles),
    structure.substructure ?? null,
  );
  return { drawings: Object.fromEntries(found.map(({ uuid }, index) => [uuid, drawn[index] ?? null])) };
}

/** The SMILES to draw of each item that the reader may see: the molecule that a search found in it, else its representative one. */
async function foundIn(
  services: Services,
  reader: Reader,
  uuids: readonly string[],
  structure: StructureQuery,
): Promise<{ uuid: string; smiles: string }[]> {
  const db = services.db.drizzle;
  const own = await smilesOfItems(db, reader, uuids);
  const matched = await findStructures(services, reader, structure);
  if (!matched) return own;
  const matches = await matchesOf(db, 'workflow', await visibleItems(db, reader, uuids), matched);
  const found = Object.entries(matches).map(([uuid, { smiles }]) => ({ uuid, smiles }));
  return [...found, ...own.filter(({ uuid }) => matches[uuid] === undefined)];
}
