import { createAccountClient } from '@cuvette/core/client';
import { loadWorkflow } from '@cuvette/core/workflows';
import { expect } from '@open-wc/testing';
import { createRoot, type Root } from 'react-dom/client';
import { fullRun, itInFull } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { batchSdf } from './batch-sdf.ts';
import { batchTable, rowsOf } from './batch-table.ts';
import { BatchForm, BatchResults } from './index.ts';
import { batchWords as words } from './words.ts';

interface Call {
  path: string;
  body: Record<string, unknown>;
}

let root: Root | null = null;
let box: HTMLElement;
let calls: Call[] = [];
/** What was put side by side last. */
let compared: string[] = [];
/** Items of the folder as the server has them now. */
let items: Record<string, unknown>[] = [];
let opened: string | null = null;
let stopRefused = false;
/** SMILES that the project has finished items of. */
let computed: string[] = [];
/** Values that the items of the folder have, as many as ADMET's where a test says so. */
let valueCount = 1;
/** The recipe that the items of the folder were made by. */
let recipe: object | null = null;

const json = (body: unknown, status = 200) =>
  Promise.resolve(new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } }));

/** What the server finds of the SMILES of these tests. */
function findingOf(smiles: string) {
  const parts = smiles.split('.').length;
  const canonical = smiles === 'OCC' ? 'CCO' : smiles;
  const problem = parts > 1 ? 'Solubility takes one molecule.' : null;
  return { canonical, parts, isomers: 0, problem };
}

const item = (uuid: string, more: object) => ({
  uuid,
  name: uuid,
  smiles: 'CCO',
  object_type: 'solubility',
  object_status: 0,
  error: null,
  resubmitted_from_uuid: null,
  values: [],
  ...more,
});

const fakeFetch = ((address: string, init: RequestInit) => {
  const path = new URL(address, 'http://cuvette.test').pathname;
  const body = init.body ? JSON.parse(String(init.body)) : {};
  const isRead = (init.method ?? 'GET') === 'GET';
  if (!isRead) calls.push({ path, body });
  if (path === '/api/methods') return json({ workers: 1, capabilities: ['solubility', 'rdkit'], methods: {} });
  if (path === '/api/platform') return json({});
  if (path === '/api/workflow/batch_check') return json({ results: body.initial_smileses.map(findingOf) });
  if (path === '/api/workflow/batch_identical') {
    const known = (smiles: string) =>
      computed.includes(smiles)
        ? {
            uuid: 'before',
            name: 'ethanol',
            object_type: 'solubility',
            completed_at: '2026-05-03T12:00:00Z',
            hash: 'h',
            submitted_uuid: null,
          }
        : null;
    return json({ results: body.initial_smileses.map(known) });
  }
  if (path === '/api/folder') return json({ uuid: 'f', name: body.name, parent_uuid: null, notes: body.notes });
  if (path === '/api/folder/f') return json({ uuid: 'f', name: 'batch', parent_uuid: null, notes: body.notes });
  if (path === '/api/workflow/batch_submit') {
    const refused = { index: 1, detail: 'No structure could be built.' };
    return json({ uuids: ['i'], skipped: body.names.includes('unbuildable') ? [refused] : [] });
  }
  if (path === '/api/folder/f/values') {
    const columns = Array.from({ length: valueCount }, (_, place) => ({
      path: place === 0 ? 'log_s' : `value_${place}`,
      title: place === 0 ? 'log S' : `Value ${place}`,
      unit: null,
      precision: 2,
    }));
    const as_of = '2026-01-01T00:00:00Z';
    return json({ items, columns: { solubility: columns }, total: items.length, as_of, ...(recipe ? { recipe } : {}) });
  }
  if (isRead && path.startsWith('/api/workflow/')) {
    const found = items.find(({ uuid }) => path.endsWith(String(uuid)));
    const data = { initial_smiles: 'CCO', solubility_method: 'esol_crippen' };
    return json({ ...found, parent_uuid: 'f', created_at: '2026-01-01T00:00:00Z', error: null, object_data: data });
  }
  if (path === '/api/folder/f/submit_failed_again') {
    const again = { recipe: { step: 'first', row: 0 }, resubmitted_from_uuid: 'b' };
    items = [...items, item('new', { object_status: 2, values: [-0.5], ...again })];
    return json({ folder_uuid: 'f', rows: [], skipped: [{ index: 1, detail: 'The ring is open.' }] });
  }
  if (path === '/api/workflow/batch_stop') {
    if (stopRefused) return json({ detail: 'You may only read this folder.' }, 403);
    items = items.map((one) => (body.uuids.includes(one.uuid) ? { ...one, object_status: 4 } : one));
    return json({ ok: true, done: body.uuids.length, missing: [] });
  }
  if (path === '/api/workflow') {
    items = [
      ...items,
      item('new', { object_status: 2, values: [-0.5], resubmitted_from_uuid: body.resubmitted_from_uuid }),
    ];
    return json({ ...item('new', {}), parent_uuid: 'f', created_at: '2026-01-01T00:00:00Z' });
  }
  return json({ detail: 'There is nothing at this address.' }, 404);
}) as typeof fetch;

const client = () => createAccountClient({ origin: '', fetch: fakeFetch });
const until = (condition: () => unknown) => waitUntil(() => Boolean(condition()), 'the batch did not get there');
const text = () => box.textContent ?? '';
const button = (label: string) => [...box.querySelectorAll('button')].find(({ textContent }) => textContent === label);
const cells = (column: number) =>
  [...box.querySelectorAll(`tbody tr[data-row] td[aria-colindex="${column}"]`)].map((cell) => cell.textContent ?? '');

/** Shows the results of the batch in folder f. */
function showResults(notes = '') {
  root?.render(
    <BatchResults
      client={client()}
      folder="f"
      name="batch"
      notes={notes}
      readOnly={false}
      addressOf={({ uuid }) => `/solubility/${uuid}`}
      onOpen={(address) => (opened = address)}
      onCompare={(chosen) => (compared = chosen.map(({ uuid }) => uuid))}
    />,
  );
}

async function openForm() {
  const definition = await loadWorkflow('solubility');
  if (!definition) throw new Error('no solubility');
  root?.render(
    <BatchForm
      definition={definition}
      client={client()}
      folder={null}
      pathOf={({ uuid }) => `/workflow/${uuid}`}
      onSubmitted={(uuid) => (opened = uuid)}
    />,
  );
  await until(() => box.querySelector('textarea'));
}

function paste(list: string) {
  const area = box.querySelector('textarea') as HTMLTextAreaElement;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, list);
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

function drop(name: string, content: string | Uint8Array<ArrayBuffer>) {
  const transfer = new DataTransfer();
  transfer.items.add(new File([content], name));
  box
    .querySelector('.cv-molecule-input')
    ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
}

describe('many molecules at once', () => {
  beforeEach(() => {
    box = document.createElement('div');
    document.body.append(box);
    root = createRoot(box);
    calls = [];
    items = [];
    opened = null;
    stopRefused = false;
    valueCount = 1;
    recipe = null;
    computed = [];
  });
  afterEach(() => {
    root?.unmount();
    box.remove();
  });

  it('says what becomes of each line, runs those that can run, and keeps the others with their reason', async () => {
    await openForm();
    paste('# list\nCCO ethanol\n\nOCC again\nc1cc broken\n[Na+].CC salt\nCCN unbuildable\n');
    await until(() => text().includes(words.willRun(2)));
    expect(text()).to.include(words.leftOut(3));
    expect(text()).to.include('1 blank, one comment');
    expect(cells(4)).to.deep.equal(['will run', 'left out', 'left out', 'left out', 'will run']);
    expect(cells(5)[1]).to.equal(words.sameAs(2));
    expect(cells(5)[2]).to.contain('never closed');
    // The salt runs as its largest part, the repeated one when it is asked for.
    for (const label of [words.largest, words.repeats]) {
      [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label)?.click();
    }
    await until(() => text().includes(words.willRun(4)));
    await until(() => button(words.submit(4))?.disabled === false);
    button(words.submit(4))?.click();
    await until(() => opened === 'f');
    const sent = calls.find(({ path }) => path === '/api/workflow/batch_submit')?.body;
    expect(sent?.initial_smileses).to.deep.equal(['CCO', 'OCC', 'CC', 'CCN']);
    expect(sent?.names).to.deep.equal(['ethanol', 'again', 'salt', 'unbuildable']);
    // What the server itself refused joins the lines that were not run.
    const notes = String(calls.findLast(({ path }) => path === '/api/folder/f')?.body.notes);
    expect(notes).to.contain('| 4 | again | OCC | No structure could be built. |');
    expect(notes).to.contain('| 5 | broken | c1cc |');
  });

  it('offers what was computed already, to open, to leave out for all, and to run again line by line', async () => {
    computed = ['CCO', 'CCC'];
    await openForm();
    paste('CCO ethanol\nCCN amine\nCCC propane\n');
    await until(() => text().includes(words.computedTitle(2)));
    // Nothing is left out by itself.
    expect(text()).to.include(words.willRun(3));
    expect(cells(5)[0]).to.contain('2026 as “ethanol”');
    expect(cells(5)[1]).to.equal('');
    expect(box.querySelector(`a[aria-label="${words.openNamed('ethanol')}"]`)?.getAttribute('href')).to.equal(
      '/workflow/before',
    );
    const all = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === words.computed);
    all?.click();
    await until(() => text().includes(words.willRun(1)));
    box.querySelector<HTMLButtonElement>(`button[aria-label="${words.runAgainNamed(3)}"]`)?.click();
    await until(() => text().includes(words.willRun(2)));
    await until(() => button(words.submit(2))?.disabled === false);
    button(words.submit(2))?.click();
    await until(() => opened === 'f');
    const sent = calls.find(({ path }) => path === '/api/workflow/batch_submit')?.body;
    expect(sent?.initial_smileses).to.deep.equal(['CCN', 'CCC']);
    expect(String(calls.findLast(({ path }) => path.startsWith('/api/folder'))?.body.notes)).to.contain('as “ethanol”');
  });

  it('says its limit, and runs the first thousand of more (ten thousand in the full run) only on request', async () => {
    const many = fullRun ? 10_000 : 1100;
    await openForm();
    paste(
      Array.from(
        { length: many },
        (_, index) => `${'C'.repeat(1 + (index % 50))}${'O'.repeat(1 + Math.floor(index / 50))}`,
      ).join('\n'),
    );
    await until(() => text().includes(words.tooMany(many)));
    expect(box.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).to.equal(true);
    expect(calls.some(({ path }) => path.endsWith('batch_check'))).to.equal(false);
    button(words.takeFirst)?.click();
    await until(() => text().includes(words.willRun(1000)));
  });

  it('takes a table of a spreadsheet in UTF-16 with other columns, and an SDF with an empty and a broken record', async () => {
    await openForm();
    const table = 'ID;Formula;Ligand\nA-1;C2H6O;CCO\nA-2;;C1CC\n';
    drop('table.csv', new Uint8Array([0xff, 0xfe, ...[...table].flatMap((letter) => [letter.charCodeAt(0), 0])]));
    await until(() => text().includes(words.mappingTitle));
    const [smiles, name] = [...box.querySelectorAll<HTMLSelectElement>('.cv-pair select')];
    expect([smiles?.value, name?.value]).to.deep.equal(['2', '0']);
    await until(() => text().includes(words.willRun(1)));
    expect(cells(3)).to.deep.equal(['A-1', 'A-2']);
    expect(cells(5)[1]).to.contain('never closed');
    const ethanol =
      'ethanol\n\n\n  3  2  0  0  0  0            999 V2000\n    0.0000    0.0000    0.0000 C   0  0\n    1.5000    0.0000    0.0000 C   0  0\n    2.2000    1.2000    0.0000 O   0  0\n  1  2  1  0\n  2  3  1  0\nM  END\n';
    const fields = '> <IC50>\n1.5\n\n> <Remark>\nfrom\nthe freezer\n\n';
    drop('set.sdf', [`${ethanol}${fields}`, '\n', 'x\n\n\nnonsense\nM  END\n', ''].join('$$$$\n'));
    await until(() => text().includes(words.fileTaken('set.sdf')) && text().includes(words.willRun(1)));
    expect(cells(6)).to.deep.equal(['CCO', '', '']);
    expect(cells(5)).to.deep.equal([
      '',
      'The record is empty.',
      'The fourth line of the record is no counts line (V2000 or V3000).',
    ]);
    // The data fields of what runs go along.
    await until(() => button(words.submit(1))?.disabled === false);
    button(words.submit(1))?.click();
    await until(() => opened === 'f');
    expect(calls.find(({ path }) => path === '/api/workflow/batch_submit')?.body.columns).to.deep.equal({
      headings: ['IC50', 'Remark'],
      rows: [['1.5', 'from the freezer']],
    });
    // The text of an SDF may be pasted too.
    button(words.fileRemove)?.click();
    await until(() => box.querySelector('textarea'));
    paste(`${ethanol}$$$$\n${ethanol.replace(/^ethanol/, 'again')}$$$$\n`);
    await until(() => text().includes(words.willRun(1)) && text().includes(words.sameAs(1)));
    expect(cells(3)).to.deep.equal(['ethanol', 'again']);
  });

  it('shows all items as they end, a row for what was not run, and submits the failed ones again', async () => {
    items = [
      item('a', { object_status: 2, values: [-1.25] }),
      item('b', { object_status: 3, error: 'The structure fell apart.' }),
      item('c', { object_status: 1 }),
    ];
    const notes =
      '| Line | Name | SMILES | Why it was not run |\n| --- | --- | --- | --- |\n| 9 | lost | c1cc | Ring 1 is open. |\n';
    showResults(notes);
    await until(() => text().includes(words.progress(2, 3)));
    expect(cells(3)).to.deep.equal(['Completed', 'Failed', 'Running', words.notRun]);
    expect(cells(4)).to.deep.equal(['', 'The structure fell apart.', '', 'Ring 1 is open.']);
    expect(cells(5)[0]).to.contain('1.25');
    items = items.map((one) => (one.uuid === 'c' ? { ...one, object_status: 2, values: [-2] } : one));
    await until(() => text().includes(words.progress(3, 3)));
    button(words.again(1))?.click();
    await until(() => cells(2).includes('new'));
    // What was submitted again is in the place of what failed.
    expect(cells(2)).to.deep.equal(['a', 'c', 'new', 'lost']);
    const sent = calls.findLast(({ path }) => path === '/api/workflow')?.body;
    expect(sent).to.include({ resubmitted_from_uuid: 'b', folder_uuid: 'f', initial_smiles: 'CCO', name: 'b' });
    expect(box.querySelector('tbody a')?.getAttribute('href')).to.equal('/solubility/a');
    // Selected rows go side by side; a line that was not run is no item.
    const rows = () => [...box.querySelectorAll<HTMLElement>('tbody tr[data-row]')];
    for (const row of [0, 1, 3])
      rows()[row]?.dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: row > 0 }));
    await until(() => button(words.compareMany(2)));
    button(words.compareMany(2))?.click();
    expect(compared).to.deep.equal(['a', 'c']);
  });

  it('submits the failed steps of a recipe again in one call, and says which cannot begin', async () => {
    recipe = { uuid: null, name: 'Solubility', steps: [{ id: 'first', workflow_type: 'solubility' }] };
    items = ['b', 'c'].map((uuid, row) => item(uuid, { object_status: 3, recipe: { step: 'first', row } }));
    showResults();
    await until(() => button(words.again(2)));
    button(words.again(2))?.click();
    await until(() => button(words.again(1)) && text().includes(words.againFailed(1, 'The ring is open.')));
    expect(text()).to.include(words.progress(2, 2));
    expect(calls.map(({ path }) => path)).to.deep.equal(['/api/folder/f/submit_failed_again']);
  });

  it('scrolls a table of fifty values by itself: the progress and the downloads stay in the window', async () => {
    valueCount = 50;
    items = [item('a', { object_status: 2, values: Array.from({ length: 50 }, (_, place) => place) })];
    box.style.inlineSize = '600px';
    showResults();
    await until(() => cells(2).includes('a'));
    const edge = box.getBoundingClientRect().right;
    for (const part of [box.querySelector('progress'), button(words.sdf)]) {
      expect(part?.getBoundingClientRect().right).to.be.at.most(edge);
    }
  });

  it('stops what has not ended, after a question, and says what the server refused', async () => {
    items = [
      item('a', { object_status: 2, values: [-1.25] }),
      item('b', { object_status: 1 }),
      item('c', { object_status: 0 }),
    ];
    showResults();
    await until(() => button(words.stopAll(2)));
    const stops = () => calls.filter(({ path }) => path === '/api/workflow/batch_stop');
    button(words.stopAll(2))?.click();
    await until(() => text().includes(words.stopAllHint));
    button(words.keepRunning)?.click();
    await until(() => button(words.stopAll(2)));
    expect(stops()).to.deep.equal([]);
    stopRefused = true;
    button(words.stopAll(2))?.click();
    await until(() => button(words.stopNow));
    button(words.stopNow)?.click();
    await until(() => text().includes(words.stopFailed('You may only read this folder.')));
    stopRefused = false;
    button(words.stopNow)?.click();
    await until(() => cells(3).join() === 'Completed,Stopped,Stopped');
    // Only what had not ended is sent, and then nothing is left to stop.
    expect(stops().at(-1)?.body).to.deep.equal({ uuids: ['b', 'c'] });
    await until(() => !text().includes(words.stopNow));
  });

  it('the list’s own columns stay, numbers as numbers; key results are first, and of one that was submitted again what its list said', () => {
    const own = (pairs: [string, string][]) => pairs;
    const valued = (name: string, more: object) =>
      ({ ...item(name, { object_status: 2 }), note: null, values: new Map([['log_s', -1.25]]), ...more }) as Parameters<
        typeof rowsOf
      >[0][number];
    const rows = rowsOf(
      [
        valued('a', {
          columns: own([
            ['IC50', '12.50'],
            ['lot', 'A-1'],
          ]),
        }),
        valued('b', { columns: own([['IC50', '3']]), object_status: 3 }),
        valued('c', { resubmitted_from_uuid: 'b' }),
      ],
      [],
    );
    const value = { path: 'log_s', title: 'log S', unit: null, precision: 2 };
    const table = batchTable(
      rows,
      {
        solubility: [value, { ...value, path: 'main', headline: true, rating: { kind: 'higher', good: -4, okay: -6 } }],
      },
      new Map(),
    );
    const ids = table.columns.map(({ id }) => id);
    expect(ids).to.deep.equal(['structure', 'name', 'main', 'state', 'own:IC50', 'own:lot', 'log_s', 'smiles']);
    const values = (id: string) => [...(table.columns.find((column) => column.id === id)?.values ?? [])];
    expect(values('own:IC50')).to.deep.equal([12.5, 3]);
    expect(values('own:lot')).to.deep.equal(['A-1', null]);
    // On a phone the numbers are beside the names.
    const onPhone = batchTable(rows, { solubility: [{ ...value, headline: true }] }, new Map(), true);
    expect(onPhone.columns.slice(0, 3).map(({ id }) => id)).to.deep.equal(['name', 'log_s', 'structure']);
    const main = table.columns.find(({ id }) => id === 'main');
    expect(main?.kind === 'number' && main.rating).to.deep.equal({ kind: 'higher', good: -4, okay: -6 });
  });

  itInFull('two hundred own columns of ten thousand rows are all kept', () => {
    const columns = Array.from({ length: 200 }, (_, place) => [`Column ${place}`, String(place)] as [string, string]);
    const rows = Array.from({ length: 10_000 }, (_, row) => ({
      ...item(`row ${row}`, { object_status: 2 }),
      note: null,
      values: new Map(),
      columns,
    }));
    const made = rowsOf(rows as unknown as Parameters<typeof rowsOf>[0], []);
    const table = batchTable(made, {}, new Map());
    const own = table.columns.filter(({ id }) => id.startsWith('own:'));
    expect([table.length, own.length]).to.deep.equal([10_000, 200]);
    expect(own.at(-1)?.values[9999]).to.equal(199);
  });

  it('key results that no number has are a column of their own', () => {
    const text = { id: '{count} conformers', values: { count: 12 } };
    const value = { label: null, text, value: 12, uncertainty: null, unit: null, precision: 0 };
    const headline = { values: [value], incomplete: false, applicability: null, note: null };
    const row = { ...item('a', { object_status: 2 }), note: null, values: new Map(), headline };
    const table = batchTable(rowsOf([row as unknown as Parameters<typeof rowsOf>[0][number]], []), {}, new Map());
    const column = table.columns.find(({ id }) => id === 'headline');
    expect(column && [...column.values]).to.deep.equal(['12 conformers']);
  });

  it('writes an SDF with a record for every row, drawn where it can be', async () => {
    const valued = { ...item('a', { object_status: 2 }), note: null, values: new Map([['log_s', -1.25]]) };
    const rows = rowsOf(
      [valued as Parameters<typeof rowsOf>[0][number]],
      [{ line: 4, smiles: 'c1cc', name: null, problem: 'Ring 1 is open.' }],
    );
    const columns = { solubility: [{ path: 'log_s', title: 'log S', unit: null, precision: 2 }] };
    const records = (await batchSdf(rows, batchTable(rows, columns, new Map()))).split('$$$$\n');
    expect(records).to.have.length(3);
    expect(records[0]).to.match(/^a\n/);
    expect(records[0]).to.match(/\n {2}3 {2}2 /);
    expect(records[0]).to.contain('> <log S>\n-1.25\n');
    expect(records[1]).to.match(/^Line 4\n/);
    expect(records[1]).to.contain('> <Why>\nRing 1 is open.\n');
  });
});
