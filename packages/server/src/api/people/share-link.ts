import { emptyOrName, NewShareLink, ShareLink, ShareLinkList, uuid } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { newKey } from '../../store/api-keys.ts';
import { insertLink, type LinkedKind, linkedKinds, listLinks, readLink, revokeLink } from '../../store/share-links.ts';
import { checked } from '../http/parameter-kinds.ts';
import { paging } from '../http/parameters.ts';
import { type Route, route, withinProject } from '../http/route.ts';

const thing = z.optional(z.nullable(uuid));
const LinkBody = z.object({
  workflow_uuid: thing,
  folder_uuid: thing,
  protein_uuid: thing,
  name: z._default(emptyOrName(200), ''),
  /** Days until it expires; null: it does not. */
  valid_days: z._default(z.nullable(z.number().check(z.positive(), z.maximum(36_500))), 30),
});

/** The one thing that is named. Throws 422 unless exactly one is. */
function thingOf(named: Pick<z.output<typeof LinkBody>, `${LinkedKind}_uuid`>): { kind: LinkedKind; uuid: string } {
  const found = linkedKinds.flatMap((kind) => {
    const value = named[`${kind}_uuid`];
    return value ? [{ kind, uuid: value.toLowerCase() }] : [];
  });
  const [one] = found;
  if (!one || found.length > 1) {
    throw new HttpProblem(422, 'Name one thing: workflow_uuid, folder_uuid or protein_uuid.', 'workflow_uuid');
  }
  return one;
}

const listed = (noun: string, others: string) =>
  checked(`The ${noun} whose links are listed; left out for ${others}.`, thing, { type: 'string', format: 'uuid' });

/** Share links: whoever has one reads an item, a folder or a protein without signing in, until it expires or is revoked. */
export const shareLinkRoutes: Route[] = [
  route('GET /api/share_link', withinProject, {
    summary: 'Lists the share links of one item, folder or protein, newest first, page by page',
    description: 'Name exactly one of the three.',
    query: {
      ...paging,
      workflow_uuid: listed('item', 'a folder or protein'),
      folder_uuid: listed('folder', 'an item or protein'),
      protein_uuid: listed('protein', 'an item or folder'),
    },
    answer: ShareLinkList,
    handle: async ({ db, reader, query }) => listLinks(db.drizzle, reader, thingOf(query), query),
  }),
  route('POST /api/share_link', withinProject, {
    summary: 'Makes a share link of one item, folder or protein; only this answer has the link itself',
    body: LinkBody,
    status: 201,
    answer: NewShareLink,
    async handle({ db, reader, body: { name, valid_days, ...named } }) {
      const key = newKey('cuvette_link');
      const made = await insertLink(db.drizzle, reader, { ...thingOf(named), key, name, validDays: valid_days });
      const link = await readLink(db.drizzle, reader, made);
      return link && { ...link, link: key };
    },
  }),
  route('POST /api/share_link/:uuid/revoke', withinProject, {
    summary: 'Revokes a share link, which opens nothing from then on',
    answer: ShareLink,
    handle: async ({ db, reader, uuid: link }) =>
      (await revokeLink(db.drizzle, reader, link)) ? readLink(db.drizzle, reader, link) : null,
  }),
];
