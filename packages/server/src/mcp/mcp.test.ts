import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { bringIn } from '../testing/bundle-zips.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { gfn2, manualSearch } from '../testing/item-bench.ts';
import { probeReport } from '../testing/probe-report.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';
import type { QuotableNumber } from './quotable-number.ts';
import { tools } from './tools.ts';

const examples = path.join(import.meta.dirname, '../../../../examples/results');
const example = (type: string): unknown =>
  JSON.parse(readFileSync(path.join(examples, `${type}.cuvette.json`), 'utf8'));

interface Parts {
  notes: string[];
  parts: Record<string, Record<string, unknown>>;
}

onOneDatabase('agents by the Model Context Protocol', (place) => {
  let server: RunningServer;
  let agent: Client;
  let stranger: Client;
  const items: Record<string, string> = {};

  const connect = async (key: string): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', server.address), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    );
    return client;
  };
  const ask = async <T = Parts>(name: string, input: Record<string, unknown>, by = agent) => {
    const answer = await by.callTool({ name, arguments: input });
    const [content] = answer.content as { type: string; text?: string }[];
    return { refusal: answer.isError ? content?.text : undefined, answer: answer.structuredContent as T, content };
  };

  beforeAll(async () => {
    server = await startTestServer(place());
    for (const type of ['pka', 'bde', 'redox_potential', 'conformer_search', 'hydrogen_bond_basicity']) {
      const { body } = await bringIn(server, example(type));
      items[type] = (body as { items: { uuid: string }[] }).items[0]?.uuid ?? '';
    }
    agent = await connect(ownerKey);
    stranger = await connect(await addPerson(server, 'stranger@example.org'));
  });
  afterAll(async () => {
    await Promise.all([agent.close(), stranger.close()]);
    await server.stop();
  });

  test('without a key, and with one that is not known, nobody gets in', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const answer = await call(server, 'POST', '/mcp', { key: null, body });
    expect(answer.status).toBe(401);
    await expect(connect('cuvette_unknown')).rejects.toThrow(/401|not known/);
  });

  test('all tools are listed with a schema of their input', async () => {
    const listed = await agent.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const { name, inputSchema, description } of listed.tools) {
      expect(description, name).toBeTruthy();
      for (const [key, one] of Object.entries(inputSchema.properties ?? {}))
        expect(one, `${name}.${key}`).toHaveProperty('description');
    }
  });

  test('the type for a question comes first', async () => {
    for (const [question, type] of [
      ['What is the pKa of each site of this amine?', 'pka'],
      ['How strong is the weakest bond, its dissociation energy?', 'bde'],
      ['Redox potential against ferrocene', 'redox_potential'],
      ['How soluble is it in water', 'solubility'],
    ] as const) {
      const { answer } = await ask<{ types: { type: string }[] }>('find_workflow_type', { question });
      expect(
        answer.types.slice(0, 3).map((one) => one.type),
        question,
      ).toContain(type);
    }
    expect((await ask('describe_workflow_type', { type: 'pkb' })).refusal).toContain(
      '"pkb" is no workflow type. The types are: ',
    );
    const { answer } = await ask<{ defaults: object; settings_schema: object }>('describe_workflow_type', {
      type: 'pka',
    });
    expect(answer.defaults).toHaveProperty('mode');
    expect(answer.settings_schema).toHaveProperty('properties');
  });

  test('every number of a result is whole, by whatever path it is read', async () => {
    for (const [type, uuid] of Object.entries(items)) {
      const { answer: heads } = await ask<Parts & { parts: { tables: { table: string }[] } }>('read_result', {
        item: uuid,
        paths: ['tables'],
      });
      const paths = ['headline', 'values', ...heads.parts.tables.slice(0, 2).map(({ table }) => `tables.${table}`)];
      const { answer } = await ask('read_result', { item: uuid, paths, page_size: 3 });
      const listed = await ask<{ items: { item: string; headline: object[] }[] }>('find_items', { type });
      expect(listed.answer.items.map(({ item }) => item)).toEqual([uuid]);
      expect(listed.answer.items[0]?.headline.length, type).toBeGreaterThan(0);
      const found: QuotableNumber[] = [];
      const bare: string[] = [];
      const walk = (value: unknown, at: string): void => {
        if (typeof value !== 'object' || value === null) {
          if (typeof value === 'number' && !/\.(row|rows_in_all|page|next_page)$/.test(at)) bare.push(at);
          return;
        }
        if ('sentence' in value && 'value' in value && 'method' in value)
          return void found.push(value as QuotableNumber);
        for (const [key, one] of Object.entries(value)) walk(one, `${at}.${key}`);
      };
      walk(answer, type);
      walk(listed.answer.items, type);
      expect(bare, type).toEqual([]);
      expect(found.length, type).toBeGreaterThan(1);
      for (const number of found) {
        expect(number.item).toBe(uuid);
        for (const note of answer.notes) expect(number.notes).toContain(note);
        for (const note of number.notes) expect(number.sentence).toContain(note);
        if (number.value === null) expect(number.error).toBeTruthy();
        else if (number.unit) expect(number.sentence).toContain(number.unit);
        if (number.value !== null && number.uncertainty !== null) expect(number.sentence).toContain('±');
      }
    }
  });

  test('what ran in the place of another method is told with each number, whatever is asked for', async () => {
    const replaced = /^V\(min\).* is not installed here; computed with V\(min\) at HF\/6-31G\(d\)\/\/GFN2-xTB\.$/;
    const item = items.hydrogen_bond_basicity;
    const { answer: read } = await ask<{ headline: QuotableNumber[] } & Parts>('read_result', {
      item,
      paths: ['values.strongest_acceptor'],
    });
    const { answer: list } = await ask<{ items: { headline: QuotableNumber[] }[] }>('find_items', {
      type: 'hydrogen_bond_basicity',
    });
    const { answer: ended } = await ask<{ headline: QuotableNumber[] }>('wait', { item, seconds: 0 });
    const { strongest_acceptor } = read.parts['values.strongest_acceptor'] as Record<string, QuotableNumber>;
    const numbers = [...read.headline, ...(list.items[0]?.headline ?? []), ...ended.headline, strongest_acceptor];
    expect(numbers.length).toBeGreaterThanOrEqual(4);
    for (const number of numbers) {
      expect(number?.notes).toContainEqual(expect.stringMatching(replaced));
      expect(number?.sentence).toContain('is not installed here; computed with');
    }
  });

  test('numbers are those of the API, with ± and method', async () => {
    const { body } = await call<{
      values: { path: string; value: number; uncertainty: number | null; unit: string | null }[];
    }>(server, 'GET', `/api/workflow/${items.pka}/values`);
    const { answer } = await ask('read_result', { item: items.pka, paths: ['values'] });
    const numbers = answer.parts.values as Record<string, QuotableNumber>;
    expect(Object.keys(numbers)).toEqual(body.values.map((value) => value.path));
    for (const { path: name, value, uncertainty, unit } of body.values)
      expect(numbers[name], name).toMatchObject({ value, uncertainty, unit });
    expect(numbers.strongest_acid?.method).toBeTruthy();
  });

  test('paths that lead nowhere, too much at once, and waits that are too long are refused with what is there', async () => {
    const read = (input: Record<string, unknown>) => ask('read_result', { item: items.pka, ...input });
    expect((await read({ paths: ['values.nothing'] })).refusal).toContain(
      'There is no value "nothing". The values are: ',
    );
    expect((await read({ paths: ['object_data'] })).refusal).toContain('A path begins with headline, values');
    expect((await read({ paths: ['tables.x'] })).refusal).toContain('There is no table "x"');
    expect((await read({ page_size: 5000 })).refusal).toMatch(/page_size/);
    expect((await ask('wait', { item: items.pka, seconds: 3600 })).refusal).toMatch(/seconds/);
    expect((await ask('read_result', { item: 'x' })).refusal).toMatch(/item/);
    // A draft keeps whatever it is given.
    const large = { settings: { note: 'x'.repeat(200_000) } };
    const { body } = await call(server, 'POST', '/api/workflow', {
      body: { workflow_type: 'pka', initial_smiles: 'CC(=O)O', workflow_data: large, is_draft: true },
    });
    const { refusal } = await ask('read_result', { item: body.uuid, paths: ['settings'] });
    expect(refusal ?? '').toContain('kB; 100 kB are the most');
  });

  test('nobody reads items of others', async () => {
    for (const name of ['read_result', 'wait', 'get_picture'])
      expect((await ask(name, { item: items.pka }, stranger)).refusal, name).toMatch(/not found/);
    expect((await ask<{ items: unknown[] }>('find_items', {}, stranger)).answer.items).toEqual([]);
  });

  test('a key that may only read checks and reads, and submits nothing', async () => {
    const reader = await connect(await addPerson(server, 'owner@example.org', { scope: 'read' }));
    expect((await ask('find_items', { type: 'pka', status: 'completed' }, reader)).answer).toMatchObject({
      items: [{ item: items.pka }],
    });
    expect((await ask('submit', { type: 'pka', smiles: 'CC(=O)O' }, reader)).refusal).toContain('may only read');
    await reader.close();
  });

  test('checks, drafts, submits, waits and shows', async () => {
    const checked = await ask<{ molecules: { problem: string | null }[] }>('check_input', {
      type: 'pka',
      smiles: ['CC(=O)O', 'CC('],
    });
    expect(checked.answer.molecules.map(({ problem }) => problem === null)).toEqual([true, false]);
    const draft = await ask<{ item: string; status: string }>('create_draft', {
      type: 'logp',
      smiles: 'CCO',
      name: 'Ethanol',
    });
    expect(draft.answer).toMatchObject({ name: 'Ethanol', status: 'Draft' });
    const waited = await ask<{ ended: boolean }>('wait', { item: draft.answer.item, seconds: 0 });
    expect(waited.answer.ended).toBe(false);
    const found = await ask<{ items: { name: string }[] }>('find_items', { text: 'ethanol', status: 'draft' });
    expect(found.answer.items.map(({ name }) => name)).toEqual(['Ethanol']);
    expect((await ask('submit', { smiles: 'CCO' })).refusal).toContain('Give a type');
    const { content } = await ask<unknown>('get_picture', { item: items.pka, width: 300 });
    expect(content).toMatchObject({ type: 'image', mimeType: 'image/png' });
    const structure = await ask<unknown>('get_picture', { item: items.pka, view: '3d', width: 300 });
    expect(structure.content).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect((await ask('get_picture', { item: items.bde, view: 'plot' })).refusal).toContain('not found');
  });

  test('submits a chain, tells what it waits for, begins it, and tells why a child was stopped', async () => {
    const { db } = server.services;
    await registerWorker(db, { name: 'w', host: 'h', memoryMb: 100_000, serverId: null, report: probeReport });
    await rows(db.drizzle, sql`UPDATE worker SET last_seen_at = now() + interval '1 hour'`);
    interface Head {
      item: string;
      status: string;
      ended: boolean;
      waiting?: { reason: string; items?: { uuid: string; name: string }[] };
      notes: string[];
    }
    const submit = async (input: object) => {
      const { answer, refusal } = await ask<Head>('submit', { ...input });
      expect(refusal).toBeUndefined();
      return answer;
    };
    const energy = { type: 'basic_calculation', settings: gfn2 };
    // One that is there already, and one that is still to come.
    const search = await submit({ type: 'conformer_search', smiles: 'CCCC', settings: manualSearch, name: 'Butane' });
    const child = await submit({ ...energy, name: 'Energy', from: { item: search.item, path: 'conformers[0]' } });
    const later = await submit({ ...energy, name: 'Later', smiles: 'CCO', after: [child.item, items.pka] });
    expect(child).toMatchObject({ status: 'Queued', waiting: { items: [{ uuid: search.item, name: 'Butane' }] } });
    const waited = (await ask<Head>('wait', { item: later.item, seconds: 0 })).answer;
    expect(waited).toMatchObject({
      ended: false,
      waiting: { reason: 'It waits for “Energy” (queued), and begins when that has completed.' },
    });
    // From a result that is there it begins at once.
    const begun = await submit({ ...energy, from: { item: items.conformer_search, path: 'conformers[0]' } });
    expect(begun.waiting?.items ?? []).toEqual([]);
    const refused = await ask('submit', { ...energy, from: { item: items.pka, path: 'conformers[0]' } });
    expect(refused.refusal).toContain('conformers[0]');
    expect((await ask('submit', { ...energy, smiles: 'C', after: [child.item] }, stranger)).refusal).toContain(
      'not found',
    );

    await call(server, 'POST', `/api/workflow/${search.item}/stop`);
    const stopped = (await ask<Head>('wait', { item: later.item, seconds: 20 })).answer;
    expect(stopped).toMatchObject({ ended: true, status: 'Stopped' });
    expect(stopped.notes.join(' ')).toContain('It waited for “Energy”, which was stopped.');
  });

  test('the command serves the same tools over standard input', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(import.meta.dirname, '../../bin/cuvette.js'), 'mcp', '--server', server.address],
        env: { CUVETTE_API_KEY: ownerKey },
      }),
    );
    const { answer } = await ask<{ headline: QuotableNumber[] }>('read_result', { item: items.pka }, client);
    expect(answer.headline[0]?.sentence).toMatch(
      /^Strongest acid .* of “.*” \(.*pKa.*\): 4\.\d\d ± 0\.49 \(GFN2-xTB.*Cuvette item /,
    );
    await client.close();
  });
});
