import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { encodeGrid, type GridList } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpProblem, notFound } from '../../errors.ts';
import { gridsOf } from '../../results/grids.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { gridsVersion } from '../../store/versions.ts';
import { hasTag } from '../http/not-modified.ts';
import { uuidOf } from '../http/query.ts';

const what = 'The workflow';
const pack = promisify(gzip);
const withinProject = { config: { withinProject: true } } as const;

/** Whether a client understands gzip. */
function takesGzip(request: FastifyRequest): boolean {
  const given = String(request.headers['accept-encoding'] ?? '').split(',');
  return given.some((one) => {
    const [name = '', weight = ''] = one.toLowerCase().replace(/\s/g, '').split(';');
    return (name === 'gzip' || name === '*') && Number(weight.replace('q=', '') || 1) > 0;
  });
}

/**
 * Grids of orbitals, densities and potentials under a prefix, each as one block of float32; owner and shared differ in whose eyes
 * they look through only. Browsers keep a grid, and ask whether they still may show it.
 */
export function gridReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  const asked = async (request: FastifyRequest) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, what);
    const version = await gridsVersion(services.db.drizzle, reader, uuid);
    if (version === null) throw notFound(what);
    return { reader, uuid, version };
  };

  app.get(`${prefix}/orbitals/:uuid/grids`, withinProject, async (request): Promise<GridList> => {
    const { reader, uuid, version } = await asked(request);
    const { grids, left_out } = await gridsOf(services, reader, uuid, version);
    return { grids: grids.map(({ header }) => header), left_out };
  });

  app.get(`${prefix}/orbitals/:uuid/grids/:name`, withinProject, async (request, reply): Promise<FastifyReply> => {
    const { reader, uuid, version } = await asked(request);
    const { name } = request.params as { name: string };
    const tag = `W/"${createHash('sha1').update(`${version} ${name}`).digest('base64url')}"`;
    // Whoever knows this tag has had the grid.
    reply.header('cache-control', 'private, no-cache').header('vary', 'Accept-Encoding');
    if (hasTag(request, tag)) return reply.code(304).header('etag', tag).send();
    const { grids, left_out } = await gridsOf(services, reader, uuid, version);
    const grid = grids.find(({ header }) => header.name === name);
    const problem = left_out.find((one) => one.name === name);
    if (problem) throw new HttpProblem(422, `${problem.detail} It is in compressed_json as it is.`);
    if (!grid) throw new HttpProblem(404, 'This workflow has no such grid. The list of its grids has their names.');
    const bytes = Buffer.from(encodeGrid(grid).buffer);
    reply.header('etag', tag).type('application/octet-stream');
    if (!takesGzip(request)) return reply.send(bytes);
    return reply.header('content-encoding', 'gzip').send(await pack(bytes, { level: 6 }));
  });
}
