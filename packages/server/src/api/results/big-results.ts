import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { AtomTrajectories, TrajectoryDcds, trajectoryHeaders } from '@cuvette/core/entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import { alignmentZip } from '../../results/alignment.ts';
import { dcdBytes, dcdOf } from '../../results/dcd.ts';
import { orbitalsJson } from '../../results/orbitals.ts';
import { tarOf } from '../../results/tar.ts';
import {
  distancesOf,
  type FrameQuery,
  type FrameRange,
  findFrames,
  sentFrameBytes,
  sentFrames,
} from '../../results/trajectory.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { check } from '../../wire/body.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { choice, uuidOf, wholeNumber } from '../http/query.ts';
import { gridReads } from './grids.ts';

const what = 'The workflow';
/** Besides the specification's four headers: frames of the whole trajectory, so that a viewer knows how far it may ask. */
export const totalFramesHeader = 'X-Total-Frames';
/** Most distances of one answer. */
const mostDistances = 1_000_000;

const withinProject = { config: { withinProject: true } } as const;

const mostFrames = Number.MAX_SAFE_INTEGER;

function frameQuery(query: Record<string, unknown>): FrameQuery {
  const frames = query.num_frames === undefined || query.num_frames === '' ? undefined : query.num_frames;
  return {
    replicate: wholeNumber(query, 'replicate', 0, 0, 999),
    start_frame: wholeNumber(query, 'start_frame', 0, 0, mostFrames),
    num_frames: frames === undefined ? undefined : wholeNumber(query, 'num_frames', 0, 1, mostFrames),
  };
}

/**
 * Pieces as they come, packed by gzip (level 6) on the way; whoever reads slowly slows the reading of the store down. The first piece
 * is waited for, so that a store that does not answer is an error in words and not a broken answer.
 */
async function packed(pieces: AsyncIterable<Uint8Array>): Promise<Readable> {
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  const source = Readable.from(joined(first, rest), { objectMode: true, highWaterMark: 1 });
  const gzip = createGzip({ level: 6 });
  source.on('error', (error) => gzip.destroy(error));
  gzip.on('close', () => source.destroy());
  return source.pipe(gzip);
}

/** Sends pieces packed; headers are set when the first has come. */
async function sendPacked(reply: FastifyReply, type: string, pieces: AsyncIterable<Uint8Array>): Promise<FastifyReply> {
  const stream = await packed(pieces);
  return reply.type(type).header('content-encoding', 'gzip').send(stream);
}

async function* joined<T>(first: IteratorResult<T>, rest: AsyncIterator<T>): AsyncGenerator<T> {
  try {
    for (let piece = first; !piece.done; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}

function sendFrames(services: Services, reply: FastifyReply, range: FrameRange): Promise<FastifyReply> {
  const { atoms, dimensions, frameSizeBytes, frames } = trajectoryHeaders;
  reply
    .header(atoms, range.atoms)
    .header(dimensions, 3)
    .header(frameSizeBytes, sentFrameBytes(range))
    .header(frames, range.count)
    .header(totalFramesHeader, range.total);
  return sendPacked(reply, 'application/octet-stream', sentFrames(services, range));
}

/** The reading calls of large results under a prefix; owner and shared differ in whose eyes they look through only. */
export function bigResultReads(
  app: FastifyInstance,
  services: Services,
  prefix: string,
  readerOf: (request: FastifyRequest) => Promise<Reader>,
): void {
  // What is shared is for everybody; the question of which frames is small.
  const config = { reads: true, withinProject: true } as const;
  const reads = { config: prefix === '/api/shared' ? ({ ...config, anonymous: true } as const) : config };

  app.get(`${prefix}/trajectory/:uuid/compressed_stream`, withinProject, async (request, reply) => {
    const reader = await readerOf(request);
    const query = frameQuery(request.query as Record<string, unknown>);
    return sendFrames(services, reply, await findFrames(services, reader, uuidOf(request.params, what), query));
  });

  app.post(`${prefix}/trajectory/:uuid/atom_trajectories`, reads, async (request, reply) => {
    const reader = await readerOf(request);
    const asked = frameQuery(request.query as Record<string, unknown>);
    const uuid = uuidOf(request.params, what);
    // Scripts send bare pairs, with the replicate in the address.
    const body = check(AtomTrajectories, Array.isArray(request.body) ? { pairs: request.body } : (request.body ?? {}));
    const range = await findFrames(services, reader, uuid, {
      replicate: body.replicate ?? asked.replicate,
      start_frame: body.start_frame ?? asked.start_frame,
      num_frames: body.num_frames ?? asked.num_frames,
    });
    if (!body.pairs) return sendFrames(services, reply, range);
    if (range.count * body.pairs.length > mostDistances) {
      throw new HttpProblem(
        422,
        `At most ${mostDistances} distances are given at once. Ask for fewer frames.`,
        'num_frames',
      );
    }
    return distancesOf(services, range, body.pairs);
  });

  app.post(`${prefix}/trajectory/:uuid/trajectory_dcds`, reads, async (request, reply) => {
    const reader = await readerOf(request);
    const uuid = uuidOf(request.params, what);
    const ranges = [];
    for (const replicate of new Set(check(TrajectoryDcds, request.body))) {
      ranges.push(await findFrames(services, reader, uuid, { replicate, start_frame: 0 }));
    }
    const item = await itemFor(services, reader, uuid, 1);
    const entries = ranges.map((range) => ({
      name: `trajectory-${range.file.details.replicate}.dcd`,
      bytes: dcdBytes(range),
      content: () => dcdOf(services, range),
    }));
    const modified = new Date(item.completed_at ?? item.updated_at ?? item.created_at);
    const stream = await packed(tarOf(entries, modified));
    return reply
      .type('application/gzip')
      .header('content-disposition', `attachment; filename="${fileNameOf(item.name, 'trajectories')}.tar.gz"`)
      .send(stream);
  });

  app.get(`${prefix}/orbitals/:uuid/compressed_json`, withinProject, async (request, reply) => {
    const reader = await readerOf(request);
    const pieces = await orbitalsJson(services, reader, uuidOf(request.params, what));
    return sendPacked(reply, 'application/json; charset=utf-8', pieces);
  });

  gridReads(app, services, prefix, readerOf);

  app.get(`${prefix}/workflow/:uuid/get_msa_files`, withinProject, async (request, reply) => {
    const reader = await readerOf(request);
    const format = choice(request.query as Record<string, unknown>, 'msa_format', ['colabfold', 'chai', 'boltz']);
    const { stream, name } = await alignmentZip(services, reader, uuidOf(request.params, what), format ?? 'colabfold');
    return reply.type('application/zip').header('content-disposition', `attachment; filename="${name}"`).send(stream);
  });
}

/** The owner's reading calls. */
export function bigResultRoutes(app: FastifyInstance, services: Services): void {
  bigResultReads(app, services, '/api', async (request) => (await requireAccount(request, services)).reader);
}
