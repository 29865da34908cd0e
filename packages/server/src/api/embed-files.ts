import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../errors.ts';
import { version } from '../version.ts';

/** What never changes is kept for a year and not asked for again. */
export const forever = 'public, max-age=31536000, immutable';

/** The address that pages write: it stays as long as its elements and attributes mean the same. */
export const embedMajor = '1';

/** The entry behind that address: kept for a minute, then asked for again with its ETag, so that an upgrade reaches every page. */
const entryCache = 'public, max-age=60';

/** Whether a file carries the hash of its content in its name. */
export function isHashed(file: string): boolean {
  return /(?:^|[\\/])(?:assets|chunks)[\\/].*-[\w-]{8,}\.\w+$/.test(file);
}

/**
 * The exact version of the elements in a folder: Cuvette's version and the hash of what pages name themselves, the entry (which names
 * every other file by the hash of its content) and the helper for frames. Null before they are built. Read for each call, for a build may come while the server runs.
 */
async function exactVersion(folder: string): Promise<string | null> {
  const [entry, frame] = await Promise.all(
    ['embed.js', 'frame.js'].map((name) => readFile(path.join(folder, name)).catch(() => null)),
  );
  if (!entry) return null;
  const hash = createHash('sha256').update(entry);
  if (frame) hash.update(frame);
  return `${version}-${hash.digest('hex').slice(0, 12)}`;
}

/**
 * Serves the elements that other pages embed, twice: under `/embed/1/`, always as they are now, and under their exact version, where
 * nothing changes. Only the version that is installed is kept: what a page names otherwise is answered with words, never with
 * something else. Needs `sendFile` of `@fastify/static`.
 */
export function embedRoutes(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { version: string; '*': string } }>('/embed/:version/*', async (request, reply) => {
    const { version: wanted, '*': name } = request.params;
    const exact = await exactVersion(folder);
    if (wanted !== embedMajor && wanted !== exact) {
      throw new HttpProblem(
        404,
        `This server does not have version ${wanted.slice(0, 50)} of Cuvette's elements. The address /embed/${embedMajor}/embed.js stays; ${
          exact ? `the version that is installed is /embed/${exact}/embed.js.` : 'they are not built yet.'
        }`,
      );
    }
    const hidden = name.split(/[\\/]/).some((part) => part === '' || part.startsWith('.'));
    if (hidden || !(await stat(path.join(folder, name)).catch(() => null))?.isFile()) {
      throw new HttpProblem(404, 'There is nothing at this address.');
    }
    const unchanging = wanted === exact || isHashed(name);
    if (exact && !unchanging) reply.header('content-location', `/embed/${exact}/${name}`);
    reply.header('cache-control', unchanging ? forever : entryCache);
    return reply.sendFile(name, folder);
  });
}
