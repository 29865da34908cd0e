import { readFile } from 'node:fs/promises';
import { figureHtml, type ItemSummary, pageHead } from '@cuvette/core/embedding';
import { hrefOfItem } from '@cuvette/core/workflows';
import type { FastifyRequest } from 'fastify';
import { publicReader } from '../../auth/principal.ts';
import { englishWords } from '../../items/english-words.ts';
import { summaryOfItem } from '../../items/item-summary.ts';
import type { Services } from '../../services.ts';
import { addressOf } from '../../wire/address.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { isPortalPage } from './portal-addresses.ts';
import { addressesOf, originOf, sharedItemAt } from './public-address.ts';

/** Where the portal's script draws; its content is shown until then. */
const root = '<div id="root">';
const title = /<title>[^<]*<\/title>/;

/** A page of the portal as it is sent. */
export interface PortalPage {
  /** 404 for an address without a page, and for a shared item that is not there or not shared. */
  status: 200 | 404;
  /** Null: the portal's own index, as it was built. It is written anew where a path is before the portal's addresses. */
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
  const base = basePathOf(services.config.publicUrl);
  const plain = base === '' ? null : underPath(await readFile(index, 'utf8'), base);
  if (!isPortalPage(pathname)) return { status: 404, html: plain };
  if (uuid === null) return { status: 200, html: plain };
  try {
    const found = await summaryOfItem(services, await publicReader(request, services), uuid);
    if (!found) return { status: 404, html: plain };
    const framed = searchParams.get('embed') === '1';
    const link = searchParams.get('link');
    const page = `${originOf(services, request)}${hrefOfItem(found.item, { public: true, link })}`;
    const head = pageHead(found.summary, addressesOf(originOf(services, request), page, uuid, link));
    const linked = searchParams.get('no_link') !== '1';
    const body = framed
      ? summaryHtml(found, linked ? `${base}${hrefOfItem(found.item, { public: true, link })}` : null)
      : '';
    // A function: what is put in may hold `$&`.
    const written = (plain ?? (await readFile(index, 'utf8')))
      .replace(title, () => head)
      .replace(root, () => root + body);
    return { status: 200, html: written };
  } catch (error) {
    // The page itself says what is wrong, once its script runs.
    request.log.warn({ err: error }, 'A page has no summary.');
    return { status: 200, html: plain };
  }
}

/**
 * The portal's page for a server under a path: its files are asked for there, and `cuvette-api` says to the portal and to the elements in it where the server is.
 * Scripts and styles name each other by relative addresses (`packages/portal/vite.config.ts`), so nothing else depends on the path.
 */
function underPath(html: string, base: string): string {
  return html
    .replace(/ (src|href)="\/(?!\/)/g, (_all, name: string) => ` ${name}="${base}/`)
    .replace('</head>', `  <meta name="cuvette-api" content="${base}" />\n  </head>`);
}

/** @param address of the item's page; null for a summary without a link */
function summaryHtml({ summary }: { summary: ItemSummary }, address: string | null): string {
  const html = figureHtml(summary, { address, ownWindow: true, words: englishWords });
  return `<main class="without-script">\n${html}\n</main>`;
}
