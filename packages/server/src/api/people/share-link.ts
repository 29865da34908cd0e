import { emptyOrName, NewShareLink, ShareLink, ShareLinkList, uuid, WorkflowItem } from '@cuvette/core/entities';
import * as z from 'zod/mini';
import { HttpProblem } from '../../errors.ts';
import { itemFor } from '../../items/read-item.ts';
import { newKey } from '../../store/api-keys.ts';
import {
  endTemporaryLinks,
  insertLink,
  insertTemporaryLink,
  type LinkedKind,
  linkedKinds,
  listLinks,
  readLink,
  revokeLink,
} from '../../store/share-links.ts';
import { checked, wholeNumber } from '../http/parameter-kinds.ts';
import { paging } from '../http/parameters.ts';
import { type Route, route, withinProject } from '../http/route.ts';
import { originOf } from '../pages/public-address.ts';

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

/** An item that was shared for a while, as client 3.x reads it, with the link besides. */
const TemporarilyShared = z.extend(WorkflowItem, {
  public_until: z.nullable(z.string()),
  is_temporarily_public: z.boolean(),
  /** The address of the item with the link in it; only the answer that made it has it. */
  share_url: z.nullable(z.string()),
});

/** Most minutes that client 3.x shares an item for. */
const mostMinutes = 120;

/** The two calls by which client 3.x shares an item for a while: share links that expire. */
const temporaryRoutes: Route[] = [
  route('POST /api/workflow/:uuid/temporarily_share', withinProject, {
    summary: 'Makes a share link of an item that expires after some minutes',
    description:
      'For client 3.x. `share_url` and the first message of the answer have the address: whoever has it reads the item until `public_until`. `public` stays as it is. A new call ends the link of the last one.',
    query: {
      duration_minutes: wholeNumber(`Minutes until the link expires, at most ${mostMinutes}.`, [1, mostMinutes], {
        fallback: 60,
        example: 30,
      }),
    },
    answer: TemporarilyShared,
    async handle({ services, db, reader, uuid: workflow, query, request }) {
      const key = newKey('cuvette_link');
      const made = { workflow, key, minutes: query.duration_minutes };
      const public_until = await db.transaction((tx) => insertTemporaryLink(tx, reader, made));
      const item = await itemFor(services, reader, workflow);
      const share_url = `${originOf(services, request)}/public/workflow/${workflow}?link=${key}`;
      const message = {
        type: 'info',
        title: 'Shared',
        body: `Whoever has ${share_url} reads this until ${public_until}.`,
      };
      const before = item.object_data?.messages;
      const messages = [message, ...(Array.isArray(before) ? before : [])];
      const object_data = item.object_data && { ...item.object_data, messages };
      return { ...item, object_data, public_until, is_temporarily_public: true, share_url };
    },
  }),
  route('POST /api/workflow/:uuid/end_temporary_share', withinProject, {
    summary: 'Ends the share link that temporarily_share made',
    answer: TemporarilyShared,
    async handle({ services, db, reader, uuid: workflow }) {
      await endTemporaryLinks(db.drizzle, reader, workflow);
      const item = await itemFor(services, reader, workflow);
      return { ...item, public_until: null, is_temporarily_public: false, share_url: null };
    },
  }),
];

/** Share links: whoever has one reads an item, a folder or a protein without signing in, until it expires or is revoked. */
export const shareLinkRoutes: Route[] = [
  ...temporaryRoutes,
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
