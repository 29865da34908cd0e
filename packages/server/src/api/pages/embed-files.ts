import { createHash, randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { HttpProblem } from '../../errors.ts';
import { version } from '../../version.ts';
import { withoutPageHeaders } from '../http/headers.ts';

/** What never changes is kept for a year and not asked for again. */
export const forever = 'public, max-age=31536000, immutable';

/** The address that pages write: it stays as long as its elements and attributes mean the same. */
const embedMajor = '1';

/** The entry behind that address: kept for a minute, then asked for again with its ETag, so that an upgrade reaches every page. */
const entryCache = 'public, max-age=60';

/** Whether a file carries the hash of its content in its name. */
export function isHashed(file: string): boolean {
  return /(?:^|[\\/])(?:assets|chunks)[\\/]/.test(file) && /-[\w-]{8}\.\w+$/.test(file);
}

/** Whether a file is another one packed, which nobody asks for by its name: see scripts/lib/packed-forms.mjs. */
export function isPackedForm(file: string): boolean {
  return /\.(?:br|gz)$/.test(file);
}

/**
 * The exact version of the elements in a folder: Cuvette's version and the hash of what pages name themselves, the entry (which names
 * every other file by the hash of its content), the helper for frames and the script that starts the entry. Null before they are built. Read for each call, for a build may come while the server runs.
 */
async function exactVersion(folder: string): Promise<string | null> {
  const [entry, ...others] = await Promise.all(
    ['embed.js', 'frame.js', 'start.js'].map((name) => readFile(path.join(folder, name)).catch(() => null)),
  );
  if (!entry) return null;
  const hash = createHash('sha256').update(entry);
  for (const other of others) if (other) hash.update(other);
  return `${version}-${hash.digest('hex').slice(0, 12)}`;
}

const exactName = /^[\w.+-]+-[0-9a-f]{12}$/;

const isFile = async (file: string) => (await stat(file).catch(() => null))?.isFile() === true;

/** Copies the elements under their version, whole or not at all; two servers may do so at once. */
async function keepVersion(folder: string, kept: string): Promise<void> {
  if (await isFile(path.join(kept, 'embed.js'))) return;
  const made = `${kept}.${randomUUID()}`;
  await mkdir(path.dirname(kept), { recursive: true });
  await cp(folder, made, { recursive: true });
  await rename(made, kept).catch(() => rm(made, { recursive: true, force: true }));
}

/**
 * Serves the elements that other pages embed, twice: under `/embed/1/`, always as they are now, and under their exact version, where
 * nothing changes. A version that a page asked for by its name is kept in the folder `versions` and outlives upgrades; what was never
 * here is answered with words, never with something else. `base` is the path that the server is under. Needs `sendFile` of `@fastify/static`, which sends the packed forms beside the files.
 */
export function embedRoutes(app: FastifyInstance, folder: string, versions: string, base: string): void {
  const keeping = new Map<string, Promise<void>>();
  const keep = (exact: string) => {
    const begun = keeping.get(exact);
    if (begun) return begun;
    const begins = keepVersion(folder, path.join(versions, exact)).catch((error: unknown) => {
      // A disk without room is no reason to refuse what is there; the next call tries again.
      app.log.error(error, 'The elements that a page asked for by their version could not be kept.');
      keeping.delete(exact);
    });
    keeping.set(exact, begins);
    return begins;
  };
  app.get<{ Params: { version: string; '*': string } }>('/embed/:version/*', async (request, reply) => {
    const { version: wanted, '*': name } = request.params;
    const exact = await exactVersion(folder);
    if (wanted === exact) await keep(exact);
    const before = path.join(versions, wanted);
    const earlier = wanted !== exact && exactName.test(wanted) && (await isFile(path.join(before, 'embed.js')));
    if (wanted !== embedMajor && wanted !== exact && !earlier) {
      throw new HttpProblem(
        404,
        `This server does not have version ${wanted.slice(0, 50)} of Cuvette's elements. The address /embed/${embedMajor}/embed.js stays; ${
          exact ? `the version that is installed is /embed/${exact}/embed.js.` : 'they are not built yet.'
        }`,
      );
    }
    const hidden = name.split(/[\\/]/).some((part) => part === '' || part.startsWith('.'));
    const from = earlier ? before : folder;
    if (hidden || isPackedForm(name) || !(await isFile(path.join(from, name)))) {
      throw new HttpProblem(404, 'There is nothing at this address.');
    }
    const unchanging = wanted !== embedMajor || isHashed(name);
    if (exact && !unchanging) reply.header('content-location', `${base}/embed/${exact}/${name}`);
    reply.header('cache-control', unchanging ? forever : entryCache);
    withoutPageHeaders(reply, name);
    return reply.sendFile(name, from);
  });
}
