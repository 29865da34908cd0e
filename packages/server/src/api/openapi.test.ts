import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../serve.ts';
import { useTemplate } from '../testing/databases.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { type OpenApiDocument, openApiGaps, type Route } from './openapi.ts';

describe('the description of the API', () => {
  let data = '';
  let server: RunningServer;
  let document: OpenApiDocument;
  const routes: Route[] = [];
  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    const onRoute = (_method: string, _url: string, route: Route) => routes.push(route);
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

  test('every route has an entry, and every entry a route', () => {
    expect(openApiGaps(routes)).toEqual({ undescribed: [], unknown: [] });
    expect(openApiGaps([{ method: 'GET', url: '/api/new', reads: false, withinProject: false }]).undescribed).toEqual([
      'GET /api/new',
    ]);
  });

  test('references lead somewhere, and names stand once', () => {
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
    expect(submit?.responses['201']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/WorkflowItem',
    });
    expect(submit?.description).toContain('scope read_write.');
    expect(document.paths['/api/workflow/batch_retrieve']?.post?.description).toContain('scope read.');
    expect(document.paths['/api/project']?.post?.description).toContain('Closed to keys of one project');
    expect(document.paths['/api/shared/workflow/{uuid}']?.get?.security).toEqual([]);
    const contents = document.paths['/api/folder/{uuid}/contents']?.get;
    expect(contents?.parameters?.find(({ name }) => name === 'size')?.schema).toMatchObject({ maximum: 100 });
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
    expect(html).not.toMatch(/<script|<style|style=|\son\w+=/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"#][^"]*)"/g)].map((match) => match[1] ?? '');
    expect(new Set(loaded)).toEqual(new Set(['/api/docs/style.css', '/api/openapi.json']));
    for (const address of loaded) expect((await fetch(new URL(address, server.address))).status).toBe(200);
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map((match) => match[1] ?? '');
    for (const anchor of new Set(anchors)) expect(html).toContain(`id="${anchor}"`);
  });
});
