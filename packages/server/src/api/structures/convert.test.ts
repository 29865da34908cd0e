import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { readMmcif } from '@cuvette/core/chemistry';
import type {
  FileConversion,
  MoleculesConversion,
  PubchemCompound,
  ReorderedMolecule,
  SmilesInspection,
} from '@cuvette/core/entities';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkout, readConfig } from '../../config.ts';
import { CallerLeft, createConvertPool } from '../../convert/pool.ts';
import { smilesToMolecules } from '../../convert/smiles-batch.ts';
import type { RunningServer } from '../../serve.ts';
import { startBareRdkit } from '../../testing/bare-rdkit.ts';
import { useTemplate } from '../../testing/databases.ts';
import { fullLoad, fullRun, measured, median, timesLine } from '../../testing/load.ts';
import { startLookupProvider } from '../../testing/lookup-provider.ts';
import { call, ownerKey, startTestServer } from '../../testing/test-server.ts';

/** A ring that RDKit cannot build, and soon gives up: 2-oxabicyclo[1.1.1]pentane with one bridgehead turned inside out. */
const impossible = 'C1[C@@H]2C[C@@H]1O2';
const entry = gunzipSync(
  readFileSync(path.join(checkout, 'packages/core/src/chemistry/fixtures/1ema.cif.gz')),
).toString();

let provider: Awaited<ReturnType<typeof startLookupProvider>>;
let data = '';
let server: RunningServer;

beforeAll(async () => {
  provider = await startLookupProvider();
  data = await mkdtemp(path.join(tmpdir(), 'cuvette-test-'));
  await useTemplate(data);
  const place = { data, databaseUrl: null };
  server = await startTestServer(place, {
    CUVETTE_LOOKUPS: 'in-house',
    CUVETTE_PUBCHEM_URL: `${provider.address}/pug/`,
    CUVETTE_PDB_URL: `${provider.address}/download`,
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  await rm(data, { recursive: true, force: true });
});

const convert = <T>(name: string, body: unknown) => call<T>(server, 'POST', `/api/convert/${name}`, { body });
const moleculesOf = async (smiles: string[]) =>
  (await convert<{ results: SmilesInspection[] }>('smiles_to_mols', { smiles })).body.results;

test('a SMILES that cannot be embedded or read fails alone, in the order of the question', async () => {
  const results = await moleculesOf(['CCO', impossible, 'C1CC', 'O', 'c1ccccc1']);
  expect(results.map(({ molecule }) => molecule?.atoms.length ?? null)).toEqual([9, null, null, 3, 12]);
  expect(results[1]).toMatchObject({ smiles: impossible, formula: 'C4H6O' });
  expect(results[1]?.error?.detail).toMatch(/No three-dimensional structure/);
  expect(results[2]?.error).toMatchObject({ position: 2 });
});

test('a SMILES that is too long fails alone, at its place', async () => {
  const long = 'C'.repeat(9000);
  for (const name of ['smiles_to_mols', 'inspect_smiles']) {
    const { status, body } = await convert<{ results: SmilesInspection[] }>(name, { smiles: ['CCO', long, 'O'] });
    expect(status).toBe(200);
    expect(body.results.map(({ canonical }) => canonical)).toEqual(['CCO', null, 'O']);
    expect(body.results[1]?.error?.detail).toBe('The SMILES has 9000 characters; at most 2000 are allowed.');
    const [alone] = (await convert<{ results: SmilesInspection[] }>(name, { smiles: [long] })).body.results;
    expect(alone?.error).not.toBeNull();
  }
});

test('a line of a list that cannot be read fails alone; a file of which nothing can be read is refused with its field', async () => {
  const { body } = await convert<FileConversion>('files_to_mols', { filename: 'a.smi', text: 'CCO\nC1CC\nO water\n' });
  expect(body.molecules.map(({ smiles }) => smiles)).toEqual(['CCO', 'O']);
  expect(body.failed).toEqual([{ line: 2, detail: expect.stringContaining('Line 2: '), position: 2 }]);
  for (const [filename, text] of [
    ['a.smi', 'C1CC'],
    ['a.xyz', 'nothing'],
    ['a.sdf', ''],
  ]) {
    expect(await convert('files_to_mols', { filename, text })).toMatchObject({ status: 422, body: { field: 'text' } });
  }
});

test('molecule to SMILES: many, one, and one that has none', async () => {
  const [ethanol, water] = (await moleculesOf(['OCC', 'O'])).map(({ molecule }) => molecule);
  const many = await convert('mols_to_smiles', { molecules: [ethanol, water] });
  expect(many.body).toEqual({
    results: ['CCO', 'O'].map((smiles) => ({ smiles, perceived: true, error: null })),
  });
  expect(await convert('mol_to_smiles', { molecule: ethanol })).toMatchObject({
    status: 200,
    body: { smiles: 'CCO', perceived: true },
  });
  const wrong = await convert<{ detail: string }>('mol_to_smiles', { molecule: { ...water, charge: 1 } });
  expect(wrong).toMatchObject({ status: 422, body: { field: 'molecule.charge' } });
  expect(wrong.body.detail).toMatch(/This combination of electrons/);
  const none = await convert<MoleculesConversion>('mols_to_smiles', { molecules: [{ ...water, charge: 1 }, water] });
  expect(none.body.results).toMatchObject([
    { smiles: null, perceived: false, error: { field: 'molecules.0.charge' } },
    { smiles: 'O', perceived: true },
  ]);
  const many26 = await convert('mols_to_smiles', { molecules: Array.from({ length: 26 }, () => water) });
  expect(many26).toMatchObject({ status: 422, body: { field: 'molecules' } });
});

test('molecules are written with comments and read again', async () => {
  const [ethanol] = await moleculesOf(['CCO']);
  const body = { molecules: [ethanol?.molecule, ethanol?.molecule], comments: ['first\nline', 'second'] };
  const written = await call<{ text: string }>(server, 'POST', '/api/convert/mol_to_file?filetype=xyz', { body });
  expect(written.body.text.split('\n')[1]).toBe('first line');
  expect(written.body.text.split('\n')[12]).toBe('second');
  const read = await convert<{ molecules: unknown[] }>('files_to_mols', { filename: 'a.xyz', text: written.body.text });
  expect(read.body.molecules).toHaveLength(2);
  expect(await call(server, 'POST', '/api/convert/mol_to_file?filetype=exe', { body })).toMatchObject({
    status: 422,
    body: { field: 'filetype', detail: 'filetype must be one of xyz, sdf, mol, pdb, smi, not "exe".' },
  });
  for (const filetype of ['XYZ', '.xyz', 'Xyz']) {
    expect((await convert<{ text: string }>(`mol_to_file?filetype=${filetype}`, body)).body.text).toBe(
      written.body.text,
    );
  }
});

test('a conversion whose caller closes the connection is given up', async () => {
  const { convert: converter } = server.services;
  const of = converter.of.bind(converter);
  const asked: Promise<unknown>[] = [];
  // The real converter; what it answers is looked at, because nobody else can see it once the connection is closed.
  const watched = vi.spyOn(converter, 'of').mockImplementation((person, signal) => {
    const own = of(person, signal);
    const run: typeof own.run = (...question) => {
      asked.push(own.run(...question));
      return asked.at(-1) ?? Promise.resolve();
    };
    return { ...own, run };
  });
  const caller = new AbortController();
  try {
    const left = fetch(new URL('/api/convert/smiles_to_mols', server.address), {
      method: 'POST',
      headers: { 'x-api-key': ownerKey, 'content-type': 'application/json' },
      body: JSON.stringify({ smiles: Array.from({ length: 10 }, () => 'C'.repeat(300)) }),
      signal: caller.signal,
    });
    await vi.waitFor(() => expect(asked).toHaveLength(2), 30_000);
    caller.abort();
    await expect(left).rejects.toThrow();
    for (const one of asked) await expect(one).rejects.toThrow(CallerLeft);
    expect(asked).toHaveLength(2);
  } finally {
    watched.mockRestore();
  }
});

test('atoms are put in the order of a template', async () => {
  const [template, other] = (await moleculesOf(['CCO', 'OCC'])).map(({ molecule }) => molecule);
  const shuffled = { ...other, atoms: other?.atoms.toReversed(), energy: -1.5 };
  const { body } = await convert<{ results: ReorderedMolecule[] }>('reorder_to_match_template', {
    template,
    molecules: [shuffled, { ...shuffled, atoms: shuffled.atoms?.slice(1), multiplicity: 2 }],
  });
  const numbers = (atoms?: { atomic_number: number }[]) => atoms?.map(({ atomic_number }) => atomic_number);
  expect(numbers(body.results[0]?.molecule?.atoms)).toEqual(numbers(template?.atoms));
  expect(body.results[0]?.molecule?.energy).toBe(-1.5);
  expect(body.results[0]?.order?.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(body.results[1]).toMatchObject({ molecule: null, error: { detail: expect.stringContaining('same atoms') } });
});

test('PubChem: compounds become SMILES and molecules, each failing alone', async () => {
  const identifiers = ['2244', 'spirit', 'unobtainium', '999'];
  const smiles = await convert<{ results: PubchemCompound[] }>('pubchem_to_smiles', { identifiers });
  expect(smiles.body.results.map(({ cid }) => cid)).toEqual([2244, 702, null, 999]);
  expect(smiles.body.results[1]).toEqual({
    identifier: 'spirit',
    cid: 702,
    name: 'Ethanol',
    smiles: 'CCO',
    other_cids: [887],
    error: null,
  });
  expect(smiles.body.results[2]?.error?.detail).toBe('PubChem knows no compound called "unobtainium".');
  const molecules = await convert<{ results: PubchemCompound[] }>('pubchem_to_mols', { identifiers });
  expect(molecules.body.results.map(({ molecule }) => molecule?.atoms.length ?? null)).toEqual([21, 9, null, null]);
  expect(molecules.body.results[3]?.error?.detail).toMatch(/No three-dimensional structure/);
  const six = await convert('pubchem_to_smiles', { identifiers: Array.from({ length: 6 }, () => 'water') });
  expect(six).toMatchObject({ status: 422, body: { field: 'identifiers' } });
});

test('PDB: an entry becomes a protein and its sequences', async () => {
  const protein = await call(server, 'POST', '/api/convert/pdb_id_to_protein?pdb_id=1ema');
  expect(protein.status).toBe(200);
  expect(protein.body).toEqual(readMmcif(entry));
  const sequences = await call<{ sequences: { sequence: string }[] }>(
    server,
    'GET',
    '/api/convert/pdb_id_to_sequences?pdb_id=pdb_00001ema',
  );
  expect(sequences.body).toMatchObject({
    pdb_id: '1EMA',
    sequences: [{ kind: 'protein', chains: ['A'], name: 'GREEN FLUORESCENT PROTEIN' }],
  });
  expect(sequences.body.sequences[0]?.sequence).toMatch(/^MSKGEELFTG.*TFTYGVQ.*MDELYK$/);
  expect(await call(server, 'POST', '/api/convert/pdb_id_to_protein?pdb_id=../x')).toMatchObject({
    status: 422,
    body: { field: 'pdb_id' },
  });
  expect((await call(server, 'GET', '/api/convert/pdb_id_to_sequences?pdb_id=9zzz')).status).toBe(404);
});

test('an entry that is none is refused in words, and the server lives on', async () => {
  provider.state.mischief = { kind: 'junk' };
  const answer = await call(server, 'GET', '/api/convert/pdb_id_to_sequences?pdb_id=2xyz');
  provider.state.mischief = { kind: 'none' };
  expect(answer.status).toBe(502);
  expect(answer.body.detail).toMatch(/^The entry cannot be used here\. /);
});

/** Processes of converters that this process started. */
const converters = (): number[] => {
  const found = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'cuvette_compute convert'], { encoding: 'utf8' });
  return found.stdout.split('\n').filter(Boolean).map(Number);
};

test('warming starts every process; one that dies is replaced at once, one that cannot start is not tried on and on', async () => {
  const { python } = readConfig([], {});
  const others = new Set(converters());
  const own = () => converters().filter((pid) => !others.has(pid));
  const pool = await createConvertPool({ python });
  try {
    await pool.warm();
    const both = own();
    expect(both).toHaveLength(2);
    process.kill(both[0] ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(own().filter((pid) => !both.includes(pid))).toHaveLength(1), 150_000);
    expect(own()).toContain(both[1]);
    const results = await smilesToMolecules(pool, ['C', 'O']);
    expect(results.map(({ molecule }) => molecule?.atoms.length)).toEqual([5, 3]);
  } finally {
    await pool.close();
  }
  const missing = await createConvertPool({ python: '/nowhere/python' });
  try {
    await missing.warm();
    await expect(missing.run('inspect_smiles', { smiles: ['C'] })).rejects.toThrow('is not running');
    await setTimeout(500);
    await vi.waitFor(() => expect(own()).toEqual([]), 150_000);
  } finally {
    await missing.close();
  }
});

test('five SMILES come from a warm converter, in full load within 300 ms and little later than from a bare RDKit that is asked in turn', async () => {
  const { python } = readConfig([], {});
  const batch = [
    'CC(=O)Oc1ccccc1C(=O)O',
    'CC(C)Cc1ccc(cc1)[C@@H](C)C(=O)O',
    'Cn1cnc2c1c(=O)n(C)c(=O)n2C',
    'CC(=O)Nc1ccc(O)cc1',
    'c1ccccc1',
  ];
  const pool = await createConvertPool({ python });
  const rdkit = startBareRdkit(python);
  try {
    await rdkit.embed(['C']);
    await pool.warm();
    const [times, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < (fullLoad ? 25 : 1); round += 1) {
      const from = performance.now();
      const results = await smilesToMolecules(pool, batch);
      times.push(performance.now() - from);
      expect(results.every(({ molecule }) => molecule !== null)).toBe(true);
      bare.push(await rdkit.embed(batch));
    }
    measured(timesLine('smiles_to_mols of 5, warm', times));
    measured(timesLine('one bare try of each', bare));
    // The best of a few tries, on two processes: 2 to 3 times one try of each, wherever this runs.
    if (!fullLoad) return;
    expect(median(times) / median(bare)).toBeLessThan(6);
    expect(median(times)).toBeLessThan(300);
  } finally {
    rdkit.stop();
    await pool.close();
  }
});

test.runIf(fullRun)(
  'a SMILES that takes too long, or over which the converter dies, fails alone; the next ones are answered',
  async () => {
    const { python } = readConfig([], {});
    const pool = await createConvertPool({ python, size: 1, timeoutMs: 3000 });
    // The same ring with long tails, over which RDKit tries for minutes.
    const tail = 'C'.repeat(30);
    const slow = `C1C[C@@]2(${tail})C[C@@]1(${tail})CC2`;
    const molecules = (results: SmilesInspection[]) => results.map(({ molecule }) => molecule?.atoms.length ?? null);
    try {
      await pool.warm();
      const late = await smilesToMolecules(pool, ['C', slow]);
      expect(molecules(late)).toEqual([5, null]);
      expect(late[1]?.error?.detail).toBe('The structure could not be converted within 3 s. Try a smaller one.');
      expect(molecules(await smilesToMolecules(pool, ['C']))).toEqual([5]);
      const dying = smilesToMolecules(pool, [slow, 'O']);
      await setTimeout(400);
      for (const pid of converters()) process.kill(pid, 'SIGKILL');
      const dead = await dying;
      expect(molecules(dead)).toEqual([null, 3]);
      expect(dead[0]?.error?.detail).toBe('The structure converter stopped while it read this input.');
    } finally {
      await pool.close();
    }
  },
);
