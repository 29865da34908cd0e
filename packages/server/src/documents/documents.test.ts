import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readXyz } from '@cuvette/core/chemistry';
import { type Bundle, SupportingDocument } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { RunningServer } from '../serve.ts';
import { rows } from '../store/database/database.ts';
import { sweepFiles } from '../store/sweep.ts';
import { bringIn, entriesOf } from '../testing/bundle-zips.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { addPerson, call, ownerKey, startTestServer } from '../testing/test-server.ts';

const example = (name: string): Bundle =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../../examples/results', `${name}.cuvette.json`), 'utf8'),
  );
const types = ['basic_calculation', 'irc', 'logp', 'electronic_properties'] as const;

onOneDatabase('documents of supporting information', (place) => {
  let server: RunningServer;
  let strangerKey = '';
  let viewerKey = '';
  let project = '';
  const uuids: string[] = [];
  const ask = (method: string, address: string, body?: unknown, key = ownerKey) =>
    call(server, method, address, { key, ...(body === undefined ? {} : { body }) });

  beforeAll(async () => {
    server = await startTestServer(place());
    strangerKey = await addPerson(server, 'eve@example.org');
    viewerKey = await addPerson(server, 'ada@example.org');
    for (const type of types) {
      const { body } = await bringIn(server, example(type));
      uuids.push(body.items[0]?.uuid ?? '');
    }
    const item = await ask('GET', `/api/workflow/${uuids[0]}`);
    project = String((await ask('GET', '/api/user/me/default_project')).body.uuid);
    expect(item.status).toBe(200);
    await ask('POST', `/api/project/${project}/add_users`, { users: ['ada'], role: 'viewer' });
  });
  afterAll(() => server.stop());

  /** Waits until a document is no longer made. */
  const ended = async (uuid: string): Promise<SupportingDocument> => {
    for (;;) {
      const found = z.parse(SupportingDocument, (await ask('GET', `/api/document/${uuid}`)).body);
      if (found.status !== 'making') return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const make = async (body: object) => {
    const made = await ask('POST', '/api/document', { name: 'SI', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return ended(z.parse(SupportingDocument, made.body).uuid);
  };
  const read = async (uuid: string, format: string, key = ownerKey) => {
    const address = new URL(`/api/document/${uuid}/file?format=${format}`, server.address);
    const answer = await fetch(address, { headers: { 'x-api-key': key } });
    return {
      status: answer.status,
      bytes: Buffer.from(await answer.arrayBuffer()),
      type: answer.headers.get('content-type'),
    };
  };
  let kept = '';

  test('all formats hold the numbers of the items, and cite what ran', async () => {
    const document = await make({ uuids, options: { journal: 'rsc' } });
    kept = document.uuid;
    expect(document).toMatchObject({
      status: 'made',
      item_count: 4,
      items_done: 4,
      outdated: false,
      project_uuid: project,
    });
    // Lines are broken between words.
    const text = (await read(kept, 'txt')).bytes.toString('utf8').replace(/\s+/g, ' ');
    const water = Object.values(example('basic_calculation').calculations)[0]?.molecules.at(-1);
    const free = (water?.energy ?? 0) + (water?.thermal_free_energy_corr ?? 0);
    for (const number of [water?.energy ?? 0, free]) expect(text).toContain(number.toFixed(6).replace('-', '−'));
    // The saddle point of the reaction path has one imaginary mode.
    const saddle = Object.values(example('irc').calculations).find(({ name }) => name === 'Transition State');
    const mode = saddle?.molecules.at(-1)?.vibrational_modes?.find(({ frequency }) => frequency < 0)?.frequency ?? 0;
    expect(text).toContain(`1 (${Math.abs(mode).toFixed(1)}i)`);
    expect(text).toContain('Corrections for 298.00 K and 0.9995 atm');
    expect(text).toContain('ΔE (kJ/mol)');
    expect(text).toContain('GFN2-xTB level with tblite 0.8.0');
    const [bib, ris] = [await read(kept, 'bib'), await read(kept, 'ris')].map(({ bytes }) => bytes.toString('utf8'));
    expect(bib).toContain('10.1021/acs.jctc.8b01176');
    const works = [...(ris ?? '').matchAll(/^ID {2}- (.+)\r$/gm)].map(([, id]) => id);
    expect([...(bib ?? '').matchAll(/^@\w+\{(.+),$/gm)].map(([, id]) => id)).toEqual(works);
    // Nothing that did not run: no item has a docking, and none used Psi4.
    expect(works).not.toContain('vina');
    expect(works).not.toContain('psi4');
    const html = await read(kept, 'html');
    expect(html.type).toBe('text/html; charset=utf-8');
    expect(html.bytes.toString('utf8')).toContain('<svg');
    const docx = await entriesOf((await read(kept, 'docx')).bytes);
    const word = docx.get('word/document.xml')?.toString('utf8') ?? '';
    expect(word).toContain('Table S1 ');
    expect(word).toContain(free.toFixed(6).replace('-', '−'));
    expect([...docx.keys()].some((name) => /^word\/media\/.+\.png$/.test(name))).toBe(true);
  });

  test('the zip has coordinates, tables, cube and Molden files', async () => {
    const entries = await entriesOf((await read(kept, 'zip')).bytes);
    const find = (end: string) => [...entries].find(([name]) => name.endsWith(end))?.[1].toString('utf8') ?? '';
    const water = Object.values(example('basic_calculation').calculations)[0]?.molecules.at(-1);
    const xyz =
      [...entries].find(([name]) => name.startsWith('1-') && name.endsWith('structures.xyz'))?.[1].toString() ?? '';
    expect(readXyz(xyz)[0]?.atoms[0]?.position).toEqual(water?.atoms[0]?.position);
    expect(find('.cube').split('\n')[2]).toMatch(/^ +3 /);
    expect(find('orbitals.molden')).toContain('[Molden Format]');
    expect(find('Thermochemistry.csv')).toContain('Gibbs free energy');
    expect(find('README.txt')).toContain('Supporting information made by Cuvette');
  });

  test('an item that changes, is run again or deleted makes it old until it is made again', async () => {
    const changes = async () => (await ask('GET', `/api/document/${kept}`)).body;
    await ask('POST', `/api/workflow/${uuids[0]}`, { starred: true });
    expect(await changes()).toMatchObject({ outdated: false });
    await ask('POST', `/api/workflow/${uuids[0]}`, { name: 'Water, again' });
    expect(await changes()).toMatchObject({
      outdated: true,
      changes: [{ uuid: uuids[0], name: 'Water, again', change: 'changed' }],
    });
    const { db, files } = server.services;
    const { body } = await bringIn(server, example('irc'));
    await rows(
      db.drizzle,
      sql`UPDATE workflow SET resubmitted_from_uuid = ${uuids[1]}::uuid WHERE uuid = ${body.items[0]?.uuid}::uuid`,
    );
    await ask('DELETE', `/api/workflow/${uuids[2]}`);
    expect(await changes()).toMatchObject({
      changes: [{ change: 'changed' }, { change: 'replaced' }, { change: 'deleted' }],
    });
    expect((await ask('GET', `/api/document?project_uuid=${project}`)).body).toMatchObject({
      documents: [{ uuid: kept, outdated: true }],
    });
    // What was made stays readable, also when the store is swept.
    await sweepFiles(db.drizzle, files, 0);
    expect((await read(kept, 'txt')).bytes.toString()).not.toContain('Water, again');
    expect((await ask('POST', `/api/document/${kept}/make`, { options: { journal: 'acs', prefix: 'X' } })).status).toBe(
      200,
    );
    const again = await ended(kept);
    expect(again.changes.map(({ change }) => change)).toEqual(['replaced']);
    const text = (await read(kept, 'txt')).bytes.toString();
    expect(text).toContain('Table X1. Results of Water, again');
    expect(text).toMatch(/Left out\n-+\n\n.+: it was deleted/);
  });

  test('is for the people of its project, and the audit log has who took it', async () => {
    for (const address of [`/api/document/${kept}`, `/api/document/${kept}/file`]) {
      expect((await ask('GET', address, undefined, strangerKey)).status).toBe(404);
    }
    expect((await read(kept, 'bib', viewerKey)).status).toBe(200);
    for (const [method, address] of [
      ['POST', '/api/document'],
      ['POST', `/api/document/${kept}/make`],
      ['POST', `/api/document/${kept}/cancel`],
      ['DELETE', `/api/document/${kept}`],
    ] as const) {
      const body = address === '/api/document' ? { name: 'x', uuids: [uuids[0]] } : {};
      expect((await ask(method, address, body, viewerKey)).status, `${method} ${address}`).toBe(403);
    }
    expect((await ask('POST', '/api/document', { name: 'x', uuids: [uuids[0]] }, strangerKey)).status).toBe(404);
    const log = await ask('GET', '/api/administration/audit?contains=ada');
    expect(JSON.stringify(log.body)).toContain('"format":"bib"');
  });

  test('refuses 5 000 items, items of two projects, none, and what has no result', async () => {
    const many = await ask('POST', '/api/document', {
      name: 'x',
      uuids: Array.from({ length: 5000 }, () => randomUUID()),
    });
    expect(many).toMatchObject({ status: 422, body: { field: 'uuids' } });
    expect(many.body.detail).toBe(
      'A document takes at most 1000 items; 5000 were chosen. Make it in parts, for example one document for each folder.',
    );
    const other = (await ask('POST', '/api/project', { name: 'Other' })).body;
    const body = { workflow_type: 'test_sleep', folder_uuid: other.root_folder_uuid, name: 'Waits' };
    const waiting = String((await ask('POST', '/api/workflow', body)).body.uuid);
    const mixed = await ask('POST', '/api/document', { name: 'x', uuids: [uuids[0], waiting] });
    expect(mixed.body.detail).toMatch(/^The items are of several projects/);
    expect((await ask('POST', '/api/document', { name: 'x', uuids: [] })).status).toBe(422);
    expect((await ask('POST', '/api/document', { name: 'x' })).status).toBe(422);
    expect((await ask('POST', '/api/document', { name: 'x', uuids: [randomUUID()] })).status).toBe(404);
    const unfinished = await make({ project_uuid: other.uuid });
    expect(unfinished).toMatchObject({ status: 'failed' });
    expect(unfinished.error).toContain('Waits: it has not completed.');
    expect((await read(unfinished.uuid, 'html')).status).toBe(409);
  });

  test('a making is given up when it is cancelled, and the preview keeps nothing', async () => {
    const made = await ask('POST', '/api/document', { name: 'Stop', uuids: [uuids[0]] });
    expect((await ask('POST', `/api/document/${made.body.uuid}/cancel`)).body.status).toBe('cancelled');
    expect((await ended(String(made.body.uuid))).formats).toEqual([]);
    expect((await ask('DELETE', `/api/document/${made.body.uuid}`)).status).toBe(200);
    const preview = await ask('POST', '/api/document/preview', { uuids: [uuids[1]], options: { pictures: false } });
    expect(preview.body).toMatchObject({ items: 1 });
    expect(JSON.stringify(preview.body)).toContain('Table S1. ');
    const list = (await ask('GET', '/api/document')).body.documents as unknown[];
    expect(list).toHaveLength(2);
  });
});
