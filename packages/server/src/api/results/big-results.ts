import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { AtomTrajectories, TrajectoryDcds, trajectoryHeaders } from '@cuvette/core/entities';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import { alignmentZip } from '../../results/alignment.ts';
import { dcdBytes, dcdOf } from '../../results/dcd.ts';
import { orbitalsJson } from '../../results/orbitals.ts';
import { tarOf } from '../../results/tar.ts';
import { distancesOf, type FrameRange, findFrames, sentFrameBytes, sentFrames } from '../../results/trajectory.ts';
import type { Services } from '../../services.ts';
import { check } from '../../wire/body.ts';
import { fileNameOf } from '../../wire/file-name.ts';
import { frameHeaders, totalFramesHeader } from '../description/headers.ts';
import { asFile } from '../http/add-routes.ts';
import { Bytes } from '../http/answers.ts';
import { choice, wholeNumber } from '../http/parameter-kinds.ts';
import { type Route, readRoutes } from '../http/route.ts';

/** Most distances of one answer. */
const mostDistances = 1_000_000;

const mostFrames = Number.MAX_SAFE_INTEGER;
const framesAre =
  'Little-endian float64 positions in Å, rounded to 0.001, packed by gzip (Content-Encoding). The headers say what they hold.';

const frames = {
  replicate: wholeNumber('Which of the repeated simulations, counted from 0.', [0, 999], { fallback: 0 }),
  start_frame: wholeNumber('The first frame to send, counted from 0.', [0, mostFrames], { fallback: 0 }),
  num_frames: wholeNumber('How many frames to send at most; all to the end when left out.', [1, mostFrames], {
    example: 100,
  }),
};

const whole = z.int().check(z.minimum(0));
const Pairs = z.array(z.tuple([whole, whole])).check(z.minLength(1), z.maxLength(100));

/**
 * Pieces as they come, packed by gzip (level 6) on the way; whoever reads slowly slows the reading of the store down. The first piece
 * is waited for, so that a store that does not answer is an error as text and not a broken answer.
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

/** Large results of items: trajectories, orbitals, alignments. */
export const bigResultRoutes: Route[] = [
  ...readRoutes('GET /trajectory/:uuid/compressed_stream', {
    summary: 'Streams frames of a trajectory of {an|a shared} item',
    description: framesAre,
    headers: frameHeaders,
    shown: ['start_frame', 'num_frames'],
    query: frames,
    type: 'application/octet-stream',
    answer: Bytes,
    handle: async ({ services, reader, uuid, query, reply }) =>
      sendFrames(services, reply, await findFrames(services, reader, uuid, query)),
  }),
  ...readRoutes('POST /trajectory/:uuid/atom_trajectories', {
    summary: 'Computes distances (Å) between pairs of atoms in each frame of a trajectory of {an|a shared} item',
    description:
      'Atoms are counted from 0. Without pairs the answer is the frames themselves, as `compressed_stream` has them.',
    example: {
      pairs: [
        [0, 1],
        [0, 5],
      ],
      replicate: 0,
      start_frame: 0,
      num_frames: 100,
    },
    otherAnswers: { 'application/octet-stream': 'the frames, when no pairs are named.' },
    query: frames,
    body: z.union([AtomTrajectories, Pairs]),
    emptyBody: {},
    rawBody: true,
    answer: z.array(z.array(z.number())),
    async handle({ services, reader, uuid, query, request: { body: sent }, reply }) {
      // Scripts send bare pairs, with the replicate in the address.
      const body = check(AtomTrajectories, Array.isArray(sent) ? { pairs: sent } : (sent ?? {}));
      const range = await findFrames(services, reader, uuid, {
        replicate: body.replicate ?? query.replicate,
        start_frame: body.start_frame ?? query.start_frame,
        num_frames: body.num_frames ?? query.num_frames,
      });
      if (!body.pairs) return sendFrames(services, reply, range);
      if (range.count * body.pairs.length > mostDistances) {
        const detail = `At most ${mostDistances} distances are given at once. Ask for fewer frames.`;
        throw new HttpProblem(422, detail, 'num_frames');
      }
      return distancesOf(services, range, body.pairs);
    },
  }),
  ...readRoutes('POST /trajectory/:uuid/trajectory_dcds', {
    summary: 'Packs trajectories of {an|a shared} item as DCD files into a tar.gz',
    description: "The body names the replicates. Positions are float32 in Å, in CHARMM's layout.",
    body: TrajectoryDcds,
    type: 'application/gzip',
    answer: Bytes,
    async handle({ services, reader, uuid, body, reply }) {
      const ranges = [];
      for (const replicate of new Set(body)) {
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
      asFile(reply, `${fileNameOf(item.name, 'trajectories')}.tar.gz`);
      return stream;
    },
  }),
  ...readRoutes('GET /orbitals/:uuid/compressed_json', {
    summary: 'Reads the results of {an|a shared} electronic-properties item with its grids and orbitals',
    tagged: false,
    answer: z.record(z.string(), z.unknown()),
    handle: async ({ services, reader, uuid, reply }) =>
      sendPacked(reply, 'application/json; charset=utf-8', await orbitalsJson(services, reader, uuid)),
  }),
  ...readRoutes('GET /workflow/:uuid/get_msa_files', {
    summary: 'Packs the alignment files (MSA) of {an|a shared} item for one program into a zip',
    query: {
      msa_format: choice('Which program the files are for.', ['colabfold', 'chai', 'boltz'], {
        fallback: 'colabfold',
      }),
    },
    type: 'application/zip',
    answer: Bytes,
    async handle({ services, reader, uuid, query, reply }) {
      const { stream, name } = await alignmentZip(services, reader, uuid, query.msa_format);
      asFile(reply, name);
      return stream;
    },
  }),
];
