import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyPdb } from '@cuvette/core/chemistry';
import { FormulaDrawings } from '@cuvette/core/entities';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createStructureProcess } from '../convert/structure-process.ts';
import type { RunningServer } from '../serve.ts';
import { row } from '../store/database/database.ts';
import { countToRead, moleculesAfter, sweepMolecules } from '../store/molecules.ts';
import { bringIn } from '../testing/bundle-zips.ts';
import { onBothDatabases } from '../testing/databases.ts';
import { addPerson, call, startTestServer } from '../testing/test-server.ts';

const Match = z.object({ smiles: z.string(), similarity: z.nullable(z.number()) });
const Found = z.object({
  items: z.array(z.object({ data: z.looseObject({ uuid: z.string(), name: z.string() }) })),
  num_pages: z.int(),
  total: z.optional(z.int()),
  matches: z.optional(z.record(z.string(), Match)),
});

/** Heavy atoms of 4-fluorobenzoic acid (Å; ETKDG and MMFF94 of RDKit), as a crystal structure has a ligand: without hydrogens and bonds. */
const fluorobenzoicAcid: [string, number, number, number][] = [
  ['O', -2.707, -0.937, 0.419],
  ['C', -2.094, 0.24, 0.207],
  ['O', -2.723, 1.281, 0.152],
  ['C', -0.624, 0.106, 0.058],
  ['C', 0.129, 1.267, -0.168],
  ['C', 1.515, 1.185, -0.315],
  ['C', 2.141, -0.054, -0.235],
  ['F', 3.47, -0.131, -0.376],
  ['C', 1.408, -1.215, -0.012],
  ['C', 0.021, -1.138, 0.136],
];

/** A protein of no residues with a ligand. */
const withLigand = {
  ...emptyPdb(),
  models: [
    {
      non_polymer: {
        'A.1': {
          name: 'FBA',
          internal_id: 'A',
          polymer: 'A',
          atoms: Object.fromEntries(
            fluorobenzoicAcid.map(([element, x, y, z], index) => [
              String(index + 1),
              { element, x, y, z, bvalue: 10, name: `${element}${index + 1}` },
            ]),
          ),
        },
      },
    },
  ],
};

onBothDatabases('search by structure', (place) => {
  let server: RunningServer;
  let stranger = '';
  let project = '';
  beforeAll(async () => {
    server = await startTestServer(place(), {}, { structureIndex: true });
    stranger = await addPerson(server, 'stranger@example.org');
    const draft = async (name: string, initial_smiles: string, key?: string) => {
      const body = { name, workflow_type: 'descriptors', initial_smiles, is_draft: true };
      const made = await call(server, 'POST', '/api/workflow', { body, ...(key ? { key } : {}) });
      expect(made.status, JSON.stringify(made.body)).toBe(201);
    };
    await draft('aspirin', 'CC(=O)Oc1ccccc1C(=O)O');
    await draft('salicylic acid', 'OC(=O)C1=C(O)C=CC=C1');
    await draft('L-alanine', 'C[C@H](N)C(=O)O');
    await draft('D-alanine', 'C[C@@H](N)C(=O)O');
    await draft('secret benzoic acid', 'OC(=O)c1ccccc1', stranger);
    const example = path.join(import.meta.dirname, '../../../../examples/results/tautomers.cuvette.json');
    await bringIn(server, JSON.parse(await readFile(example, 'utf8')));
    project = String((await call(server, 'POST', '/api/project', { body: { name: 'Acids' } })).body.uuid);
    const stored = { name: 'naphthoic acid', smiles: 'OC(=O)c1ccc2ccccc2c1' };
    await call(server, 'POST', `/api/project/${project}/create_structure`, { body: stored });
    const protein = { name: 'with a ligand', protein_data: withLigand, project_uuid: project };
    expect((await call(server, 'POST', '/api/protein', { body: protein })).status).toBe(201);
    const left = async () => expect(await countToRead(server.services.db.drizzle)).toBe(0);
    await vi.waitFor(left, { timeout: 90_000, interval: 100 });
  }, 120_000);
  afterAll(() => server.stop());

  const answer = (query: Record<string, string>, key?: string) =>
    call(
      server,
      'GET',
      `/api/saved_search/contents?${new URLSearchParams({ count: 'true', ...query })}`,
      key ? { key } : {},
    );
  const found = async (query: Record<string, string>, key?: string) => {
    const { status, body } = await answer(query, key);
    expect(status, JSON.stringify(body)).toBe(200);
    return z.parse(Found, body);
  };
  const names = async (query: Record<string, string>, key?: string) =>
    (await found(query, key)).items.map(({ data }) => data.name).sort();

  test('exact: however it is written; without stereochemistry in all stereoisomers, with it in one', async () => {
    expect(await names({ exact: 'O=C(C)OC1=CC=CC=C1C(O)=O' })).toEqual(['aspirin']);
    expect(await names({ exact: 'CC(N)C(=O)O' })).toEqual(['D-alanine', 'L-alanine']);
    expect(await names({ exact: 'N[C@@H](C)C(O)=O' })).toEqual(['L-alanine']);
    expect(await names({ exact: 'CCO' })).toEqual([]);
  });

  test('the structures of results count, by their geometries: 2-pyridone is found by its hydroxy tautomer', async () => {
    expect(await names({ exact: 'O=c1cccc[nH]1' })).toEqual(['2-Pyridone: tautomers']);
    expect(await names({ exact: 'Oc1ccccn1' })).toEqual(['2-Pyridone: tautomers']);
  });

  test('substructure: SMARTS, or a drawing in Kekulé form; beside other filters, and with nothing of other people', async () => {
    expect(await names({ substructure: 'OC(=O)C1=CC=CC=C1' })).toEqual(['aspirin', 'salicylic acid']);
    expect(await names({ substructure: '[NX3;H2][CX4]' })).toEqual(['D-alanine', 'L-alanine']);
    expect(await names({ substructure: 'OC(=O)c1ccccc1', name_contains: 'aspi' })).toEqual(['aspirin']);
    expect(await names({ substructure: 'OC(=O)c1ccccc1' }, stranger)).toEqual(['secret benzoic acid']);
    const list = await found({ substructure: 'OC(=O)c1ccccc1', size: '1' });
    expect(list).toMatchObject({ num_pages: 2, total: 2 });
  });

  test('similarity: at and above a threshold, the most similar first, with the coefficient', async () => {
    const list = await found({ similar_to: 'CC(=O)Oc1ccccc1C(=O)O', min_similarity: '0.3', sort: 'similarity' });
    expect(list.items.map(({ data }) => data.name)).toEqual(['aspirin', 'salicylic acid']);
    const [first = 0, second = 0] = list.items.map(({ data }) => list.matches?.[data.uuid]?.similarity ?? undefined);
    expect(first).toBe(1);
    // RDKit's own Tanimoto coefficient of the two Morgan fingerprints.
    expect(second).toBeCloseTo(0.4483, 3);
    expect(await names({ similar_to: 'CC(=O)Oc1ccccc1C(=O)O', min_similarity: '0.9' })).toEqual(['aspirin']);
  });

  test('structures of projects and ligands of proteins are found as items are', async () => {
    const query = new URLSearchParams({ substructure: 'OC(=O)c1ccccc1' });
    const structures = await call(server, 'GET', `/api/project/${project}/get_structures?${query}`);
    expect(structures.body).toMatchObject({ structures: [{ name: 'naphthoic acid' }] });
    const proteins = await call<{ proteins: { uuid: string }[] }>(server, 'GET', `/api/protein?${query}`);
    expect(proteins.body.proteins).toHaveLength(1);
    const uuid = proteins.body.proteins[0]?.uuid ?? '';
    expect(proteins.body).toMatchObject({ matches: { [uuid]: { smiles: 'O=C(O)c1ccc(F)cc1' } } });
    const others = await call(server, 'GET', `/api/protein?${query}`, { key: stranger });
    expect(others.body).toMatchObject({ proteins: [], matches: {} });
    expect((await call(server, 'GET', '/api/protein?exact=CCO')).body).toMatchObject({ proteins: [] });
  });

  test('a hit is drawn with what it matched in the colour of the page', async () => {
    const { items } = await found({ substructure: 'OC(=O)c1ccccc1', name_contains: 'aspirin' });
    const uuid = items[0]?.data.uuid ?? '';
    const drawn = async (query: Record<string, string>) => {
      const { body } = await call(
        server,
        'GET',
        `/api/workflow/drawings?${new URLSearchParams({ uuids: uuid, ...query })}`,
      );
      return z.parse(FormulaDrawings, body).drawings[uuid];
    };
    const coloured = (drawing: Awaited<ReturnType<typeof drawn>>) =>
      drawing?.labels.filter(({ colour }) => colour === 'accent').map(({ text }) => text);
    // Of the four oxygens of aspirin two are those of the acid; its hydrogen is written beside one.
    expect(coloured(await drawn({ substructure: 'OC(=O)c1ccccc1' }))?.sort()).toEqual(['H', 'O', 'O']);
    expect(coloured(await drawn({}))).toEqual([]);
  });

  test('what cannot be searched for is refused with the reason and its field', async () => {
    const refused = async (query: Record<string, string>) => {
      const { status, body } = await answer(query);
      return { status, ...body };
    };
    expect(await refused({ substructure: 'C1CC' })).toMatchObject({
      status: 422,
      field: 'substructure',
      detail: 'The structure cannot be read: ring 1 opened at character 2 is never closed.',
    });
    expect(await refused({ exact: 'c1cc' })).toMatchObject({ status: 422, field: 'exact' });
    expect(await refused({ similar_to: 'CCO', min_similarity: '2' })).toMatchObject({
      status: 422,
      field: 'min_similarity',
    });
    expect(await refused({ exact: 'CCO', substructure: 'CO' })).toMatchObject({
      status: 422,
      detail: 'A search takes one of exact, substructure and similar_to, not exact and substructure.',
    });
    const saved = await call(server, 'POST', '/api/saved_search', {
      body: { name: 'acids', query: { substructure: 'OC(=O)c1ccccc1' } },
    });
    expect(saved.status).toBe(201);
    const kept = await call(server, 'GET', `/api/saved_search/${saved.body.uuid}/contents`);
    expect(z.parse(Found, kept.body).items).toHaveLength(2);
  });

  test('a SMARTS that explodes is stopped in its time, in words, and the next search is answered', async () => {
    const { python } = server.services.config;
    const limited = await createStructureProcess({ python, seconds: 0.5 });
    const newer = (after: number) => moleculesAfter(server.services.db.drizzle, after, 1000);
    try {
      // Fourteen atoms anywhere in the molecule, one of them in a ring of five and in one of six: every order is tried before the last fails.
      const explosive = [...Array.from({ length: 12 }, () => '[#6,#7,#8]'), '[r5;r6;r7;r8]'].join('.');
      await expect(limited.substructure(explosive, newer, '')).rejects.toMatchObject({
        status: 422,
        field: 'substructure',
        message: expect.stringContaining('took longer than 0.5 s and was stopped'),
      });
      expect(await limited.substructure('OC(=O)c1ccccc1', newer, '')).not.toEqual([]);
    } finally {
      await limited.close();
    }
  });

  test('molecules that nothing has any more are removed, and an item that changes is read again', async () => {
    const { db } = server.services;
    const { items } = await found({ exact: 'OC(=O)c1ccccc1O' });
    const uuid = items[0]?.data.uuid ?? '';
    await db.drizzle.execute(
      sql`UPDATE workflow SET smiles = 'CCCCCCO', object_data = '{}' WHERE uuid = ${uuid}::uuid`,
    );
    await expect.poll(() => names({ exact: 'CCCCCCO' }), { timeout: 20_000 }).toEqual(['salicylic acid']);
    await sweepMolecules(db.drizzle);
    const gone = await row(db.drizzle, sql`SELECT 1 FROM molecule WHERE smiles = 'O=C(O)c1ccccc1O'`);
    expect(gone).toBeNull();
    expect(await names({ exact: 'OC(=O)c1ccccc1O' })).toEqual([]);
  });
});
