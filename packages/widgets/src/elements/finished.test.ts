import { createClient } from '@cuvette/core/client';
import { type Bundle, itemPollInterval, type Molecule, status } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { fullRun } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';

const address = (name: string) => new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url).pathname;

type Inside = HTMLElement & { shadowRoot: ShadowRoot };
const text = (element: Inside) => element.shadowRoot?.textContent ?? '';
const stage = (element: Inside) =>
  element.shadowRoot?.querySelector('.cv-viewer-stage')?.getAttribute('aria-label') ?? '';
const until = (what: () => unknown, message: string) => waitUntil(what, message);

/** A server in the page: the first item of a bundle in a state, with as much of its calculations as `molecules` leaves. */
async function server(name: string, change: (item: Bundle['items'][number]) => void = () => {}) {
  const bundle = (await (await fetch(address(name))).json()) as Bundle;
  const item = bundle.items[0] as Bundle['items'][number];
  change(item);
  const now = {
    code: status.running as number,
    molecules: (all: Molecule[]): Molecule[] | null => all,
    reads: 0,
    /** What an answer waits for after it was made. */
    held: Promise.resolve(),
    /** What every answer but the first waits for besides. */
    heldLater: Promise.resolve(),
  };
  const answer = async (input: RequestInfo | URL) => {
    const url = new URL(String(input instanceof Request ? input.url : input), location.href);
    if (url.pathname.endsWith(item.uuid)) return Response.json({ ...item, object_status: now.code });
    if (!url.pathname.endsWith('read_molecules')) return Response.json({ detail: 'no' }, { status: 404 });
    now.reads += 1;
    const isFirst = now.reads === 1;
    const all = url.searchParams.getAll('uuids').flatMap((uuid) => {
      const found = now.molecules(bundle.calculations[uuid]?.molecules ?? []);
      return found ? [[uuid, found]] : [];
    });
    await now.held;
    if (!isFirst) await now.heldLater;
    if (all.length === 0) return Response.json({ detail: 'Not now.' }, { status: 403 });
    return Response.json(Object.fromEntries(all));
  };
  const client = createClient({ source: 'shared', fetch: answer as typeof fetch });
  const finish = async () => {
    now.code = status.completed;
    now.molecules = (all) => all;
    await client.queryClient.refetchQueries({ queryKey: ['workflow'] });
  };
  return { uuid: item.uuid, client, now, finish };
}

/** A structure of two atoms, with their charges: what is there of it so far. */
const early = (all: Molecule[]): Molecule[] =>
  all.slice(-1).map((one) => ({
    ...one,
    atoms: one.atoms.slice(0, 2),
    mulliken_charges: one.mulliken_charges?.slice(0, 2) ?? null,
  }));

describe('an element alone, whose item finishes while it is shown', () => {
  it('the viewer draws the last structure', async () => {
    const { uuid, client, now, finish } = await server('basic-calculation');
    now.molecules = early;
    const element = await fixture<Inside>(
      html`<cuvette-viewer workflow=${uuid} .client=${client} antialias="off"></cuvette-viewer>`,
    );
    await until(() => / 2 atoms/.test(stage(element)), 'what there is so far');
    await finish();
    await until(() => /\d atoms/.test(stage(element)) && !/ 2 atoms/.test(stage(element)), 'the whole of it');
  });

  it('the table has the last numbers', async () => {
    const { uuid, client, now, finish } = await server('basic-calculation');
    now.molecules = early;
    const element = await fixture<Inside>(html`<cuvette-table workflow=${uuid} .client=${client}></cuvette-table>`);
    const rows = () => element.shadowRoot?.querySelectorAll('tbody tr').length;
    await until(() => rows() === 2, 'what there is so far');
    await finish();
    await until(() => Number(rows()) > 2, 'the whole of it');
  });

  it('what was asked for before the end and is answered after it is not the last word', async () => {
    const { uuid, client, now, finish } = await server('basic-calculation');
    now.molecules = early;
    let answer = () => {};
    now.held = new Promise((resolve) => {
      answer = resolve;
    });
    const element = await fixture<Inside>(html`<cuvette-table workflow=${uuid} .client=${client}></cuvette-table>`);
    await until(() => now.reads === 1, 'the first read');
    await finish();
    answer();
    await until(() => Number(element.shadowRoot?.querySelectorAll('tbody tr').length) > 2, 'the whole of it');
  });

  it('the trajectory plays all steps', async () => {
    const { uuid, client, now, finish } = await server('basic-calculation');
    now.molecules = (all) => all.slice(0, 2);
    const element = await fixture<Inside>(
      html`<cuvette-trajectory workflow=${uuid} .client=${client} antialias="off"></cuvette-trajectory>`,
    );
    await until(() => stage(element).includes('of 2,'), 'the steps so far');
    await finish();
    await until(() => stage(element).includes('of 6,'), 'all steps');
  });

  it('frames that are being read when it finishes play', async () => {
    const { uuid, client, now, finish } = await server('conformer-search', (item) => {
      const found = item.object_data as { initial_molecule: unknown; conformer_uuids: string[][] };
      item.object_type = 'scan';
      item.object_data = {
        initial_molecule: found.initial_molecule,
        scan_points: found.conformer_uuids.map((stages) => stages.at(-1)),
      };
    });
    let answer = () => {};
    now.heldLater = new Promise((resolve) => {
      answer = resolve;
    });
    const element = await fixture<Inside>(
      html`<cuvette-viewer workflow=${uuid} .client=${client} antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
    );
    await until(() => now.reads > 1, 'the frames are being read, after the structure');
    await finish();
    answer();
    const slider = () => element.shadowRoot?.querySelector<HTMLInputElement>('.cv-trajectory-frame');
    await until(() => slider()?.disabled === false && slider()?.max === '9', 'the player with all frames');
    expect(text(element)).not.to.contain('CancelledError');
  });

  it('table and trajectory follow what comes while it runs', async function () {
    this.timeout(3 * itemPollInterval);
    const { uuid, client, now } = await server('basic-calculation');
    now.molecules = (all) => [...early(all), ...early(all)];
    const box = await fixture<HTMLElement>(html`<div>
      <cuvette-table workflow=${uuid} .client=${client}></cuvette-table>
      <cuvette-trajectory workflow=${uuid} .client=${client} antialias="off"></cuvette-trajectory>
    </div>`);
    const [table, trajectory] = [...box.children] as [Inside, Inside];
    const rows = () => table.shadowRoot?.querySelectorAll('tbody tr').length;
    await until(() => rows() === 2 && stage(trajectory).includes('of 2,'), 'what there is so far');
    now.molecules = (all) => all.slice(0, 3).map((one) => ({ ...one, mulliken_charges: one.atoms.map(() => 0) }));
    // Molecules are polled with the item, whose interval of ten seconds the full run waits for; a page that follows by itself is watched in conformer-search.spec.ts.
    if (!fullRun) await client.queryClient.refetchQueries({ type: 'active' });
    const limit = { timeout: 2 * itemPollInterval };
    await waitUntil(() => rows() === 9 && stage(trajectory).includes('of 3,'), 'what came since', limit);
  });

  it('several elements of the item read what is new once', async () => {
    const { uuid, client, now, finish } = await server('basic-calculation');
    now.molecules = early;
    const box = await fixture<HTMLElement>(html`<div>
      <cuvette-table workflow=${uuid} .client=${client}></cuvette-table>
      <cuvette-table workflow=${uuid} .client=${client}></cuvette-table>
      <cuvette-value workflow=${uuid} path="energy" .client=${client}></cuvette-value>
    </div>`);
    const [first, second, value] = [...box.children] as [Inside, Inside, Inside];
    const rows = (element: Inside) => element.shadowRoot?.querySelectorAll('tbody tr').length;
    await until(() => rows(first) === 2 && rows(second) === 2, 'what there is so far');
    const before = now.reads;
    await finish();
    await until(() => Number(rows(first)) > 2 && Number(rows(second)) > 2, 'the whole of it');
    await until(() => text(value).includes('Hartree'), 'the energy');
    await aTimeout(100);
    expect(now.reads - before).to.equal(1);
  });
});

describe('steps that could not be read', () => {
  it('are reported with cuvette-error, and come when tried again', async () => {
    const { uuid, client, now } = await server('basic-calculation');
    now.code = status.completed;
    now.molecules = () => null;
    const heard: string[] = [];
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.addEventListener('cuvette-error', (event) => heard.push((event as CustomEvent).detail.message));
    const element = document.createElement('cuvette-trajectory') as Inside;
    Object.assign(element, { workflow: uuid, client, antialias: 'off' });
    box.append(element);
    await until(() => text(element).includes('Structure/trajectory failed to load'), 'the message');
    await until(() => heard.length > 0, 'the event');
    expect(heard).to.deep.equal(['Structure/trajectory failed to load']);
    now.molecules = (all) => all;
    const again = [...element.shadowRoot.querySelectorAll('button')].find((each) => each.textContent === 'Try again');
    again?.click();
    await until(() => stage(element).includes('of 6,'), 'the steps');
  });
});
