import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument, Route } from '../description/document.ts';
import { docsPage } from '../description/page.ts';
import { docsStyle } from '../description/page-style.ts';
import { workflowShapes, workflowTypes } from '../description/workflow-types.ts';
import { writeOpenApi } from '../description/write.ts';

export type { OpenApiDocument, Route } from '../description/document.ts';

/** What makes the calls of the page findable by typing; the page can be read without it. */
const script = readFileSync(new URL('../description/page-filter.js', import.meta.url), 'utf8');

/** `GET /api/openapi.json`, and a page that people read at `GET /api/docs`. Register last: `routes` is complete by the first call. */
export function openApiRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  let document: OpenApiDocument | null = null;
  let page: Promise<string> | null = null;
  const written = () => {
    document ??= writeOpenApi(routes);
    return document;
  };
  const files: Record<string, [type: string, text: () => string | Promise<string>]> = {
    '/api/docs': [
      'text/html',
      () => (page ??= workflowShapes().then((shapes) => docsPage(written(), workflowTypes(), shapes))),
    ],
    '/api/docs/style.css': ['text/css', () => docsStyle],
    '/api/docs/script.js': ['text/javascript', () => script],
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return written();
  });
  for (const [url, [type, text]] of Object.entries(files)) {
    app.get(url, async (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .type(`${type}; charset=utf-8`)
        .send(await text()),
    );
  }
}
