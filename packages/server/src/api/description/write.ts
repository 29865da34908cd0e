import * as z from 'zod/mini';
import { version } from '../../version.ts';
import { thingOf } from '../http/path-things.ts';
import type { Route } from '../http/route.ts';
import { answersOf, bytes, problemSchema } from './answers.ts';
import { pointedAt, writeSchemas } from './components.ts';
import { curlOf } from './curl.ts';
import type { DocumentedOperation, JsonSchema, OpenApiDocument, Parameter, Section } from './document.ts';
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

/** The header by which a call that stores something is known again. */
const callKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name that you give this call, a new one for each submission (a UUID serves well). The same call again with the same key stores nothing again and answers with the items of the first, for 24 hours: so send it again when no answer came. Another call with the same key is refused.',
  example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  schema: { type: 'string', minLength: 1, maxLength: 202 },
};

const link: Parameter = {
  name: 'link',
  in: 'query',
  required: false,
  description:
    'What follows `link=` in a share link: opens what the link was made for, also when it is not public. Only what is public is read when it is left out or dead.',
  schema: { type: 'string', maxLength: 200 },
};

/** What the name in an address is of, by the part of the address before it. */
const namedParts: readonly [part: string, words: { description: string; example: string }][] = [
  ['/grids/', { description: 'The name of the grid, as the list of grids has it.', example: 'density' }],
  ['/spectra/', { description: 'The name of the spectrum, as the list of spectra has it.', example: 'water.jdx' }],
];

/** A part of the path. */
function pathParameter(url: string, name: string): Parameter {
  const needed = { name, in: 'path', required: true } as const;
  if (name === 'uuid') {
    const description = `The identifier (uuid) of ${thingOf(url).described}.`;
    return { ...needed, description, schema: { type: 'string', format: 'uuid' } };
  }
  if (name === 'number') {
    return { ...needed, description: 'Which attempt, counted from 1.', schema: { type: 'integer', minimum: 1 } };
  }
  const words = namedParts.find(([part]) => url.includes(part))?.[1] ?? {
    description:
      'The workflow type with `.settings.json` (what is submitted) or `.results.json` (what is added to it).',
    example: 'conformer_search.settings.json',
  };
  return { ...needed, ...words, schema: { type: 'string' } };
}

/** The parameters of a call: those of its path, those of its query, `link` where what is shared is read, and the key of what is stored once. */
function parametersOf({ url, query = {}, caller, once }: Route): Parameter[] {
  return [
    ...[...url.matchAll(/:(\w+)/g)].map(([, name = '']) => pathParameter(url, name)),
    ...Object.entries(query).map(([name, { read: _read, required = false, ...words }]): Parameter => {
      return { name, in: 'query', required, ...words };
    }),
    ...(caller === 'shared' ? [link] : []),
    ...(once ? [callKey] : []),
  ];
}

function requestBodyOf(route: Route, schema: JsonSchema | undefined): DocumentedOperation['requestBody'] {
  const { otherBodies = {}, example, emptyBody } = route;
  if (!schema && Object.keys(otherBodies).length === 0) return undefined;
  return {
    // What is read where nothing was sent may lack something itself.
    required: emptyBody === undefined || (route.body !== undefined && !z.safeParse(route.body, emptyBody).success),
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

Make an API key on the account page and send it as \`X-API-Key\`. Lists come in pages of 20, counted from 0, with \`num_pages\`. Refusals are JSON with \`detail\` (what is wrong and what to do) and \`field\` (what it is about). Unknown query parameters and body keys are ignored, and settings that follow from others are set to what those require (a conformer search needs optimization). The answer says so: a list \`warnings\` in an answer that is an object, the header \`X-Cuvette-Warnings\` (percent-encoded JSON) beside a list. What the caller may not see answers 404, as if it did not exist. Identifiers may be written in upper or lower case.`;

/** Writes the description of all calls, section by section. */
export function writeOpenApi(sections: readonly Section[]): OpenApiDocument {
  const described = sections.flatMap(({ name, routes }) => routes.map((route) => ({ name, route })));
  const wanted = new Map<string, z.core.$ZodType>();
  for (const { route } of described) {
    const id = identifierOf(route);
    if (route.body) wanted.set(`${id}_body`, route.body);
    wanted.set(`${id}_answer`, route.answer);
  }
  const written = writeSchemas(wanted);
  const paths: OpenApiDocument['paths'] = {};
  for (const { name, route } of described) {
    const id = identifierOf(route);
    const parameters = parametersOf(route);
    const requestBody = requestBodyOf(route, written.schemas.get(`${id}_body`));
    const words = [route.description, route.caller === 'person' ? scopeWords(route) : undefined].filter(Boolean);
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    const curl = curlOf(route, path, parameters);
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: {
        operationId: id,
        summary: route.summary,
        tags: [route.caller === 'shared' ? 'Shared' : name],
        ...(words.length > 0 ? { description: words.join('\n\n') } : {}),
        ...(route.more ? { externalDocs: route.more } : {}),
        ...(parameters.length > 0 ? { parameters } : {}),
        ...(requestBody ? { requestBody } : {}),
        responses: answersOf(route, written.schemas.get(`${id}_answer`) ?? {}),
        security: securityOf(route),
        ...(curl ? { 'x-codeSamples': [{ lang: 'Shell', source: curl }] } : {}),
      },
    };
  }
  const all = new Map<string, JsonSchema>([...written.components, ['Problem', problemSchema]]);
  const schemas: Record<string, JsonSchema> = {};
  // Shapes of queries and of files are in no call: only what is pointed at is shown.
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
    tags: sections.map(({ name, description }) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes,
    },
  };
}
