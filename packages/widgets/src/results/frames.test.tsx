import { createClient } from '@cuvette/core/client';
import { Bundle } from '@cuvette/core/entities';
import { expect, fixture, html } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { still } from '../ui/test-helpers.ts';

const path = (name: string) => new URL(`./fixtures/${name}.cuvette.json`, import.meta.url).pathname;
type Element = HTMLElement & { shadowRoot: ShadowRoot; state: string };
const inside = <E extends HTMLElement>(element: Element, selector: string) =>
  element.shadowRoot?.querySelector<E>(selector) ?? null;
const caption = (element: Element) => inside(element, '.cv-viewer-caption')?.textContent ?? '';
const label = (element: Element) => inside(element, '.cv-viewer-stage')?.getAttribute('aria-label') ?? '';
const player = (element: Element) => inside(element, '.cv-structure-frames');
const slider = (element: Element) => inside<HTMLInputElement>(element, '.cv-trajectory-frame') as HTMLInputElement;
const button = (element: Element, text: string) =>
  [...(player(element)?.querySelectorAll<HTMLElement>('button') ?? [])].find((each) => each.textContent === text);
const ready = { timeout: 12_000 };

function drag(input: HTMLInputElement, value: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(value));
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The frames that an element says it shows, as it says them. */
function told(element: Element): { frame: number; trajectory: number }[] {
  const heard: { frame: number; trajectory: number }[] = [];
  element.addEventListener('cuvette-frame', ({ detail }) => heard.push(detail));
  return heard;
}

describe('frames in a viewer', () => {
  before(() => setViewport({ width: 1100, height: 800 }));

  it('of an optimization have the trajectory player, which moves with the session', async () => {
    const element = await fixture<Element>(
      html`<cuvette-viewer src=${path('basic-calculation')} session="steps" antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
    );
    const frames = told(element);
    await waitUntil(() => player(element) !== null && slider(element)?.disabled === false, 'the player', ready);
    await waitUntil(() => frames.length > 0, 'the frame that is shown', ready);
    expect(frames, 'only what is seen is told').to.deep.equal([{ frame: 5, trajectory: 0 }]);
    // The last geometry is first, as in the result.
    expect(slider(element).value).to.equal('6');
    expect(element.state).to.equal('');
    drag(slider(element), 2);
    await waitUntil(() => caption(element).includes('Step 2 of 6'), 'the viewer follows', ready);
    expect(label(element)).to.contain('Step 2 of 6');
    await waitUntil(() => frames.length > 1, 'the second one', ready);
    expect(frames.slice(1)).to.deep.equal([{ frame: 1, trajectory: 0 }]);
    const saved = element.state;
    expect(saved).not.to.equal('');
    // Playing starts at this frame and stops at the last one.
    button(element, 'Play')?.click();
    await waitUntil(
      () => button(element, 'Play') && caption(element).includes('Step 6 of 6'),
      'played to the end',
      ready,
    );
    await waitUntil(() => frames.at(-1)?.frame === 5, 'each one that was played', ready);
    // A slow machine passes some over, but goes on in order.
    const played = frames.slice(2).map(({ frame }) => frame);
    expect(played).to.deep.equal([...new Set(played)].sort((a, b) => a - b));
    // A saved state, another element of the session, a click in a plot: the player follows.
    element.state = saved;
    await waitUntil(() => slider(element).value === '2', 'the player follows', ready);
    await waitUntil(() => frames.at(-1)?.frame === 1, 'and is told', ready);
    await still();
    await expect(element).to.be.accessible();
  });

  it('of an item whose structures are steps play these, and each becomes the active one', async () => {
    const bundle = Bundle.parse(await (await fetch(path('conformer-search'))).json());
    const item = bundle.items[0] as (typeof bundle.items)[0];
    const uuids = (item.object_data as { conformer_uuids: string[][] }).conformer_uuids.map((stages) => stages.at(-1));
    item.uuid = '7d1f0d3c-5a55-4b6f-9d0e-000000000002';
    item.object_type = 'scan';
    item.object_data = { initial_molecule: item.object_data?.initial_molecule, scan_points: uuids };
    const element = await fixture<Element>(
      html`<cuvette-viewer .client=${createClient({ bundle })} antialias="off" style="width:700px;height:480px"></cuvette-viewer>`,
    );
    await waitUntil(() => player(element) !== null && slider(element)?.disabled === false, 'the player', ready);
    const frames = told(element);
    expect(slider(element).max).to.equal('9');
    expect(caption(element)).to.contain('Step 1 of 9');
    drag(slider(element), 4);
    await waitUntil(() => caption(element).includes('Step 4 of 9'), 'the fourth', ready);
    inside(element, '.cv-viewer-stage')?.focus();
    await sendKeys({ press: 'PageDown' });
    await waitUntil(() => slider(element).value === '5', 'the player follows', ready);
    expect(label(element)).to.contain('Step 5 of 9');
    await waitUntil(() => frames.at(-1)?.frame === 4, 'the fifth', ready);
    expect(frames.slice(-2)).to.deep.equal([3, 4].map((frame) => ({ frame, trajectory: 0 })));
    await sendKeys({ press: '[' });
    await waitUntil(() => slider(element).value === '4', 'back again', ready);
    button(element, 'Play')?.click();
    await waitUntil(
      () => button(element, 'Play') && caption(element).includes('Step 9 of 9'),
      'played to the end',
      ready,
    );
  });
});
