import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Answers of which a piece may be a secret (keys, tokens, links, sessions): their length must not tell how much of it somebody guessed. */
const mayHoldSecrets = /^\/api\/(?:admin|api_key|auth|session|share_link|user|worker)(?:\/|$)/;

/** JSON and text. Zips, pictures and numbers of fixed width are packed already or gain little; streams that pack themselves say so. */
const texts = /^text\/(?!event-stream)|[/+](?:json|xml|javascript)\b|^chemical\//;

/** Answers below this many bytes fit into one packet either way. */
const leastBytes = 1024;

/**
 * Packs answers of JSON and text for callers that take it, with Brotli or gzip. The files of the elements and of the pages are packed when
 * they are built, once and better, and are sent as they are; a page that is made for its address is packed here. Register before the routes.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access;
    const closed = access?.secret || access?.makesTokens || mayHoldSecrets.test(route.url);
    if (closed || route.url.startsWith('/embed/')) route.compress = false;
  });
  await app.register(compress, {
    // Bodies that come packed stay refused: what they unpack to has no limit.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold: leastBytes,
    customTypes: texts,
  });
}
