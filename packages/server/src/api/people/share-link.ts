import { emptyOrName, uuid } from '@cuvette/core/entities';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { requireAccount } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { newKey } from '../../store/api-keys.ts';
import { insertLink, type LinkedKind, linkedKinds, listLinks, readLink, revokeLink } from '../../store/share-links.ts';
import { check } from '../../wire/body.ts';
import { pageOf, uuidOf } from '../http/query.ts';

const what = 'The link';
const withinProject = { config: { withinProject: true } } as const;

export const Thing = z.object({
  workflow_uuid: z.optional(z.nullable(uuid)),
  folder_uuid: z.optional(z.nullable(uuid)),
  protein_uuid: z.optional(z.nullable(uuid)),
});
export const LinkBody = z.object({
  ...Thing.shape,
  name: z._default(emptyOrName(200), ''),
  /** Days until it expires; null: it does not. */
  valid_days: z._default(z.nullable(z.number().check(z.positive(), z.maximum(36_500))), 30),
});

/** The one thing that is named. Throws 422 unless exactly one is. */
function thingOf(named: z.output<typeof Thing>): { kind: LinkedKind; uuid: string } {
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

/** Share links: whoever has one reads an item, a folder or a protein without signing in, until it expires or is revoked. */
export function shareLinkRoutes(app: FastifyInstance, services: Services): void {
  const db = services.db.drizzle;

  app.get('/api/share_link', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const thing = thingOf(check(Thing, request.query));
    return listLinks(db, reader, thing, pageOf(request.query as Record<string, unknown>));
  });

  app.post('/api/share_link', withinProject, async (request, reply) => {
    const { reader } = await requireAccount(request, services);
    const { name, valid_days, ...named } = check(LinkBody, request.body ?? {});
    const thing = thingOf(named);
    const key = newKey('cuvette_link');
    const made = await insertLink(db, reader, { ...thing, key, name, validDays: valid_days });
    reply.code(201);
    return { ...(await readLink(db, reader, made)), link: key };
  });

  app.post('/api/share_link/:uuid/revoke', withinProject, async (request) => {
    const { reader } = await requireAccount(request, services);
    const link = uuidOf(request.params, what);
    if (!(await revokeLink(db, reader, link))) throw notFound(what);
    return readLink(db, reader, link);
  });
}
