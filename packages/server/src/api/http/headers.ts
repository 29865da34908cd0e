import { trajectoryHeaders } from '@cuvette/core/entities';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { version } from '../../version.ts';
import { addressOf } from '../../wire/address.ts';

const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  // Templates set style attributes (sizes, colours); <style> elements stay forbidden.
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

/** Answers of the API are data and files, never pages: whatever is in them, a browser that opens one runs nothing and loads nothing. */
const dataPolicy = ["default-src 'none'", 'sandbox', "base-uri 'none'", "form-action 'none'"];

/** Whether this is an answer of the API that is no page of ours. */
function isData(url: string): boolean {
  return /^\/(?:api\/|oembed(?:[/?]|$))/.test(url) && !/^\/api\/docs(?:[/?]|$)/.test(url);
}

/** Headers of shared endpoints that a page of another site may read. */
const exposed = ['ETag', 'X-Cuvette-Version', ...Object.values(trajectoryHeaders), 'X-Total-Frames'].join(', ');

/**
 * Whether this is a page of something shared, asked for inside a frame: `/public/KIND/IDENTIFIER?embed=1`, as the portal's shared routes are. Any other
 * address under `/public/` shows nothing shared.
 */
function isFramedPage(url: string): boolean {
  const { pathname, searchParams } = addressOf(url);
  return /^\/public\/[\w-]+\/[\w-]+\/?$/.test(pathname) && searchParams.get('embed') === '1';
}

/** Puts the security headers on every answer. Only framed public pages may be shown inside other sites. */
export function secure(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const framed = isFramedPage(request.url);
  const { embedAncestors } = config;
  // Leaves `frame-ancestors` out to allow all: `*` shuts out pages without an origin, as sandboxed frames and files are.
  const ancestors = !framed ? ["'none'"] : embedAncestors.length > 0 ? ["'self'", ...embedAncestors] : null;
  reply.header(
    'content-security-policy',
    [
      ...(isData(request.url) ? dataPolicy : policy),
      ...(ancestors ? [`frame-ancestors ${ancestors.join(' ')}`] : []),
    ].join('; '),
  );
  if (!framed) reply.header('x-frame-options', 'DENY');
  reply.header('x-cuvette-version', version);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=()');
  const open = isOpen(request.url);
  reply.header('cross-origin-resource-policy', open ? 'cross-origin' : 'same-origin');
  if (!framed) reply.header('cross-origin-opener-policy', 'same-origin');
  if (open) {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', exposed);
  }
}

/** Headers that say what a page may do: of a script or a style sheet no browser asks them, and sixty of them weigh more than some elements. */
const ofPages = [
  'content-security-policy',
  'x-frame-options',
  'permissions-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'access-control-expose-headers',
  'x-cuvette-version',
];

/** Takes from the answer with a script or style sheet what only pages need. A worker's script keeps all: its policy is what the worker obeys. */
export function withoutPageHeaders(reply: FastifyReply, file: string): void {
  if (!/\.(?:js|css)$/.test(file) || /worker/i.test(file)) return;
  for (const name of ofPages) reply.removeHeader(name);
}

/**
 * Returns what any page of the web may read, without credentials: shared endpoints, the embed's files, and the portal's own, which a sandboxed frame
 * has no origin to ask for with.
 */
function isOpen(url: string): boolean {
  return /^\/(?:api\/shared\/|embed\/|assets\/|oembed(?:[/?]|$))/.test(url);
}
