import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readPdb } from '@cuvette/core/chemistry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkout } from '../config.ts';
import type { RunningServer } from '../serve.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { startLookupProvider } from '../testing/lookup-provider.ts';
import { callWithPythonClient, hasPythonClient } from '../testing/python-client.ts';
import { ownerKey, startTestServer } from '../testing/test-server.ts';

/** What a refused call looks like in the recording: HTTP status and words. */
const refused = (status: number, words: string) => ({ refused: status, detail: expect.stringContaining(words) });
const item = (status: number, more: object = {}) => expect.objectContaining({ status, ...more });
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const present = await hasPythonClient();

// Where the set-up for testing was not done there is no client; in CI that is a failure.
describe.skipIf(!present && process.env.CI !== 'true')('the Python client, unchanged', () => {
  onOneDatabase('its calls', (place) => {
    let server: RunningServer;
    let archive: Awaited<ReturnType<typeof startLookupProvider>>;
    let scratch = '';
    let seen: Record<string, unknown> = {};
    beforeAll(async () => {
      scratch = await mkdtemp(path.join(tmpdir(), 'cuvette-client-'));
      const protein = path.join(scratch, 'peptide.pdb');
      await copyFile(path.join(checkout, 'packages/core/src/chemistry/fixtures/insertion_codes.pdb'), protein);
      archive = await startLookupProvider();
      server = await startTestServer(place(), {
        CUVETTE_WORKERS: '1',
        CUVETTE_LOOKUPS: 'in-house',
        CUVETTE_PDB_URL: `${archive.address}/download`,
      });
      seen = await callWithPythonClient(server, ownerKey, [protein]);
    });
    afterAll(async () => {
      await server.stop();
      await archive.stop();
      await rm(scratch, { recursive: true, force: true });
    });

    test('knows who it is', () => {
      expect(seen.whoami).toMatchObject({ uuid, username: 'owner', email: 'owner@example.org' });
    });

    test('submits a calculation, waits for it, reads it and its molecules', () => {
      expect(seen.submit).toMatchObject({ name: 'water', workflow_type: 'basic_calculation', notes: '', logfile: '' });
      expect(seen.wait).toMatchObject({ status: 2, credits_charged: 0, max_credits: null, parent_uuid: uuid });
      expect(seen.status).toBe(2);
      expect(seen.finished).toBe(true);
      expect(seen.retrieve).toEqual(seen.wait);
      // What the person asked for is in the settings; the client's own default list beside them says something else.
      const asked = ['optimize', 'frequencies'];
      expect(seen.retrieve).toMatchObject({
        data: { calculation_uuid: uuid, tasks: asked, settings: { tasks: asked } },
      });
      const [first, ...rest] = seen.molecules as { energy: number; atoms: unknown[] }[];
      expect(first?.atoms).toHaveLength(3);
      const last = rest.at(-1) ?? first;
      // GFN2-xTB of water at its minimum, in Hartree.
      expect(last?.energy).toBeCloseTo(-5.0705, 3);
      const modes = (seen.frequencies as { vibrational_modes: { frequency: number }[] | null }[]).at(-1);
      expect(modes?.vibrational_modes?.map(({ frequency }) => Math.round(frequency / 100))).toEqual([15, 36, 37]);
    });

    test('changes an item, reads and counts many, lists with its filters', () => {
      expect(seen.update).toMatchObject({ name: 'renamed', notes: 'a note', starred: true, public: false });
      expect(seen['retrieve many']).toEqual([item(2, { name: 'renamed' })]);
      expect(seen['poll many']).toEqual({ 2: 1 });
      expect(seen['list by name']).toEqual([item(2, { name: 'renamed', data: null })]);
      expect(seen['list by type']).toEqual([]);
      expect(seen['list in folder']).toEqual([item(2, { name: 'renamed' })]);
    });

    test('deletes the data of an item, then the item', () => {
      expect(seen['delete data']).toBeNull();
      const before = (seen.retrieve as { data: Record<string, unknown> }).data;
      const after = (seen['after delete data'] as { data: Record<string, unknown> }).data;
      expect(after.calculation_uuid ?? null).toBeNull();
      expect(after.settings).toEqual(before.settings);
      expect(after.initial_molecule).toEqual(before.initial_molecule);
      expect(seen.delete).toBeNull();
      expect(seen['after delete']).toEqual(refused(404, 'The workflow was not found'));
    });

    test('submits a batch and stops it', () => {
      expect(seen['batch submit']).toEqual([
        item(expect.any(Number) as never, { name: 'diol', workflow_type: 'conformer_search' }),
        item(expect.any(Number) as never, { name: 'diamine', workflow_type: 'conformer_search' }),
      ]);
      expect(seen['stop diol']).toBeNull();
      expect(seen.stopped).toEqual([4, 4]);
      expect(seen['poll stopped']).toEqual({ 4: 2 });
    });

    test('makes, reads, changes, lists, draws and deletes folders', () => {
      expect(seen['create folder']).toMatchObject({ uuid, name: 'esters', notes: 'n', parent_uuid: uuid });
      expect(seen['retrieve folder']).toEqual(seen['create folder']);
      expect(seen['update folder']).toMatchObject({ name: 'acids', starred: true, notes: 'n' });
      expect(seen['list folders']).toEqual([seen['update folder']]);
      expect(seen['list inner folders']).toEqual([seen['create inner folder']]);
      expect(seen['folder tree']).toBe('acids\n└── inner\n');
      expect(seen['delete folder']).toBeNull();
      expect(seen['after delete folder']).toEqual(refused(404, 'The folder was not found'));
    });

    test('makes, reads, renames, lists and deletes a project, and knows the default one', () => {
      expect(seen.default_project).toMatchObject({ uuid, name: expect.any(String) });
      expect(seen['create project']).toMatchObject({ uuid, name: 'kinases' });
      expect(seen['retrieve project']).toEqual(seen['create project']);
      expect(seen['update project']).toMatchObject({ name: 'proteases' });
      expect(seen['list projects']).toEqual([seen['update project']]);
      expect(seen['delete project']).toBeNull();
      expect(seen['after delete project']).toEqual(refused(404, 'The project was not found'));
    });

    test('uploads, reads, changes, lists, saves and deletes a protein', () => {
      expect(seen['list no proteins']).toEqual([]);
      const made = seen['upload protein'] as { data: object };
      expect(made).toMatchObject({ uuid, name: 'peptide', public: false, pocket: null });
      expect(seen['retrieve protein']).toEqual(made);
      const pocket = [
        [0, 0, 0],
        [10, 10, 10],
      ];
      expect(seen['update protein']).toMatchObject({ name: 'renamed', pocket });
      expect(seen['list proteins']).toEqual([expect.objectContaining({ name: 'renamed', pocket, data: null })]);
      expect(readPdb(String(seen['downloaded protein'])).models).toEqual((made.data as { models: object }).models);
      expect(seen['delete protein']).toBeNull();
      expect(seen['after delete protein']).toEqual(refused(404, 'is in the trash'));
    });

    test('repairs a protein and waits for it', () => {
      // Five residues of which the file has one atom each: 28 heavy atoms are added, and 39 hydrogens.
      expect(seen['sanitize protein']).toMatchObject({ uuid, name: 'renamed', sanitized: 2 });
      const { data } = seen['sanitize protein'] as { data: ReturnType<typeof readPdb> };
      const residues = Object.values(data.models[0]?.polymer.A?.residues ?? {});
      expect(residues.flatMap(({ atoms }) => Object.values(atoms))).toHaveLength(72);
    });

    test('never complains of an answer', () => {
      const complaints = Object.entries(seen).filter(
        ([, value]) => value !== null && Object.hasOwn(Object(value), 'failed'),
      );
      expect(complaints).toEqual([]);
    });

    test('has each type that it knows understood: taken, or refused for what the server lacks, never for its shape', () => {
      const types = Object.entries(seen).filter(([name]) => name.startsWith('type '));
      expect(types).toHaveLength(32);
      const other = types.filter(([, value]) => {
        const { uuid: taken, detail = '' } = value as { uuid?: string; detail?: string };
        return (
          !taken &&
          !/not available on this server|is switched off on this server|is not a workflow type of this server|is not here/i.test(
            detail,
          )
        );
      });
      expect(other).toEqual([]);
      expect(seen['type conformer search with xtb']).toMatchObject({ workflow_type: 'conformer_search' });
    });

    test('submits by its name each type that it has no function for', () => {
      const byName = {
        bde: 'bde',
        'spin states': 'spin_states',
        'multistage optimization': 'multistage_opt',
        'molecular dynamics': 'molecular_dynamics',
        'electronic properties': 'electronic_properties',
        'hydrogen-bond basicity': 'hydrogen_bond_basicity',
        'protein binder design': 'protein_binder_design',
        conformers: 'conformers',
      };
      const detail = expect.stringMatching(/is not available on this server/);
      for (const [name, type] of Object.entries(byName)) {
        const answer = seen[`type ${name}`] as { uuid?: string };
        const taken = { workflow_type: type, name: type };
        expect(answer, name).toMatchObject(answer.uuid ? taken : { refused: 422, field: expect.any(String), detail });
      }
      const known = { uuid, workflow_type: 'conformer_search', name: 'conformer_search' };
      expect(seen['type conformer search by its name']).toMatchObject(known);
      // The data are looked at first.
      expect(seen['mode that is not offered']).toMatchObject({ refused: 422, field: 'mode' });
      expect(seen['submission without a structure']).toMatchObject({ refused: 422, field: 'initial_molecule' });
    });

    test('has a default that this server lacks run by another method, which the item names first', () => {
      expect(seen['submit default method']).toMatchObject({
        workflow_type: 'basic_calculation',
        data: {
          settings: { method: 'gfn2_xtb' },
          messages: [
            { title: 'Replaced', body: expect.stringMatching(/ is not installed here; computed with GFN2-xTB\.$/) },
          ],
        },
      });
    });

    test('makes a protein of an entry of the PDB', () => {
      expect(seen['protein from the PDB']).toMatchObject({ uuid, name: 'fluorescent' });
    });

    test('gets words for what this server does not have', () => {
      expect(seen['unavailable method']).toMatchObject(refused(422, 'Available: gfn2_xtb'));
      expect(seen['unknown folder']).toEqual(refused(404, 'The folder was not found'));
      expect(seen['protein the PDB does not have']).toMatchObject(
        refused(404, 'The Protein Data Bank has no entry 9ZZZ'),
      );
      expect(seen['msa of another type']).toEqual(refused(404, 'no alignment in the format of colabfold'));
      expect(seen['wrong key']).toEqual(refused(401, 'The API key is not known'));
    });
  });
});
