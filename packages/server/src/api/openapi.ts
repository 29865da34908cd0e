import type { FastifyInstance } from 'fastify';
import type * as z from 'zod/mini';
import { docsPage, docsStyle } from './docs-page.ts';
import { version } from './headers.ts';
import { type JsonSchema, writeSchemas } from './operations/components.ts';
import { operations, undescribed } from './operations/index.ts';
import type { Operation } from './operations/operation.ts';

/** A registered route with what it says of keys. */
export interface Route {
  method: string;
  url: string;
  reads: boolean;
  withinProject: boolean;
}

/** One parameter of a call. */
export interface Parameter {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  schema: JsonSchema;
}

/** One call in the document. */
export interface DocumentedOperation {
  operationId: string;
  summary: string;
  tags: string[];
  description?: string;
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: JsonSchema }> }>;
  security: Record<string, string[]>[];
}

/** The description of the API. */
export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, JsonSchema> };
}

const uuidSchema = { type: 'string', format: 'uuid' };

const securitySchemes: Record<string, JsonSchema> = {
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-cuvette_session',
    description: 'Signed in with a browser (on plain http the name has no prefix).',
  },
  key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key; its scope limits what it may do.' },
  token: { type: 'http', scheme: 'bearer', description: 'A short-lived token of POST /api/session/token; GET only.' },
  worker: { type: 'apiKey', in: 'header', name: 'X-Worker-Key', description: 'A key of cuvette worker-key.' },
  'command-line': { type: 'apiKey', in: 'header', name: 'X-Cuvette-Admin', description: 'Lies in the data directory.' },
};

const problemSchema: JsonSchema = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: { type: 'string', description: 'What is wrong and what to do, in words.' },
    field: { type: 'string', description: 'The part of the input that it is about.' },
  },
};

/** `GET /api/workflow/:uuid/stop` as an identifier: `get_workflow_uuid_stop`; `GET /healthz`: `get_server_healthz`. */
function identifierOf({ method, url }: Route): string {
  const words = url
    .replace(/^\/api\//, '')
    .replace(/^\//, 'server/')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words].join('_');
}

function tagOf(url: string): string {
  const [, first = '', second = '', third = ''] = url.split('/');
  if (first !== 'api') return 'server';
  if (second === 'shared') return third;
  return second.includes('.') || second === 'healthz' || second === 'docs' ? 'server' : second;
}

function securityOf({ caller = 'person' }: Operation, { method }: Route): Record<string, string[]>[] {
  switch (caller) {
    case 'anybody':
      return [];
    case 'worker':
      return [{ worker: [] }];
    case 'command line':
      return [{ 'command-line': [] }];
    case 'browser':
      return [{ cookie: [] }];
    default:
      return [{ cookie: [] }, { key: [] }, ...(method === 'GET' ? [{ token: [] }] : [])];
  }
}

function scopeWords({ method, reads, withinProject }: Route): string {
  const scope = method === 'GET' || reads ? 'read' : method === 'DELETE' ? 'read_write_delete' : 'read_write';
  return `A key needs the scope ${scope}. ${
    withinProject ? 'Keys of one project may make this call within their project.' : 'Closed to keys of one project.'
  }`;
}

function queryParameters(schema: JsonSchema): Parameter[] {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema.required ?? []) as string[]);
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: each,
  }));
}

/** Writes the description from the registered routes and the schemas of `operations`. A route without an entry is left out. */
export function writeOpenApi(routes: readonly Route[]): OpenApiDocument {
  const known = routes.flatMap((route) => {
    const operation = operations[`${route.method} ${route.url}`];
    return operation ? [{ route, operation, id: identifierOf(route) }] : [];
  });
  const wanted = new Map<string, z.core.$ZodType>();
  for (const { operation, id } of known) {
    if (operation.body) wanted.set(`${id}_body`, operation.body);
    if (operation.query) wanted.set(`${id}_query`, operation.query);
    wanted.set(`${id}_answer`, operation.answer);
  }
  const written = writeSchemas(wanted);
  const resolve = (schema: JsonSchema | undefined): JsonSchema => {
    const reference = typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    return reference === undefined ? (schema ?? {}) : (written.components.get(reference) ?? {});
  };
  const queries = new Set<string>();
  const paths: OpenApiDocument['paths'] = {};
  for (const { route, operation, id } of known.sort((a, b) => compare(a.route, b.route))) {
    const parameters: Parameter[] = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      schema: name === 'uuid' ? uuidSchema : { type: 'string' },
    }));
    const query = written.schemas.get(`${id}_query`);
    if (query) {
      parameters.push(...queryParameters(resolve(query)));
      if (typeof query.$ref === 'string') queries.add(query.$ref.split('/').at(-1) ?? '');
    }
    const body = written.schemas.get(`${id}_body`);
    const person = (operation.caller ?? 'person') === 'person';
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: id,
        summary: operation.summary,
        tags: [tagOf(route.url)],
        ...(person ? { description: scopeWords(route) } : {}),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(body
          ? { requestBody: { required: !operation.bodyOptional, content: { 'application/json': { schema: body } } } }
          : {}),
        responses: responsesOf(operation, written.schemas.get(`${id}_answer`) ?? {}),
        security: securityOf(operation, route),
      },
    };
  }
  const schemas: Record<string, JsonSchema> = {
    Problem: problemSchema,
    ...Object.fromEntries(written.components),
  };
  for (const name of queries) if (!JSON.stringify(paths).includes(`schemas/${name}"`)) delete schemas[name];
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cuvette',
      version,
      description:
        'Runs computational-chemistry workflows and shows their results. Errors are JSON with detail and field; unknown keys are ignored; what one may not see answers 404, like what is not there.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(known.map(({ route }) => tagOf(route.url)))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes,
    },
  };
}

function compare(a: Route, b: Route): number {
  const [first, second] = [`${a.url} ${a.method}`, `${b.url} ${b.method}`];
  return first < second ? -1 : first > second ? 1 : 0;
}

function responsesOf(operation: Operation, answer: JsonSchema): DocumentedOperation['responses'] {
  const { status = 200, type = 'application/json' } = operation;
  const problem = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    [status]: { description: 'Done.', ...(status === 302 ? {} : { content: { [type]: { schema: answer } } }) },
    ...(operation.caller === 'anybody' && operation.type === undefined
      ? { '304': { description: 'Unchanged since the ETag that If-None-Match names.' } }
      : {}),
    '4XX': { description: 'Refused, with the reason.', content: problem },
    '5XX': { description: 'Cannot be done at the moment, with the reason.', content: problem },
  };
}

/** Routes that have no entry in `operations`, and entries that have no route. */
export function openApiGaps(routes: readonly Route[]): { undescribed: string[]; unknown: string[] } {
  const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  return {
    undescribed: [...registered].filter((route) => !undescribed.has(route) && !operations[route]),
    unknown: Object.keys(operations).filter((route) => !registered.has(route)),
  };
}

/** `GET /api/openapi.json`, and a page that people read at `GET /api/docs`. Register last: `routes` is complete by the first call. */
export function openApiRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  let document: OpenApiDocument | null = null;
  const written = () => {
    document ??= writeOpenApi(routes);
    return document;
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    reply.header('cache-control', 'no-cache');
    return written();
  });
  app.get('/api/docs', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(docsPage(written())),
  );
  app.get('/api/docs/style.css', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(docsStyle),
  );
}
