import { type LinkedKind, NewShareLink, ShareLink, ShareLinkList } from '../entities/people/share-link.ts';
import { queryOptions } from './query-core.ts';
import type { Refreshed } from './refreshed.ts';
import type { Transport } from './transport.ts';

/** Share links of items, folders and proteins: made, listed, revoked. */
export function shareLinkCalls({ get, send }: Pick<Transport, 'get' | 'send'>, refreshed: Refreshed) {
  return {
    /** All links of one thing, newest first, those that opened it once among them. */
    shareLinks: (kind: LinkedKind, uuid: string) =>
      queryOptions({
        queryKey: ['share-links', uuid],
        queryFn: async ({ signal }) => {
          const path = `/api/share_link?${kind}_uuid=${encodeURIComponent(uuid)}&size=100`;
          const links: ShareLink[] = [];
          for (let page = 0, pages = 1; page < pages; page += 1) {
            const found = await get(`${path}&page=${page}`, ShareLinkList, signal);
            links.push(...found.links);
            pages = found.num_pages;
          }
          return links;
        },
      }),
    /** Makes a link; its answer is the only one that holds the link itself. `validDays` null: it does not expire. */
    createShareLink: (kind: LinkedKind, uuid: string, body: { name: string; validDays: number | null }) =>
      refreshed(
        send(
          'POST',
          '/api/share_link',
          { [`${kind}_uuid`]: uuid, name: body.name, valid_days: body.validDays },
          NewShareLink,
        ),
        ['share-links', uuid],
      ),
    revokeShareLink: (link: string) =>
      refreshed(send('POST', `/api/share_link/${link}/revoke`, {}, ShareLink), ['share-links']),
  };
}
