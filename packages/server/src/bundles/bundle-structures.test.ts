import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readMolecules, readPdb } from '@cuvette/core/chemistry';
import type { Molecule } from '@cuvette/core/entities';
import { catalogue } from '@cuvette/core/workflows';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { bringIn, entriesOf, zipBytes } from '../testing/bundle-zips.ts';
import { useTemplate } from '../testing/databases.ts';
import { finishedItem } from '../testing/finished-item.ts';
import { call, startTestServer } from '../testing/test-server.ts';
import { givenStructures } from './given-structures.ts';
import { smilesOfItem } from './item-smiles.ts';
import { bundleLimits } from './limits.ts';

const pdbText = readFileSync(path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb'), 'utf8');
const protein = readPdb(pdbText);

/** A water at a height in Å, so that each is told from the others. */
const waterAt = (height: number) =>
  ({
    charge: 0,
    multiplicity: 1,
    atoms: [
      { atomic_number: 8, position: [0, 0.119, height] },
      { atomic_number: 1, position: [0.763, -0.477, height] },
      { atomic_number: 1, position: [-0.763, -0.477, height] },
    ],
  }) as unknown as Molecule;

const Named = z.looseObject({ uuid: z.string() });

describe('structures that were put in', () => {
  let server: RunningServer;
  let data = '';
  let uuids: string[] = [];

  beforeAll(async () => {
    data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
    await useTemplate(data);
    server = await startTestServer({ data, databaseUrl: null });
    const made = ['Trypsin: chain A', 'Trypsin: chain A'].map((name) =>
      call<{ uuid: string }>(server, 'POST', '/api/protein', { body: { name, protein_data: protein } }),
    );
    uuids = (await Promise.all(made)).map(({ body }) => body.uuid);
  });
  afterAll(async () => {
    await server?.stop();
    await rm(data, { recursive: true, force: true });
  });

  /** The texts of an item's zip by path, once README and metadata name them all; and those of the same item brought in again. */
  async function bothZips(type: string, object_data: Record<string, unknown>) {
    const uuid = await finishedItem(server, { name: type, type, data: object_data });
    const texts = async (one: string) => {
      const zip = await zipBytes(server, `/api/workflow/${one}/bundle?format=zip`);
      const entries = [...(await entriesOf(zip))].map(([name, bytes]) => [name, bytes.toString('utf8')] as const);
      return { zip, files: new Map(entries) };
    };
    const { zip, files } = await texts(uuid);
    const structures = [...files.keys()].filter((name) => /^(structures|proteins)\//.test(name));
    const crate = JSON.parse(files.get('ro-crate-metadata.json') ?? '') as { '@graph': { '@id': string }[] };
    const described = crate['@graph'].map((one) => one['@id']);
    for (const name of structures) {
      expect(files.get('README.txt')).toContain(name);
      expect(described).toContain(name);
    }
    const back = await bringIn(server, zip);
    expect(back).toMatchObject({ status: 201, body: { warnings: [] } });
    const copy = await texts(back.body.items[0]?.uuid ?? '');
    for (const name of structures.filter((one) => !one.endsWith('.json'))) {
      expect(copy.files.get(name), name).toBe(files.get(name));
    }
    return { files, structures: structures.sort() };
  }
  const height = (text: string | undefined, name: string) =>
    readMolecules(name, text ?? '').map(({ atoms }) => atoms?.[0]?.position[2]);

  test('docking: the ligand, and each protein as PDB under its name', async () => {
    const [target_uuid, complex_pdb] = uuids;
    const scores = [{ pose: null, complex_pdb, score: -7, posebusters_valid: null, strain: null }];
    const { files, structures } = await bothZips('docking', { initial_molecule: waterAt(1), target_uuid, scores });
    const stems = ['Trypsin-chain-A', 'Trypsin-chain-A-2'];
    expect(structures).toEqual([
      ...stems.flatMap((stem) => [`proteins/${stem}.json`, `proteins/${stem}.pdb`]).sort(),
      ...['pdb', 'sdf', 'xyz'].map((kind) => `structures/initial-molecule.${kind}`),
    ]);
    for (const stem of stems) {
      expect(readPdb(files.get(`proteins/${stem}.pdb`) ?? '').models).toEqual(protein.models);
    }
    const kept = stems.map((stem) => z.parse(Named, JSON.parse(files.get(`proteins/${stem}.json`) ?? '')).uuid);
    expect(kept.sort()).toEqual([...uuids].sort());
  });

  test('a protein that is in the data itself, and the SMILES of a list', async () => {
    const initial_smiles_list = ['CCO', 'c1ccccc1'];
    const { files, structures } = await bothZips('batch_docking', { initial_smiles_list, target: protein });
    expect(structures).toEqual(['proteins/target.pdb', 'structures/initial-smiles.smi']);
    expect(readPdb(files.get('proteins/target.pdb') ?? '').models).toEqual(protein.models);
    const read = readMolecules('a.smi', files.get('structures/initial-smiles.smi') ?? '');
    expect(read.map(({ smiles, name }) => [smiles, name])).toEqual([
      ['CCO', 'initial smiles list 1'],
      ['c1ccccc1', 'initial smiles list 2'],
    ]);
  });

  test('double-ended search: reactant and product', async () => {
    const { files, structures } = await bothZips('double_ended_ts_search', {
      reactant: waterAt(2),
      product: waterAt(3),
    });
    expect(structures).toEqual(
      ['product', 'reactant'].flatMap((stem) => ['pdb', 'sdf', 'xyz'].map((kind) => `structures/${stem}.${kind}`)),
    );
    expect(height(files.get('structures/reactant.xyz'), 'a.xyz')).toEqual([2]);
    expect(height(files.get('structures/product.sdf'), 'a.sdf')).toEqual([3]);
    expect(files.get('README.txt')).toContain('the structure that was put in: product');
  });

  test('a list of molecules: each by its number; where there are too many, in one file', async () => {
    const initial_molecules = [4, 5].map(waterAt);
    const { files, structures } = await bothZips('conformers', { initial_molecule: waterAt(6), initial_molecules });
    expect(structures.filter((name) => name.endsWith('.xyz'))).toEqual([
      'structures/initial-molecule.xyz',
      'structures/initial-molecules-001.xyz',
      'structures/initial-molecules-002.xyz',
    ]);
    expect(height(files.get('structures/initial-molecules-002.xyz'), 'a.xyz')).toEqual([5]);
    const known = bundleLimits.entries;
    try {
      bundleLimits.entries = 12;
      const few = await bothZips('conformers', { initial_molecule: waterAt(6), initial_molecules });
      expect(few.structures).toEqual(['structures/all.sdf', 'structures/all.xyz']);
      expect(height(few.files.get('structures/all.xyz'), 'a.xyz')).toEqual([6, 4, 5]);
      expect(few.files.get('structures/all.xyz')).toContain(
        'name: the structure that was put in: initial molecules 2;',
      );
    } finally {
      bundleLimits.entries = known;
    }
  });
});

test.each(catalogue)('$type: each field that takes a molecule or a protein is found in its data', async ({ load }) => {
  const { settings, results } = await load();
  const fields = Object.entries(settings.shape);
  const molecules = fields.filter(([, schema]) => z.safeParse(schema, waterAt(0)).success).map(([key]) => key);
  for (const key of molecules) {
    const { molecules: found } = givenStructures({ object_data: { [key]: waterAt(7) } }, { results });
    expect(
      found.map(({ molecule }) => molecule.atoms[0]?.position[2]),
      key,
    ).toEqual([7]);
  }
  const proteins = fields.filter(([, schema]) => z.safeParse(schema, protein).success).map(([key]) => key);
  for (const key of proteins) {
    const { proteins: found } = givenStructures({ object_data: { [key]: protein } }, { results });
    expect(found.map(({ stem }) => stem)).toEqual([key.replaceAll('_', '-')]);
  }
});

test('structures are found at any depth, under any name; those that a run added are not put in', async () => {
  const docking = await catalogue.find(({ type }) => type === 'docking')?.load();
  const object_data = {
    rbfe_graph: { ligands: { 'ligand A': waterAt(1), 'ligand/B': waterAt(2) } },
    binder: { ligand_entities: [{ id: 'L', smiles: ' CCO ' }] },
    initial_smiles: '',
    scores: [{ pose: waterAt(3) }],
  };
  const found = givenStructures({ object_data }, docking ?? null);
  expect(found.molecules.map(({ stem }) => stem)).toEqual([
    'rbfe-graph-ligands-ligand-A',
    'rbfe-graph-ligands-ligand-B',
  ]);
  expect(found.smiles).toMatchObject([{ smiles: 'CCO', words: 'binder ligand entities 1 smiles' }]);
  expect(givenStructures({ object_data }, null).molecules).toHaveLength(3);
});

test('an imported item is drawn from its own SMILES, the one that was put in, or that of its molecule', () => {
  const molecule = { smiles: 'CCO', atoms: [] };
  expect(smilesOfItem({ smiles: 'C', object_data: { initial_smiles: 'N' } })).toBe('C');
  expect(smilesOfItem({ smiles: null, object_data: { initial_smiles: ' N ', initial_molecule: molecule } })).toBe('N');
  expect(smilesOfItem({ smiles: null, object_data: { initial_smiles: '', initial_molecule: molecule } })).toBe('CCO');
  for (const object_data of [
    {},
    { initial_molecule: null },
    { initial_molecule: { smiles: null } },
    { initial_smiles: 7 },
  ]) {
    expect(smilesOfItem({ smiles: null, object_data })).toBe(null);
  }
});
