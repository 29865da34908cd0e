import { stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { checkout } from '../../config.ts';
import { HttpProblem } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { addressOf } from '../../wire/address.ts';
import { basePathOf } from '../../wire/base-path.ts';
import { withoutPageHeaders } from '../http/headers.ts';
import { type Address, answerAbsent, isCallWithoutBase } from '../http/unknown-address.ts';
import { embedRoutes, forever, isHashed, isPackedForm } from './embed-files.ts';
import { portalPage } from './portal-page.ts';

const portal = path.join(checkout, 'packages/portal/dist');
const embed = path.join(checkout, 'packages/widgets/dist/embed');

function cacheFor(file: string): string {
  return isHashed(file) ? forever : 'no-cache';
}

const missing = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cuvette</title>
<p>The pages of Cuvette are not built yet. Run <code>npm start</code> in the checkout, which builds them; the API works meanwhile.</p>`;

/** Serves the elements under /embed/ and the portal everywhere else; a portal route answers with its index page. `routes` are all others. */
export async function staticRoutes(
  app: FastifyInstance,
  routes: readonly Address[],
  services: Services,
): Promise<void> {
  const { publicUrl, data } = services.config;
  await app.register(fastifyStatic, {
    root: portal,
    serve: false,
    cacheControl: false,
    index: false,
    // The build lays each file's packed forms beside it.
    preCompressed: true,
    // A file's tag says when it changed, and nobody reads a script in pieces.
    lastModified: false,
    acceptRanges: false,
  });
  embedRoutes(app, embed, path.join(data, 'embed'), basePathOf(publicUrl));
  app.get('/*', async (request, reply) => {
    if (isCallWithoutBase(request, routes)) return answerAbsent(request, reply, routes, publicUrl);
    const { pathname } = addressOf(request.url);
    if (pathname.startsWith('/api/') || pathname === '/api' || pathname.startsWith('/embed/')) {
      return answerAbsent(request, reply, routes, publicUrl);
    }
    let name: string;
    try {
      name = decodeURIComponent(pathname).replace(/^\/+/, '');
    } catch {
      throw new HttpProblem(400, 'The address cannot be read.');
    }
    const file = path.join(portal, name);
    const inside = file.startsWith(portal + path.sep);
    if (inside && !isPackedForm(name) && (await stat(file).catch(() => null))?.isFile()) {
      reply.header('cache-control', cacheFor(file));
      withoutPageHeaders(reply, name);
      return reply.sendFile(path.relative(portal, file), portal);
    }
    if (/\.(js|css|map|json|png|svg|woff2?|wasm|br|gz)$/.test(pathname))
      throw new HttpProblem(404, 'There is nothing at this address.');
    reply.header('cache-control', 'no-cache');
    const index = path.join(portal, 'index.html');
    if (await stat(index).catch(() => null)) {
      const { status, html } = await portalPage(services, request, index);
      reply.code(status);
      return html === null ? reply.sendFile('index.html', portal) : reply.type('text/html; charset=utf-8').send(html);
    }
    return reply.code(503).type('text/html; charset=utf-8').send(missing);
  });
  app.setNotFoundHandler((request, reply) => answerAbsent(request, reply, routes, publicUrl));
}
