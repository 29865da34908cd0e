import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { encodeGrid, GridList } from '@cuvette/core/entities';
import type { FastifyRequest } from 'fastify';
import { HttpProblem, notFound } from '../../errors.ts';
import { gridsOf } from '../../results/grids.ts';
import type { Database } from '../../store/database/database.ts';
import type { Reader } from '../../store/reader.ts';
import { gridsVersion } from '../../store/versions.ts';
import { Bytes } from '../http/answers.ts';
import { hasTag } from '../http/not-modified.ts';
import { type Route, readRoutes } from '../http/route.ts';

const pack = promisify(gzip);

/** Whether a client understands gzip. */
function takesGzip(request: FastifyRequest): boolean {
  const given = String(request.headers['accept-encoding'] ?? '').split(',');
  return given.some((one) => {
    const [name = '', weight = ''] = one.toLowerCase().replace(/\s/g, '').split(';');
    return (name === 'gzip' || name === '*') && Number(weight.replace('q=', '') || 1) > 0;
  });
}

/** The version of an item's grids. Throws 404. */
async function versionOf({ db, reader, uuid }: { db: Database; reader: Reader; uuid: string }): Promise<string> {
  const version = await gridsVersion(db.drizzle, reader, uuid);
  if (version === null) throw notFound('The workflow');
  return version;
}

/** Grids of orbitals, densities and potentials, each as one block of float32. Browsers keep a grid, and ask whether they still may show it. */
export const gridRoutes: Route[] = [
  ...readRoutes('GET /orbitals/:uuid/grids', {
    summary: 'Lists the grids (density, potential, orbitals) of {an|a shared} item',
    description: 'Each with its shape, its origin and axes in Bohr, and the range and unit of its values.',
    answer: GridList,
    async handle(call) {
      const { grids, left_out } = await gridsOf(call.services, call.reader, call.uuid, await versionOf(call));
      return { grids: grids.map(({ header }) => header), left_out };
    },
  }),
  ...readRoutes('GET /orbitals/:uuid/grids/:name', {
    summary: 'Reads one grid of {an|a shared} item as binary numbers',
    description:
      'The length of the header (little-endian uint32), the header as JSON as the list has it, then the values as little-endian float32, the last axis fastest.',
    tagged: true,
    type: 'application/octet-stream',
    answer: Bytes,
    async handle(call) {
      const { services, reader, uuid, params, request, reply } = call;
      const { name } = params;
      const version = await versionOf(call);
      const tag = `W/"${createHash('sha1').update(`${version} ${name}`).digest('base64url')}"`;
      // A caller with this ETag has the grid already.
      reply.header('cache-control', 'private, no-cache').header('vary', 'Accept-Encoding');
      if (hasTag(request, tag)) return reply.code(304).header('etag', tag).send();
      const { grids, left_out } = await gridsOf(services, reader, uuid, version);
      const grid = grids.find(({ header }) => header.name === name);
      const problem = left_out.find((one) => one.name === name);
      if (problem) throw new HttpProblem(422, `${problem.detail} It is in compressed_json as it is.`);
      if (!grid) throw new HttpProblem(404, 'This workflow has no such grid. The list of its grids has their names.');
      const bytes = Buffer.from(encodeGrid(grid).buffer);
      reply.header('etag', tag);
      if (!takesGzip(request)) return bytes;
      reply.header('content-encoding', 'gzip');
      return pack(bytes, { level: 6 });
    },
  }),
];
