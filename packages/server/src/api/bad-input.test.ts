import { readdir } from 'node:fs/promises';
import { emptyPdb } from '@cuvette/core/chemistry';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { admitSubmitted } from '../queue/admission.ts';
import { registerWorker } from '../queue/workers.ts';
import type { RunningServer } from '../serve.ts';
import { row } from '../store/database/database.ts';
import { firstAccount } from '../store/users.ts';
import { onOneDatabase } from '../testing/databases.ts';
import { probeReport } from '../testing/probe-report.ts';
import { call, ownerKey, startTestServer } from '../testing/test-server.ts';

const oxygen = { atomic_number: 8, position: [0, 0, 0.12] };
const hydrogens = [
  { atomic_number: 1, position: [0, 0.76, -0.48] },
  { atomic_number: 1, position: [0, -0.76, -0.48] },
];
const water = { charge: 0, multiplicity: 1, atoms: [oxygen, ...hydrogens] };
/** Neon atoms, 3 Å apart. */
const neon = (count: number) => ({
  charge: 0,
  multiplicity: 1,
  atoms: Array.from({ length: count }, (_, index) => ({
    atomic_number: 10,
    position: [3 * (index % 100), 3 * Math.floor(index / 100), 0],
  })),
});
const withAtom = (atom: object) => ({ ...water, atoms: [{ ...oxygen, ...atom }, ...hydrogens] });

const impossible =
  "This combination of electrons, charge, and multiplicity is impossible. Double check the charge and multiplicity values given and verify that it's correct.";

/** Molecules that cannot be computed, and the message for each. */
const molecules: [string, unknown, RegExp | string][] = [
  ['no atoms', { ...water, atoms: [] }, 'no atoms'],
  ['element 0', withAtom({ atomic_number: 0 }), /atomic number 0|at least 1/],
  ['element 119', withAtom({ atomic_number: 119 }), '119'],
  ['an element with a fraction', withAtom({ atomic_number: 1.5 }), 'whole number'],
  ['a position that is text', withAtom({ position: ['NaN', 0, 0] }), 'number'],
  ['a position that is null, as NaN is written', withAtom({ position: [null, 0, 0] }), 'number'],
  ['a position of two numbers', withAtom({ position: [0, 0] }), 'position'],
  ['two atoms at the same point', { ...water, atoms: [oxygen, oxygen] }, 'same point'],
  ['10 001 atoms', neon(10_001), '10001 atoms; at most 10000'],
  ['charge +50', { ...water, charge: 50 }, impossible],
  ['charge −50 with an odd multiplicity', { ...water, charge: -50, multiplicity: 2 }, impossible],
  ['a charge with a fraction', { ...water, charge: 0.5 }, 'whole number'],
  [
    'lattice vectors of 1e103 Å',
    {
      ...water,
      cell: {
        lattice_vectors: [
          [1e103, 0, 0],
          [0, 1e103, 0],
          [0, 0, 1e103],
        ],
      },
    },
    'longer than 1000000 Å',
  ],
  ['multiplicity 0', { ...water, multiplicity: 0 }, 'multiplicity'],
  ['multiplicity −1', { ...water, multiplicity: -1 }, 'multiplicity'],
];

const evil = '$(touch cuvette-was-here)`touch cuvette-was-here`;touch cuvette-was-here';

onOneDatabase('bad input', (place) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer(place());
    const worker = { name: 'w', host: 'h', memoryMb: 1, serverId: null, report: probeReport };
    await registerWorker(server.services.db, worker);
  });
  afterAll(() => server.stop());

  const post = (path: string, body: unknown) => call(server, 'POST', path, { body });
  const basic = { workflow_type: 'basic_calculation', workflow_data: { settings: { method: 'mmff94' } } };
  const submit = (more: object) => post('/api/workflow', { ...basic, ...more });
  const raw = async (path: string, body: string | Uint8Array<ArrayBuffer>) => {
    const headers = { 'x-api-key': ownerKey, 'content-type': 'application/json' };
    const answer = await fetch(new URL(path, server.address), { method: 'POST', headers, body });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };

  test('a number of conformers that nobody can compute is refused', async () => {
    for (const workflow_data of [
      { max_confs: 44_000_000 },
      { conf_gen_settings: { settings_type: 'etkdg', max_confs: 44_000_000 } },
    ]) {
      const answer = await post('/api/workflow', {
        workflow_type: 'conformer_search',
        initial_molecule: water,
        workflow_data: { mode: 'manual', ...workflow_data },
      });
      expect(answer).toMatchObject({ status: 422, body: { field: expect.stringContaining('max_confs') } });
    }
  });

  test('settings with so many values that judging them would take seconds are refused, whatever is in them', async () => {
    const many = Array(200_000).fill(null);
    const named = Object.fromEntries(many.slice(0, 30_000).map((_, index) => [`key ${index}`, 1]));
    const settings: [string, Record<string, unknown>][] = [
      ['settings', { settings: named }],
      ['settings', { settings: { method: 'mmff94', opt_settings: { constraints: many } } }],
      ['settings', { settings: { method: 'mmff94', opt_settings: { constraints: [{ atoms: many }] } } }],
      ['workflow_data', named],
    ];
    const detail = expect.stringContaining('more than 20000 values');
    for (const [field, workflow_data] of settings) {
      const body = { ...basic, initial_molecule: water, workflow_data };
      expect(await post('/api/workflow', body)).toMatchObject({ status: 422, body: { field, detail } });
      expect((await post('/api/workflow', { ...body, is_draft: true })).status).toBe(422);
      const asked = await post('/api/workflow/will_be_dispatched', body);
      expect(asked).toMatchObject({ status: 200, body: { to_be_dispatched: false, field, reason: detail } });
    }
    const check = { workflow_type: 'solubility', workflow_data: { temperatures: many }, initial_smileses: ['C'] };
    expect(await post('/api/workflow/batch_check', check)).toMatchObject({
      status: 422,
      body: { field: 'temperatures', detail },
    });
    // Structures have limits of their own; of many mistakes one is reported.
    const broken = await submit({ initial_molecule: { ...water, atoms: many } });
    expect(broken).toMatchObject({
      status: 422,
      body: { detail: expect.stringContaining('oo many values do not fit') },
    });
    const target = { workflow_type: 'docking', workflow_data: { target: { models: many } }, initial_molecule: water };
    expect((await post('/api/workflow', target)).status).toBe(422);
    const search = { workflow_type: 'double_ended_ts_search', workflow_data: { reactant: { ...water, atoms: many } } };
    expect((await post('/api/workflow', search)).status).toBe(422);
  });

  test.each(molecules)(
    'a molecule with %s is refused where it is submitted, kept or asked about',
    async (_name, molecule, words) => {
      const { default_project_uuid } = (await call(server, 'GET', '/api/user/me')).body;
      const answers = [
        await submit({ initial_molecule: molecule }),
        await submit({ workflow_data: { ...basic.workflow_data, initial_molecule: molecule } }),
        await post(`/api/project/${default_project_uuid}/create_structure`, { name: 'n', molecule }),
      ];
      for (const { status, body } of answers) {
        expect(status, JSON.stringify(body)).toBe(422);
        if (typeof words === 'string') expect(body.detail).toContain(words);
        else expect(body.detail).toMatch(words);
        expect(body.field).toBeTypeOf('string');
      }
      // A draft is kept as it is, and judged when it is submitted.
      const draft = await submit({ initial_molecule: molecule, is_draft: true });
      if (draft.status === 201) {
        expect((await post(`/api/workflow/${draft.body.uuid}/submit_draft`, {})).status).toBe(422);
      } else expect(draft.status).toBe(422);
    },
  );

  test('numbers beyond all bounds are no positions', async () => {
    const far = JSON.stringify({ ...basic, initial_molecule: water }).replace('0.12', '1e999');
    const answer = await raw('/api/workflow', far);
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    for (const word of ['NaN', 'Infinity', '-Infinity']) {
      expect((await raw('/api/workflow', far.replace('1e999', word))).status, word).toBe(400);
    }
  });

  test('a structure that is too large for a method is refused with how large it may be', async () => {
    const settings = { method: 'gfn2_xtb' };
    const large = await submit({ initial_molecule: neon(3001), workflow_data: { settings } });
    expect(large).toMatchObject({ status: 422, body: { field: 'initial_molecule' } });
    expect(large.body.detail).toContain('3001 atoms; with GFN2-xTB at most 3000');
    expect((await submit({ initial_molecule: neon(3000), workflow_data: { settings } })).status).toBe(201);
  });

  test.each(['pka', 'macropka', 'hydrogen_bond_basicity', 'ion_mobility'])(
    '%s says before it is submitted that 200 heavy atoms are too many, of a SMILES without building it',
    async (workflow_type) => {
      const words = 'takes at most 100 heavy atoms; this structure has 200. Submit the part that matters.';
      const smiles = await submit({ workflow_type, workflow_data: {}, initial_smiles: 'C'.repeat(200) });
      expect(smiles).toMatchObject({ status: 422, body: { field: 'initial_smiles' } });
      expect(smiles.body.detail).toContain(words);
      if (workflow_type === 'macropka') return;
      const molecule = await submit({ workflow_type, workflow_data: {}, initial_molecule: neon(200) });
      expect(molecule).toMatchObject({ status: 422, body: { field: 'initial_molecule' } });
      expect(molecule.body.detail).toContain(words);
    },
  );

  test.each([
    ['empty', ''],
    ['blank', '  \r\n\t'],
    ['of 5 MB', 'C'.repeat(5 * 2 ** 20)],
    ['of an unknown element', 'C[Xx]C'],
    ['that is a path', '../../../../etc/passwd'],
    ['that is a command', evil],
    ['with an atom of a charge that no atom has', '[C+50]'],
  ])('a SMILES %s is refused in words', async (_name, smiles) => {
    const body = {
      workflow_type: 'conformer_search',
      workflow_data: { conf_gen_mode: 'rapid' },
      initial_smiles: smiles,
    };
    const answer = await post('/api/workflow', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(String(answer.body.detail).length).toBeGreaterThan(10);
    expect(String(answer.body.detail).length).toBeLessThan(500);
  });

  test('SMILES of a call: the five of a batch and up to 50, no more', async () => {
    const batch = (count: number) => post('/api/convert/smiles_to_mols', { smiles: Array(count).fill('C') });
    for (const count of [5, 50]) {
      const { status, body } = await batch(count);
      expect([status, body.results], String(count)).toEqual([200, expect.objectContaining({ length: count })]);
    }
    expect(await batch(51)).toMatchObject({ status: 422, body: { field: 'smiles' } });
  });

  test('text that is no UTF-8 is refused, not stored as something else; a byte order mark is none of the text', async () => {
    const latin = Buffer.from('{"name": "Benzols\u00e4ure"}', 'latin1');
    const answer = await raw('/api/folder', Uint8Array.from(latin));
    expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('UTF-8') } });
    const marked = Uint8Array.from(Buffer.from('\ufeff{"name": "Säure"}', 'utf8'));
    expect(await raw('/api/folder', marked)).toMatchObject({ status: 201, body: { name: 'Säure' } });
  });

  test('lines that end in CR LF are read like others, and never split a header', async () => {
    const xyz = ['3', 'water', 'O 0 0 0.12', 'H 0 0.76 -0.48', 'H 0 -0.76 -0.48', ''];
    const read = async (end: string) => {
      const answer = await post('/api/convert/files_to_mols', { filename: 'a.xyz', text: xyz.join(end) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body;
    };
    expect(await read('\r\n')).toEqual(await read('\n'));
    const lines = 'a\r\nset-cookie: stolen=1';
    expect(await post('/api/protein', { name: lines, protein_data: emptyPdb() })).toMatchObject({
      status: 422,
      body: { field: 'name' },
    });
    const name = 'a"; filename="evil.html\\r\\nset-cookie: stolen=1';
    const protein = (await post('/api/protein', { name, protein_data: emptyPdb() })).body;
    const file = await call(server, 'GET', `/api/protein/${protein.uuid}/get_pdb_file`);
    expect(file.status).toBe(200);
    expect(file.headers.getSetCookie()).toEqual([]);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.pdb"$/);
    const item = (await submit({ initial_molecule: water, name })).body;
    const bundle = await call(server, 'GET', `/api/workflow/${item.uuid}/bundle?format=zip`);
    expect(bundle.status).toBe(200);
    expect(bundle.headers.getSetCookie()).toEqual([]);
    expect(bundle.headers.get('content-disposition')).toMatch(/^attachment; filename="[\w.-]+\.zip"$/);
  });

  test('commands, paths and markup in any text are text: they come back as they were and do nothing', async () => {
    const before = (await readdir(process.cwd())).sort();
    for (const text of [
      evil,
      '../../etc/passwd',
      '..\\..\\x',
      '<svg onload=alert(1)><script>alert(1)</script></svg>',
    ]) {
      const project = (await post('/api/project', { name: text })).body;
      const folder = (await post('/api/folder', { name: text, notes: text })).body;
      const item = (
        await submit({ initial_molecule: { ...water, smiles: text }, name: text, folder_uuid: folder.uuid })
      ).body;
      const protein = (await post('/api/protein', { name: text, protein_data: emptyPdb() })).body;
      const kept = [
        [`/api/project/${project.uuid}`, 'name'],
        [`/api/folder/${folder.uuid}`, 'name'],
        [`/api/folder/${folder.uuid}`, 'notes'],
        [`/api/workflow/${item.uuid}`, 'name'],
        [`/api/protein/${protein.uuid}`, 'name'],
      ] as const;
      for (const [path, key] of kept) {
        const { body, headers } = await call(server, 'GET', path);
        expect(body[key], path).toBe(text);
        expect(headers.get('content-type')).toMatch(/^application\/json/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      }
      const others = [
        post('/api/share_link', { workflow_uuid: item.uuid, name: text }),
        post('/api/saved_search', { name: text, name_contains: text }),
        post('/api/api_key', { name: text }),
        post(`/api/workflow/${item.uuid}`, { notes: text }),
        call(server, 'GET', `/api/folder/${folder.uuid}/contents?name_contains=${encodeURIComponent(text)}`),
      ];
      for (const { status } of await Promise.all(others)) expect([200, 201]).toContain(status);
    }
    expect((await readdir(process.cwd())).sort()).toEqual(before);
  });

  test('an SVG is no structure, and no answer of the API can be opened as a page', async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const filename of ['a.svg', 'a.xyz', 'a.sdf']) {
      expect((await post('/api/convert/files_to_mols', { filename, text })).status, filename).toBe(422);
    }
    expect((await post('/api/convert/pdb_file_to_protein', { text })).status).toBe(422);
    for (const path of ['/api/user/me', '/api/nowhere', '/api/openapi.json', '/api/shared/workflow/x']) {
      const { headers } = await call(server, 'GET', path);
      expect(headers.get('content-security-policy'), path).toContain('sandbox');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
    // The one page under /api loads nothing from elsewhere and runs nothing inline.
    const docs = (await call(server, 'GET', '/api/docs')).headers.get('content-security-policy');
    expect(docs).toContain("script-src 'self'");
  });

  test('100 000 levels of JSON are refused before anything walks them, on every kind of call', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = open.repeat(100_000) + (open === '[' ? '' : '1') + close.repeat(100_000);
      for (const path of [
        '/api/workflow',
        '/api/folder',
        '/api/protein',
        '/api/convert/files_to_mols',
        '/api/session/sign_in',
      ]) {
        const answer = await raw(path, deep);
        // Where nobody is known, its length is too much already.
        if (path === '/api/session/sign_in') expect(answer.status).toBe(413);
        else
          expect(answer).toMatchObject({
            status: 400,
            body: { detail: expect.stringContaining('nested') },
          });
      }
    }
  });

  test('of keys that occur twice the last one counts, for the check and for what is stored', async () => {
    const made = await raw('/api/folder', '{"name": 7, "name": "kept", "public": true, "public": false}');
    expect(made).toMatchObject({ status: 201, body: { name: 'kept', public: false } });
    expect((await raw('/api/folder', '{"name": "fine", "name": 7}')).status).toBe(422);
    const odd = await raw(
      '/api/folder',
      '{"name": "odd", "__proto__": {"public": true}, "constructor": {"public": true}}',
    );
    expect(odd).toMatchObject({ status: 201, body: { name: 'odd', public: false } });
    expect(({} as { public?: unknown }).public).toBeUndefined();
  });

  test('nobody may have more items waiting and running than are bearable', async () => {
    const { db } = server.services;
    const account = await firstAccount(db.drizzle);
    const user = account?.id ?? '';
    const count = async () =>
      (
        await row<{ count: number }>(
          db.drizzle,
          sql`SELECT count(*)::int AS count FROM workflow WHERE run_by = ${user} AND object_status IN (0, 1, 5)`,
        )
      )?.count ?? 0;
    const present = await count();
    expect(present).toBeGreaterThan(1);
    await db.transaction((tx) => admitSubmitted(tx, user, [], { limit: 100, most: present }));
    const refused = db.transaction((tx) => admitSubmitted(tx, user, [], { limit: 100, most: present - 1 }));
    await expect(refused).rejects.toMatchObject({
      status: 429,
      message: expect.stringContaining(`${present} items that wait or run`),
    });
  });

  describe('security: errors', () => {
    test('of the inside hide what happened; the log has the number that the person sees', async () => {
      const { drizzle } = server.services.db;
      const seen: string[] = [];
      const listen = vi.spyOn(console, 'error').mockImplementation((...parts) => seen.push(parts.join(' ')));
      await drizzle.execute(sql`ALTER TABLE folder RENAME TO away`);
      const answer = await post('/api/folder', { name: 'a secret name' }).finally(async () => {
        await drizzle.execute(sql`ALTER TABLE away RENAME TO folder`);
        listen.mockRestore();
      });
      expect(answer.status).toBe(500);
      const number = /\((req-\w+)\)/.exec(String(answer.body.detail))?.[1] ?? 'none';
      expect(Object.keys(answer.body)).toEqual(['detail']);
      expect(JSON.stringify(answer.body)).not.toMatch(/folder|relation|select|insert|at .*\.ts/i);
      expect(seen.join('')).toContain(number);
      expect(seen.join('')).toContain('does not exist');
    });
  });
});
