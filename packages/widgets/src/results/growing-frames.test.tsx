import { type Client, createClient } from '@cuvette/core/client';
import { Bundle, type Molecule, type WorkflowItem } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { itInFull } from '../testing/full-run.ts';

type Element = HTMLElement & { shadowRoot: ShadowRoot; client: Client; item: WorkflowItem; frames: Molecule[] };
const ready = { timeout: 12_000 };

const fixtureOf = async (name: string) =>
  Bundle.parse(await (await fetch(new URL(`./fixtures/${name}.cuvette.json`, import.meta.url).pathname)).json());
const inside = <E extends HTMLElement>(element: Element, selector: string) =>
  element.shadowRoot?.querySelector<E>(selector) ?? null;
const slider = (element: Element) => inside<HTMLInputElement>(element, '.cv-trajectory-frame') as HTMLInputElement;
const button = (element: Element, text: string) =>
  [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.cv-trajectory-controls button') ?? [])].find(
    (each) => each.textContent === text,
  );
const speed = (element: Element) =>
  [...(element.shadowRoot?.querySelectorAll('select') ?? [])].find((each) =>
    [...each.options].some(({ value }) => value === '0.25'),
  ) as HTMLSelectElement;

function pick(select: HTMLSelectElement, value: string) {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Plays over and over, at a quarter of the pace, so that a test can watch it. */
async function play(element: Element) {
  await waitUntil(() => slider(element)?.disabled === false, 'the player', ready);
  pick(speed(element), '0.25');
  button(element, 'Loop')?.click();
  button(element, 'Play')?.click();
  await waitUntil(() => button(element, 'Pause') && slider(element).value === '2', 'it plays', ready);
}

/** Watches what a reader sees of the player while it grows. */
async function growsTo(element: Element, frames: number, grow: () => void) {
  let interrupted = 0;
  const watch = setInterval(() => {
    if (!button(element, 'Pause') || slider(element).disabled) interrupted += 1;
  }, 5);
  grow();
  await waitUntil(() => slider(element).max === String(frames), `${frames} frames`, ready);
  await waitUntil(() => slider(element).value === String(frames), 'it plays on to the new last one', ready);
  await waitUntil(() => slider(element).value === '1', 'and begins anew', ready);
  clearInterval(watch);
  expect(interrupted, 'playing never stopped').to.equal(0);
  expect(speed(element).value).to.equal('0.25');
  expect(button(element, 'Loop')?.getAttribute('aria-pressed')).to.equal('true');
}

describe('a calculation that still runs', () => {
  before(() => setViewport({ width: 1100, height: 800 }));

  itInFull(
    'plays on with each new step of its optimization, at the speed and in the loop that were chosen',
    async () => {
      const bundle = await fixtureOf('basic-calculation');
      const [uuid, calculation] = Object.entries(bundle.calculations).find(
        ([, { molecules }]) => molecules?.length === 6,
      ) as [string, { molecules: Molecule[] }];
      const all = calculation.molecules;
      calculation.molecules = all.slice(0, 4);
      const client = createClient({ bundle });
      const arrives = (count: number) =>
        client.queryClient.setQueryData(client.molecules(uuid).queryKey, structuredClone(all.slice(0, count)));
      const element = await fixture<Element>(
        html`<cuvette-viewer .client=${client} antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
      );
      await play(element);
      await growsTo(element, 5, () => arrives(5));
      await growsTo(element, 6, () => arrives(6));
    },
  );

  it('shows its newest step where nobody chose another one', async () => {
    const bundle = await fixtureOf('basic-calculation');
    const [uuid, calculation] = Object.entries(bundle.calculations).find(
      ([, { molecules }]) => molecules?.length === 6,
    ) as [string, { molecules: Molecule[] }];
    const all = calculation.molecules;
    calculation.molecules = all.slice(0, 4);
    const client = createClient({ bundle });
    const element = await fixture<Element>(
      html`<cuvette-viewer .client=${client} antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
    );
    await waitUntil(() => slider(element)?.disabled === false && slider(element).value === '4', 'the fourth', ready);
    client.queryClient.setQueryData(client.molecules(uuid).queryKey, all.slice(0, 5));
    await waitUntil(() => slider(element).value === '5', 'the fifth', ready);
    const caption = inside(element, '.cv-viewer-caption')?.textContent;
    expect(caption).not.to.contain('Step');
    expect((element as Element & { state: string }).state).to.equal('');
  });

  it('plays on with each new point of its scan', async () => {
    const bundle = await fixtureOf('conformer-search');
    const item = bundle.items[0] as WorkflowItem;
    const uuids = (item.object_data as { conformer_uuids: string[][] }).conformer_uuids.map((stages) => stages.at(-1));
    const scan = (points: number): WorkflowItem => ({
      ...item,
      uuid: '7d1f0d3c-5a55-4b6f-9d0e-000000000003',
      object_type: 'scan',
      object_data: { initial_molecule: item.object_data?.initial_molecule, scan_points: uuids.slice(0, points) },
    });
    const element = await fixture<Element>(
      html`<cuvette-viewer .client=${createClient({ bundle })} .item=${scan(4)} antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
    );
    await play(element);
    await growsTo(element, 5, () => Object.assign(element, { item: scan(5) }));
    await growsTo(element, 7, () => Object.assign(element, { item: scan(7) }));
  });

  it('plays on in the trajectory player of the page, whose frames grow', async () => {
    const bundle = await fixtureOf('basic-calculation');
    const all = Object.values(bundle.calculations).find(({ molecules }) => molecules?.length === 6)?.molecules ?? [];
    const element = await fixture<Element>(
      html`<cuvette-trajectory .frames=${all.slice(0, 4)} antialias="off" style="width:700px;height:480px"></cuvette-trajectory>`,
    );
    await play(element);
    await growsTo(element, 6, () => Object.assign(element, { frames: all }));
    Object.assign(element, { frames: all.slice(0, 3) });
    await waitUntil(() => slider(element).max === '3', 'other frames', ready);
    await aTimeout(50);
    expect(button(element, 'Play'), 'they begin anew').not.to.equal(undefined);
  });
});
