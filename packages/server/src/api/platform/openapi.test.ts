import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogue, loadWorkflow } from '@cuvette/core/workflows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { signature, signatureHeader } from '../../notify/webhook.ts';
import type { RunningServer } from '../../serve.ts';
import { useTemplate } from '../../testing/databases.ts';
import { call, startTestServer } from '../../testing/test-server.ts';
import type { DocumentedOperation, OpenApiDocument } from '../description/document.ts';
import type { WorkflowType } from '../description/workflow-types.ts';
import { routes } from '../routes.ts';

/** What a reader would miss: sentences, headings, words of parameters, types of answers. */
function missingWords({ paths, tags }: OpenApiDocument): string[] {
  const headings = tags.map(({ name }) => name);
  return Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, summary, tags: [heading = ''], parameters = [], responses }) => [
      ...(/^[A-Z]\S+ .*[^.\s]$/.test(summary) ? [] : [`${operationId}: the summary is no sentence`]),
      ...(headings.includes(heading) ? [] : [`${operationId}: no heading`]),
      ...parameters
        .filter(({ description }) => !description.endsWith('.'))
        .map(({ name }) => `${operationId}: ${name} has no words`),
      ...Object.entries(responses)
        .filter(([status, { content }]) => /^2\d\d$/.test(status) && Object.keys(content ?? {}).length === 0)
        .map(([status]) => `${operationId}: ${status} has no type`),
    ]);
}

describe('the description of the API', () => {
  let data = '';
  let server: RunningServer;
  let document: OpenApiDocument;
  const registered = new Set<string>();
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    const onRoute = (method: string, url: string) => registered.add(`${method} ${url}`);
    server = await startTestServer({ data, databaseUrl: null }, {}, { onRoute });
    document = (await call<OpenApiDocument>(server, 'GET', '/api/openapi.json', { key: null })).body;
  });
  afterAll(async () => {
    await server.stop();
    await rm(data, { recursive: true, force: true });
  });
  const all = () =>
    Object.entries(document.paths).flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ url, method, operation })),
    );

  test('every call is declared, but for pages, files, and what is answered by the rules of better-auth', () => {
    const declared = routes.map(({ method, url }) => `${method} ${url}`);
    expect(new Set(declared).size).toBe(declared.length);
    const others = [...registered].filter((one) => !declared.includes(one));
    expect(others.sort()).toEqual([
      'GET /*',
      'GET /api/auth/*',
      'GET /embed/:version/*',
      'OPTIONS /api/shared/*',
      'POST /api/auth/*',
    ]);
    expect(declared.filter((one) => !registered.has(one))).toEqual([]);
  });

  test('references lead somewhere, and names occur once', () => {
    const { schemas } = document.components;
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThan(100);
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/schemas\//);
      expect(schemas).toHaveProperty([reference.split('/').at(-1) ?? '']);
    }
    const used = new Set(references);
    for (const name of Object.keys(schemas)) expect(used, name).toContain(`#/components/schemas/${name}`);
    const identifiers = all().map(({ operation }) => operation.operationId);
    expect(new Set(identifiers).size).toBe(identifiers.length);
    for (const { url, operation } of all()) {
      const named = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const told = (operation.parameters ?? []).filter((one) => one.in === 'path').map(({ name }) => name);
      expect(told, url).toEqual(named);
    }
  });

  test('it says what the routes and schemas say', () => {
    const submit = document.paths['/api/workflow']?.post;
    expect(submit?.requestBody?.content['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WorkflowSubmission',
    });
    expect(document.components.schemas.WorkflowSubmission?.required).toEqual(['workflow_type']);
    const stop = document.paths['/api/workflow/{uuid}/stop']?.post;
    expect(stop?.responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WorkflowItem',
    });
    expect(submit?.description).toContain('scope read_write.');
    expect(document.paths['/api/workflow/batch_retrieve']?.post?.description).toContain('scope read.');
    expect(document.paths['/api/project']?.post?.description).toContain('Closed to keys of one project');
    expect(document.paths['/api/shared/workflow/{uuid}']?.get?.security).toEqual([]);
    const contents = document.paths['/api/folder/{uuid}/contents']?.get;
    const parameter = (name: string) => contents?.parameters?.find((one) => one.name === name);
    expect(parameter('size')?.schema).toMatchObject({ maximum: 100, default: 20 });
    expect(parameter('statuses')?.description).toContain('0 Queued, 1 Running, 2 Completed, 3 Failed, 4 Stopped');
    expect(parameter('statuses')?.schema).toMatchObject({ items: { minimum: 0, maximum: 6 } });
    expect(document.components.schemas.WorkflowSubmission?.properties).toMatchObject({
      initial_molecule: {
        anyOf: [{ $ref: '#/components/schemas/Molecule' }, { required: ['$from', 'path'] }, { type: 'null' }],
      },
      folder_uuid: { anyOf: [{ type: 'string', format: 'uuid' }, { type: 'null' }] },
    });
    const written = document.paths['/api/convert/mol_to_file']?.post?.responses['200']?.content?.['application/json'];
    expect(written?.schema.required).toEqual(['text']);
    const bundle = document.paths['/api/workflow/{uuid}/bundle']?.get?.responses['200'];
    expect(Object.keys(bundle?.content ?? {})).toEqual([
      'application/json',
      'application/zip',
      'application/vnd.eln+zip',
    ]);
    const brought = document.paths['/api/workflow/import']?.post?.requestBody;
    expect(Object.keys(brought?.content ?? {})).toEqual(['application/json', 'application/zip']);
  });

  test('a call without words is found, and there is none', () => {
    expect(missingWords(document)).toEqual([]);
    const silent: DocumentedOperation = {
      operationId: 'get_new',
      summary: 'New',
      tags: [''],
      parameters: [{ name: 'odd', in: 'query', required: false, description: '', schema: { type: 'string' } }],
      responses: { '200': { description: 'Done.' } },
      security: [],
    };
    expect(missingWords({ ...document, paths: { '/api/new': { get: silent } } })).toEqual([
      'get_new: the summary is no sentence',
      'get_new: no heading',
      'get_new: odd has no words',
      'get_new: 200 has no type',
    ]);
    // A shared read takes a link, and a read that is sent whole is answered 304 while it is unchanged.
    for (const { url, method, operation } of all()) {
      const takesLink = operation.parameters?.some(({ name }) => name === 'link') ?? false;
      expect(takesLink, url).toBe(url.startsWith('/api/shared/'));
      if (method !== 'get') expect(operation.responses, url).not.toHaveProperty('304');
    }
  });

  test('each list that is read page by page tells how many pages there are', () => {
    const pagesOf = (operation: DocumentedOperation) => {
      const answer = operation.responses['200'];
      const schema = answer?.content?.['application/json']?.schema;
      const named = document.components.schemas[String(schema?.$ref).split('/').at(-1) ?? ''] ?? schema;
      if (named?.type === 'array') return Object.keys(answer?.headers ?? {}).includes('X-Num-Pages');
      return Array.isArray(named?.required) && named.required.includes('num_pages');
    };
    const paged = all().filter(
      ({ method, operation }) => method === 'get' && operation.parameters?.some(({ name }) => name === 'page'),
    );
    expect(paged.map(({ url }) => url)).toEqual(expect.arrayContaining(['/api/protein', '/api/project']));
    expect(paged.length).toBeGreaterThan(10);
    expect(paged.filter(({ operation }) => !pagesOf(operation)).map(({ url }) => url)).toEqual([]);
  });

  test('it describes what is sent to a webhook, and how the signature is checked', () => {
    const { parameters = [], requestBody, description } = document.webhooks.item_ended?.post ?? {};
    expect(requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/WorkflowItem' });
    const [header] = parameters;
    expect(header?.name.toLowerCase()).toBe(signatureHeader);
    expect(signature('secret', 1, '{}')).toMatch(new RegExp(String(header?.schema.pattern)));
    expect(String(header?.example)).toMatch(new RegExp(String(header?.schema.pattern)));
    expect(description).toContain('HMAC-SHA256');
  });

  test('examples are what the calls take', async () => {
    const given = routes.filter(({ example }) => example !== undefined);
    expect(given.length).toBeGreaterThan(8);
    for (const { url: route, example, body } of given) {
      expect(body && z.safeParse(body, example).success, route).toBe(true);
      const { workflow_type, workflow_data = {} } = example as { workflow_type?: string; workflow_data?: object };
      if (workflow_type === undefined) continue;
      const definition = await loadWorkflow(workflow_type);
      expect(z.safeParse(definition?.settings as z.ZodMiniType, workflow_data).success, route).toBe(true);
      for (const key of Object.keys(workflow_data)) expect(definition?.settings.shape, route).toHaveProperty(key);
    }
    const submit = document.paths['/api/workflow']?.post?.['x-codeSamples']?.[0]?.source ?? '';
    expect(submit).toMatch(/^curl -X POST "\$CUVETTE\/api\/workflow" \\\n {2}-H "X-API-Key: \$CUVETTE_KEY"/);
    expect(submit).toContain('"workflow_type": "conformer_search"');
  });

  test('the schemas of every workflow type are those that compute validates with', async () => {
    const { types } = (await call<{ types: WorkflowType[] }>(server, 'GET', '/api/schemas', { key: null })).body;
    expect(types.map(({ workflow_type }) => workflow_type)).toEqual(catalogue.map(({ type }) => type));
    const folder = new URL('../../../../compute/src/cuvette_compute/schemas/', import.meta.url);
    for (const { workflow_type, ...addresses } of types) {
      const file = JSON.parse(await readFile(new URL(`types/${workflow_type}.json`, folder), 'utf8'));
      for (const part of ['settings', 'results'] as const) {
        const { body } = await call(server, 'GET', addresses[part], { key: null });
        expect(body, addresses[part]).toEqual(file[part]);
      }
    }
    for (const name of ['pka.json', 'pka.settings', 'constructor.settings.json', '..%2Fpka.settings.json']) {
      expect((await call(server, 'GET', `/api/schemas/${name}`, { key: null })).status, name).toBe(404);
    }
  });

  test('the page shows every call and loads nothing from elsewhere', async () => {
    const page = await fetch(new URL('/api/docs', server.address));
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    const html = await page.text();
    for (const { url, operation } of all()) {
      expect(html).toContain(`${url}</code>`);
      expect(html).toContain(`id="${operation.operationId}"`);
    }
    expect(html.match(/<script[^>]*>.{1,9}/g)).toEqual(['<script src="/api/docs/script.js" defer></script>']);
    expect(html).not.toMatch(/<style|style=|\son\w+=/);
    for (const { type } of catalogue) expect(html).toContain(`id="type-${type}"`);
    expect(html).toContain('conf_gen_mode?: <a href="#schema-Mode">Mode</a> = &#34;rapid&#34;');
    const headings = [...html.matchAll(/<h2 id="([^"]+)"/g)].map((match) => match[1]);
    expect(headings[0]).toBe('submit-and-follow');
    expect(headings.indexOf('workers-and-command-line')).toBeGreaterThan(headings.indexOf('this-server'));
    const loaded = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1] ?? '');
    for (const address of loaded)
      expect(address).toMatch(/^\/api\/(docs\/(style\.css|script\.js)|openapi\.json|schemas(\/.+)?)$/);
    for (const address of loaded) expect((await fetch(new URL(address, server.address))).status).toBe(200);
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const anchor of new Set(anchors)) expect(html).toContain(`id="${anchor}"`);
  });
});
