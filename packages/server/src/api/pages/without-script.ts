import { readFile } from 'node:fs/promises';
import { fallbackHtml, summaryOf } from '@cuvette/core/embedding';
import { hrefOfItem, loadWorkflow } from '@cuvette/core/workflows';
import type { FastifyRequest } from 'fastify';
import { publicReader } from '../../auth/principal.ts';
import { findItem } from '../../items/read-item.ts';
import type { Services } from '../../services.ts';
import { readManyMolecules } from '../../store/calculations.ts';
import { addressOf } from '../../wire/address.ts';

/** Most calculations that are read for the numbers of a page that hardly anybody sees. */
const mostCalculations = 4;

const words = {
  more: (count: number) => (count === 1 ? 'One more row.' : `${count} more rows.`),
  viewOnCuvette: 'View on Cuvette',
  label: (status: string) => status,
};

/** An address of one item (`/public/{type}/{uuid}`), by its identifier; null for folders, calculations and all else. */
function itemOf(pathname: string): string | null {
  const [, type, uuid] = /^\/public\/([^/]+)\/([0-9a-f-]{36})\/?$/i.exec(pathname) ?? [];
  return uuid === undefined || /^(folder|sub[-_]calculation)$/.test(type ?? '') ? null : uuid.toLowerCase();
}

/** Where the portal's script draws; what is in it stands until then. */
const root = '<div id="root">';

/**
 * What a framed public page (`/public/…?embed=1`) shows until its script has started, hence for ever where script is blocked: its item in a
 * few words and numbers, for whoever may read it.
 * @param index file of the portal's page
 * @returns the page with the summary in it; null for other pages, and for items that the reader must not see
 */
export async function withSummary(services: Services, request: FastifyRequest, index: string): Promise<string | null> {
  const { pathname, searchParams } = addressOf(request.url);
  const uuid = itemOf(pathname);
  if (uuid === null || searchParams.get('embed') !== '1') return null;
  try {
    const summary = await summaryHtml(services, request, uuid, searchParams.get('no_link') !== '1');
    const [before, after] = (await readFile(index, 'utf8')).split(root);
    if (summary === null || after === undefined) return null;
    return `${before}${root}<main class="without-script">\n${summary}\n</main>${after}`;
  } catch (error) {
    // The page itself says what is wrong, once its script runs.
    request.log.warn({ err: error }, 'A page has no summary.');
    return null;
  }
}

async function summaryHtml(
  services: Services,
  request: FastifyRequest,
  uuid: string,
  linked: boolean,
): Promise<string | null> {
  const reader = await publicReader(request, services);
  const item = await findItem(services, reader, uuid, 0);
  if (!item) return null;
  const definition = await loadWorkflow(item.object_type);
  const uuids = definition?.calculations(item) ?? [];
  const read =
    uuids.length > mostCalculations
      ? {}
      : await readManyMolecules(services.db.drizzle, services.files, reader, uuids, false);
  const { link } = request.query as { link?: unknown };
  return fallbackHtml(summaryOf(item, definition, new Map(Object.entries(read))), {
    picture: null,
    address: linked ? hrefOfItem(item, { public: true, link: typeof link === 'string' ? link : null }) : null,
    ownWindow: true,
    words,
  });
}
