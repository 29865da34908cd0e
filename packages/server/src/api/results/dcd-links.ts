import { Readable } from 'node:stream';
import { TrajectoryDcds } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { dcdBytes, dcdOf } from '../../results/dcd.ts';
import { findFrames } from '../../results/trajectory.ts';
import { newKey } from '../../store/api-keys.ts';
import { insertLink } from '../../store/share-links.ts';
import { asFile } from '../http/add-routes.ts';
import { Bytes } from '../http/answers.ts';
import { wholeNumber } from '../http/parameter-kinds.ts';
import { type Route, readRoutes, route, withinProject } from '../http/route.ts';
import { originOf } from '../pages/public-address.ts';

/** Minutes for which a trajectory can be downloaded from an address that was made for it. */
const linkMinutes = 15;

const nameOf = (replicate: number): string => `trajectory-${replicate}.dcd`;

/** Single trajectories as DCD files, and addresses of them that need no key: client 3.x sends none when it downloads. */
export const dcdLinkRoutes: Route[] = [
  ...readRoutes('GET /trajectory/:uuid/dcd', {
    summary: 'Downloads a trajectory of {an|a shared} item as a DCD file',
    description: "Positions are float32 in Å, in CHARMM's layout.",
    query: {
      replicate: wholeNumber('Which of the repeated simulations, counted from 0.', [0, 999], { fallback: 0 }),
    },
    type: 'application/octet-stream',
    answer: Bytes,
    async handle({ services, reader, uuid, query: { replicate }, reply }) {
      const range = await findFrames(services, reader, uuid, { replicate, start_frame: 0 });
      asFile(reply, nameOf(replicate)).header('content-length', dcdBytes(range));
      return Readable.from(dcdOf(services, range), { objectMode: false });
    },
  }),
  route('POST /api/trajectory/:uuid/trajectory_dcd_urls', withinProject, {
    summary: 'Makes addresses from which trajectories are downloaded as DCD files for some minutes',
    description: `For \`download_trajectory_files\` of client 3.x. The body names the replicates. The addresses hold a share link of the item that expires after ${linkMinutes} minutes.`,
    body: TrajectoryDcds,
    answer: z.array(z.object({ url: z.string(), filename: z.string() })),
    async handle({ services, db, reader, uuid: workflow, body, request }) {
      const replicates = [...new Set(body)];
      for (const replicate of replicates) {
        await findFrames(services, reader, workflow, { replicate, start_frame: 0 });
      }
      const key = newKey('cuvette_link');
      const name = 'Download of trajectories (Python client)';
      await insertLink(db.drizzle, reader, {
        kind: 'workflow',
        uuid: workflow,
        key,
        name,
        validDays: linkMinutes / 1440,
      });
      const base = `${originOf(services, request)}/api/shared/trajectory/${workflow}/dcd`;
      return replicates.map((replicate) => ({
        url: `${base}?replicate=${replicate}&link=${key}`,
        filename: nameOf(replicate),
      }));
    },
  }),
];
