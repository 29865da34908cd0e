import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PictureOrder, pictureOf } from '../../pictures/item-picture.ts';
import type { Services } from '../../services.ts';
import type { Reader } from '../../store/reader.ts';
import { Bytes, Text } from '../http/answers.ts';
import { hasTag } from '../http/not-modified.ts';
import { choice, wholeNumber } from '../http/parameter-kinds.ts';
import { type Route, readRoutes, route, shared } from '../http/route.ts';

/** Narrowest and widest picture in pixels. */
const widths = [100, 2400] as const;

const shown = {
  view: choice(
    '`card`: name, main number, method and structural formula, 1200 × 630; `drawing`: the structural formula alone; `3d`: the structure that the item shows first, as balls and sticks; `plot`: the first plot of the result.',
    ['card', 'drawing', '3d', 'plot'],
    { fallback: 'card', example: 'drawing' },
  ),
  width: wholeNumber('Width in pixels.', widths, { fallback: 1200, example: 600 }),
  theme: choice('Dark letters on white, or the other way round.', ['light', 'dark'], { fallback: 'light' }),
};

interface PictureCall {
  services: Services;
  reader: Reader;
  uuid: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Wanted = Omit<PictureOrder, 'address'>;

/** Sends a picture, or 304 to whoever has it. Browsers ask again each time, so that a picture does not outlive the sharing of its item. */
async function answerPicture(call: PictureCall, wanted: Wanted, kind: 'svg' | 'png'): Promise<FastifyReply> {
  const { services, reader, uuid, request, reply } = call;
  const picture = await pictureOf(services, reader, uuid, { ...wanted, address: request.ip });
  reply.header('cache-control', 'no-cache').header('etag', picture.tag);
  if (hasTag(request, picture.tag)) return reply.code(304).send();
  if (kind === 'svg') return reply.type('image/svg+xml; charset=utf-8').send(Buffer.from(picture.svg));
  return reply.type('image/png').send(Buffer.from(await picture.png()));
}

const badge: Wanted = { view: 'badge', width: 0, theme: 'light' };

/** Pictures of shared items by address, for documents, chats and pages that run no script. */
export const pictureRoutes: Route[] = [
  ...readRoutes('GET /workflow/:uuid/picture.svg', {
    summary: 'Draws a picture of {an|a shared} item as SVG',
    description:
      'It is always as the item is now. A view that the item does not have is answered 404. The server draws all of them from the data, on request.',
    query: shown,
    type: 'image/svg+xml',
    tagged: true,
    answer: Text,
    handle: (call) => answerPicture(call, call.query, 'svg'),
  }),
  ...readRoutes('GET /workflow/:uuid/picture.png', {
    summary: 'Draws a picture of {an|a shared} item as PNG',
    description:
      'It is always as the item is now. A view that the item does not have is answered 404. The server draws all of them from the data, on request. At most 60 pictures that were not drawn before are drawn in a minute for one address (429).',
    query: shown,
    type: 'image/png',
    tagged: true,
    answer: Bytes,
    handle: (call) => answerPicture(call, call.query, 'png'),
  }),
  route('GET /api/shared/workflow/:uuid/badge.svg', shared, {
    summary: 'Draws a small picture of a shared item: type, name, and its main number or its status',
    description: 'For places that take pictures only, such as Markdown. It is always as the item is now.',
    type: 'image/svg+xml',
    tagged: true,
    answer: Text,
    handle: (call) => answerPicture(call, badge, 'svg'),
  }),
  route('GET /api/shared/workflow/:uuid/badge.png', shared, {
    summary: 'Draws the small picture of a shared item as PNG, twice as fine',
    description: 'For places that take no SVG.',
    type: 'image/png',
    tagged: true,
    answer: Bytes,
    handle: (call) => answerPicture(call, badge, 'png'),
  }),
];
