import type * as z from 'zod/mini';
import { version } from '../../version.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';
import { answersOf, bytes, problemSchema } from './answers.ts';
import { pointedAt, writeSchemas } from './components.ts';
import { curlOf } from './curl.ts';
import type { DocumentedOperation, JsonSchema, OpenApiDocument, Parameter, Route } from './document.ts';
import { headingOf, headings } from './groups.ts';
import { callKeyWords, type ParameterWords, parameterWords, pathWords } from './parameters.ts';
import { scopeWords, securityOf, securitySchemes } from './security.ts';
import { webhooksOf } from './webhooks.ts';

/** `GET /api/workflow/:uuid/stop` as an identifier: `get_workflow_uuid_stop`; `GET /healthz`: `get_server_healthz`. */
function identifierOf({ method, url }: Route): string {
  const words = url
    .replace(/^\/api\//, '')
    .replace(/^\//, 'server/')
    .split(/[^a-zA-Z0-9]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words].join('_');
}

function parameter(
  where: Parameter['in'],
  name: string,
  schema: JsonSchema,
  needed: boolean,
  words: ParameterWords | undefined,
): Parameter {
  const { description = '', example, schema: more } = words ?? { description: '' };
  // The value that a zod schema fills in wins over words about it.
  const value = 'default' in schema ? schema.default : words?.default;
  return {
    name,
    in: where,
    required: needed,
    description,
    schema: { ...schema, ...more, ...(value === undefined || value === null || needed ? {} : { default: value }) },
    ...(example === undefined ? {} : { example }),
  };
}

const keyText: JsonSchema = { type: 'string', minLength: 1, maxLength: 202 };

/** The parameters of a call: those of its path, those of its query, `link` where what is shared is read, and the key of what is stored once. */
function parametersOf({ url }: Route, operation: Operation, query: JsonSchema | undefined): Parameter[] {
  const own = operation.parameters ?? {};
  const ofPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const words = pathWords(url, name);
    return parameter('path', name, words?.schema ?? { type: 'string' }, true, words);
  });
  const required = new Set((query?.required ?? []) as string[]);
  const properties = Object.entries((query?.properties ?? {}) as Record<string, JsonSchema>);
  const ofQuery = properties.map(([name, schema]) => {
    const words = { description: '', ...parameterWords[name], ...own[name] };
    return parameter('query', name, withoutNull(schema), required.has(name), words);
  });
  const link = url.startsWith('/api/shared/')
    ? [parameter('query', 'link', { type: 'string', maxLength: 200 }, false, parameterWords.link)]
    : [];
  const once = operation.once ? [parameter('header', 'Idempotency-Key', keyText, false, callKeyWords)] : [];
  return [...ofPath, ...ofQuery, ...link, ...once];
}

/** A query has no null: a value is there or is not. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { description: _inBodies, anyOf, default: value, ...rest } = schema;
  const kept = value === null || value === undefined ? {} : { default: value };
  if (!Array.isArray(anyOf)) return { ...rest, ...kept };
  const choices = (anyOf as JsonSchema[]).filter(({ type }) => type !== 'null');
  return choices.length === 1 ? { ...rest, ...choices[0], ...kept } : { ...rest, anyOf: choices, ...kept };
}

function requestBodyOf(operation: Operation, schema: JsonSchema | undefined): DocumentedOperation['requestBody'] {
  const { otherBodies = {}, example } = operation;
  if (!schema && Object.keys(otherBodies).length === 0) return undefined;
  return {
    required: !operation.bodyOptional,
    content: {
      ...(schema
        ? {
            'application/json': {
              schema,
              ...(example === undefined ? {} : { examples: { example: { value: example } } }),
            },
          }
        : {}),
      ...Object.fromEntries(
        Object.entries(otherBodies).map(([type, words]) => [type, { schema: { ...bytes, description: words } }]),
      ),
    },
  };
}

const description = `Runs computational-chemistry workflows and shows their results.

An item is one workflow: submit it with \`POST /api/workflow\`, ask \`GET /api/workflow/{uuid}\` until its \`object_status\` is 2 (completed), 3 (failed) or 4 (stopped), and read the results from its \`object_data\`. \`GET /api/schemas\` lists the workflow types with their settings and results.

Make an API key on the account page and send it as \`X-API-Key\`. Lists come in pages of 20, counted from 0, with \`num_pages\`. Refusals are JSON with \`detail\` (what is wrong and what to do) and \`field\` (what it is about). Names of the query and keys of the body that are not known here are not used, and the answer says so: a list \`warnings\` in an answer that is an object, the header \`X-Cuvette-Warnings\` (percent-encoded JSON) beside a list. What one may not see answers 404, like what is not there. Identifiers may be written in upper or lower case.`;

/** Writes the description from the registered routes and the schemas of `operations`. A route without an entry is left out. */
export function writeOpenApi(routes: readonly Route[]): OpenApiDocument {
  const order = new Map(Object.keys(operations).map((name, index) => [name, index]));
  const placeOf = ({ route }: { route: Route }) => order.get(`${route.method} ${route.url}`) ?? 0;
  const known = routes
    .flatMap((route) => {
      const operation = operations[`${route.method} ${route.url}`];
      return operation ? [{ route, operation, id: identifierOf(route) }] : [];
    })
    .sort((a, b) => placeOf(a) - placeOf(b));
  const wanted = new Map<string, z.core.$ZodType>();
  for (const { operation, id } of known) {
    if (operation.body) wanted.set(`${id}_body`, operation.body);
    if (operation.query) wanted.set(`${id}_query`, operation.query);
    wanted.set(`${id}_answer`, operation.answer);
  }
  const written = writeSchemas(wanted);
  const paths: OpenApiDocument['paths'] = {};
  for (const { route, operation, id } of known) {
    const query = written.schemas.get(`${id}_query`);
    const reference = typeof query?.$ref === 'string' ? (query.$ref.split('/').at(-1) ?? '') : undefined;
    const parameters = parametersOf(
      route,
      operation,
      reference === undefined ? query : written.components.get(reference),
    );
    const requestBody = requestBodyOf(operation, written.schemas.get(`${id}_body`));
    const person = (operation.caller ?? 'person') === 'person';
    const words = [operation.description, person ? scopeWords(route) : undefined].filter(Boolean).join('\n\n');
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const curl = curlOf(route, operation, path, parameters);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: id,
        summary: operation.summary,
        tags: [headingOf(`${route.method} ${route.url}`) ?? ''],
        ...(words ? { description: words } : {}),
        ...(operation.more ? { externalDocs: operation.more } : {}),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(requestBody ? { requestBody } : {}),
        responses: answersOf(operation, route, written.schemas.get(`${id}_answer`) ?? {}),
        security: securityOf(operation, route),
        ...(curl ? { 'x-codeSamples': [{ lang: 'Shell', source: curl }] } : {}),
      },
    };
  }
  const all = new Map<string, JsonSchema>([...written.components, ['Problem', problemSchema]]);
  const schemas: Record<string, JsonSchema> = {};
  // Shapes of queries and of files stand in no call: only what is pointed at is shown.
  const reach = (from: unknown) => {
    for (const name of pointedAt(from)) {
      if (name in schemas) continue;
      schemas[name] = all.get(name) ?? {};
      reach(schemas[name]);
    }
  };
  const webhooks = webhooksOf({ $ref: '#/components/schemas/WorkflowItem' });
  reach(paths);
  reach(webhooks);
  return {
    openapi: '3.1.1',
    info: { title: 'Cuvette', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: headings.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes,
    },
  };
}
