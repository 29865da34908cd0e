import { readFile } from 'node:fs/promises';
import { figureHtml, type ItemSummary, pageHead } from '@cuvette/core/embedding';
import type { WorkflowItem } from '@cuvette/core/entities';
import { hrefOfItem } from '@cuvette/core/workflows';
import type { FastifyRequest } from 'fastify';
import { publicReader } from '../../auth/principal.ts';
import { englishWords } from '../../items/english-words.ts';
import { summaryOfItem } from '../../items/item-summary.ts';
import type { Services } from '../../services.ts';
import { addressOf } from '../../wire/address.ts';
import { isPortalPage } from './portal-addresses.ts';
import { addressesOf, originOf, sharedItemAt } from './public-address.ts';

/** Where the portal's script draws; its content is shown until then. */
const root = '<div id="root">';
const title = /<title>[^<]*<\/title>/;

/** A page of the portal as it is sent. */
export interface PortalPage {
  /** 404 for an address without a page, and for a shared item that is not there or not shared. */
  status: 200 | 404;
  /** Null: the portal's own index, as it was built. */
  html: string | null;
}

/**
 * The portal's page for an address. That of a shared item has in its head what previews of links show; framed (`?embed=1`) it has the item in a few words
 * and numbers in its body, until its script has started, hence for ever where script is blocked. The page draws itself by script in any case.
 * @param index file of the portal's page
 */
export async function portalPage(services: Services, request: FastifyRequest, index: string): Promise<PortalPage> {
  const { pathname, searchParams } = addressOf(request.url);
  const uuid = sharedItemAt(pathname);
  if (!isPortalPage(pathname)) return { status: 404, html: null };
  if (uuid === null) return { status: 200, html: null };
  try {
    const found = await summaryOfItem(services, await publicReader(request, services), uuid);
    if (!found) return { status: 404, html: null };
    const framed = searchParams.get('embed') === '1';
    const link = searchParams.get('link');
    const page = `${originOf(services, request)}${hrefOfItem(found.item, { public: true, link })}`;
    const head = pageHead(found.summary, addressesOf(originOf(services, request), page, uuid, link));
    const body = framed ? summaryHtml(found, link, searchParams.get('no_link') !== '1') : '';
    // A function: what is put in may hold `$&`.
    const written = (await readFile(index, 'utf8')).replace(title, () => head).replace(root, () => root + body);
    return { status: 200, html: written };
  } catch (error) {
    // The page itself says what is wrong, once its script runs.
    request.log.warn({ err: error }, 'A page has no summary.');
    return { status: 200, html: null };
  }
}

function summaryHtml(
  { item, summary }: { item: WorkflowItem; summary: ItemSummary },
  link: string | null,
  linked: boolean,
): string {
  const html = figureHtml(summary, {
    address: linked ? hrefOfItem(item, { public: true, link }) : null,
    ownWindow: true,
    words: englishWords,
  });
  return `<main class="without-script">\n${html}\n</main>`;
}
