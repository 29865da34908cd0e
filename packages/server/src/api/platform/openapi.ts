import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { notFound } from '../../errors.ts';
import { basePathOf } from '../../wire/base-path.ts';
import type { Section } from '../description/document.ts';
import { docsPage } from '../description/page.ts';
import { docsStyle } from '../description/page-style.ts';
import { schemasPath, workflowSchema, workflowShapes, workflowTypes } from '../description/workflow-types.ts';
import { writeOpenApi } from '../description/write.ts';
import { Page } from '../http/answers.ts';
import { anybody, type Call, type Route, route } from '../http/route.ts';

/** What makes the calls of the page findable by typing; the page can be read without it. */
const script = readFileSync(new URL('../description/page-filter.js', import.meta.url), 'utf8');

/** A text of the page, asked for again each time with its ETag. */
const file = (type: string, text: () => string | Promise<string>) => ({
  type,
  answer: Page,
  handle({ reply }: Pick<Call<'anybody', unknown, unknown>, 'reply'>) {
    reply.header('cache-control', 'no-cache');
    return text();
  },
});

/** The workflow types with their schemas. */
export const schemaRoutes: Route[] = [
  route(`GET ${schemasPath}`, anybody, {
    summary: 'Lists the workflow types with the addresses of their schemas',
    answer: z.looseObject({
      types: z.array(
        z.looseObject({
          workflow_type: z.string(),
          title: z.string(),
          summary: z.string(),
          settings: z.string(),
          results: z.string(),
        }),
      ),
    }),
    handle({ services, reply }) {
      reply.header('cache-control', 'no-cache');
      return { types: workflowTypes(basePathOf(services.config.publicUrl)) };
    },
  }),
  // Those that compute validates with.
  route(`GET ${schemasPath}/:name`, anybody, {
    summary: 'Reads the JSON Schema of the settings or the results of a workflow type',
    answer: z.looseObject({ $schema: z.string() }),
    async handle({ params, reply }) {
      const schema = await workflowSchema(params.name ?? '');
      if (!schema) throw notFound('The schema');
      reply.header('cache-control', 'no-cache');
      return schema;
    },
  }),
];

/** The description of the API, as a document and as a page; `sections` is asked when a call comes. */
export function descriptionRoutes(sections: () => readonly Section[]): Route[] {
  const document = once(() => writeOpenApi(sections()));
  const page = once(async () => docsPage(document(), workflowTypes(), await workflowShapes()));
  return [
    route('GET /api/openapi.json', anybody, {
      summary: 'Reads this description (OpenAPI 3.1)',
      answer: z.looseObject({ openapi: z.string() }),
      handle({ services, reply }) {
        reply.header('cache-control', 'no-cache');
        return { ...document(), servers: [{ url: basePathOf(services.config.publicUrl) || '/' }] };
      },
    }),
    route('GET /api/docs', anybody, {
      summary: 'Shows this description as a page',
      type: 'text/html',
      answer: Page,
      async handle({ services, reply }) {
        reply.header('cache-control', 'no-cache');
        const base = basePathOf(services.config.publicUrl);
        return base === ''
          ? page()
          : (await page()).replace(/ (href|src)="\/api\//g, (all) => all.replace('"', `"${base}`));
      },
    }),
    route('GET /api/docs/script.js', anybody, {
      summary: 'Reads the script that finds calls on the page',
      ...file('text/javascript', () => script),
    }),
    route('GET /api/docs/style.css', anybody, {
      summary: 'Reads the look of the page',
      ...file('text/css', () => docsStyle),
    }),
  ];
}

/** Makes a value when it is first asked for, and keeps it. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
