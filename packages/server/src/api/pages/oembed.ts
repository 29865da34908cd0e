import { cardSize, escapedHtml, previewOf } from '@cuvette/core/embedding';
import { hrefOfItem } from '@cuvette/core/workflows';
import * as z from 'zod/mini';
import { readerWithLink } from '../../auth/principal.ts';
import { HttpProblem, notFound } from '../../errors.ts';
import { summaryOfItem } from '../../items/item-summary.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { choice, text, wholeNumber } from '../http/parameter-kinds.ts';
import { anybody, type Route, route } from '../http/route.ts';
import { addressesOf, originOf, sharedItemAt } from './public-address.ts';

/** Width and height of the frame where the host names none, in CSS pixels. */
const usual = { width: 960, height: 640 };
/** CSS pixels of the lowest frame that shows a result; a lower one shows its card. */
const leastForResult = 320;
/** Seconds for which a host may keep the answer. */
const cacheSeconds = 3600;
/** Largest width and height that a host can name. */
const largest = 10_000;

const Embed = z.looseObject({
  version: z.literal('1.0'),
  type: z.literal('rich'),
  title: z.string(),
  /** Not of oEmbed: the key results in words, with what changes them. */
  description: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.number(),
  thumbnail_url: z.string(),
  thumbnail_width: z.number(),
  thumbnail_height: z.number(),
  html: z.string(),
  width: z.number(),
  height: z.number(),
});

/** oEmbed 1.0 (https://oembed.com): a host that is given the address of a shared item asks here how to show it. */
export const oembedRoutes: Route[] = [
  route('GET /oembed', anybody, {
    summary: 'Says how a page shows the shared item at an address (oEmbed 1.0, `rich`)',
    description:
      'WordPress, Notion and other hosts ask by themselves when somebody pastes the address. An address of another server, and an item that is not shared, are answered 404; `format=xml` is answered 501.',
    query: {
      url: text('Address of a shared item on this server.', 'https://cuvette.example.org/public/pka/IDENTIFIER'),
      format: choice('Format of the answer.', ['json', 'xml'], { fallback: 'json' }),
      maxwidth: wholeNumber('Widest frame that the host allows, in CSS pixels.', [1, largest], {
        fallback: usual.width,
      }),
      maxheight: wholeNumber('Highest frame that the host allows, in CSS pixels.', [1, largest], {
        fallback: usual.height,
      }),
    },
    shown: ['url'],
    answer: Embed,
    async handle({ services, request, query, reply }) {
      if (query.format === 'xml') throw new HttpProblem(501, 'This server answers oEmbed as JSON only.', 'format');
      const origin = originOf(services, request);
      const asked = query.url === undefined ? null : URL.parse(query.url);
      if (!asked) throw new HttpProblem(422, 'url must be the whole address of a shared item.', 'url');
      const uuid = asked.href.startsWith(`${origin}/`)
        ? sharedItemAt(asked.pathname.slice(basePathOf(origin).length))
        : null;
      if (uuid === null) throw notFound('The shared item');
      const link = asked.searchParams.get('link');
      const found = await summaryOfItem(services, await readerWithLink(services, link), uuid);
      if (!found) throw notFound('The shared item');
      const page = `${origin}${hrefOfItem(found.item, { public: true, link })}`;
      const frame = new URL(page);
      frame.searchParams.set('embed', '1');
      const tab = asked.searchParams.get('tab');
      if (tab) frame.searchParams.set('tab', tab);
      const width = Math.min(query.maxwidth, usual.width);
      const height = Math.min(query.maxheight, usual.height);
      if (height < leastForResult) frame.searchParams.set('show', 'card');
      const { title, description } = previewOf(found.summary);
      reply.header('cache-control', `public, max-age=${cacheSeconds}`);
      return {
        version: '1.0' as const,
        type: 'rich' as const,
        title,
        description,
        provider_name: 'Cuvette',
        provider_url: origin,
        cache_age: cacheSeconds,
        thumbnail_url: addressesOf(origin, page, uuid, link).picture,
        thumbnail_width: cardSize.width,
        thumbnail_height: cardSize.height,
        html: `<iframe src="${escapedHtml(frame.href)}" title="${escapedHtml(title)}" width="${width}" height="${height}" frameborder="0"></iframe>`,
        width,
        height,
      };
    },
  }),
];
