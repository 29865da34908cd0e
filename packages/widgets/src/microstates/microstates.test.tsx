import { createClient } from '@cuvette/core/client';
import { Bundle, toolkitRetryDelay, WorkflowItem } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/microstates.tsx';
import '../elements/table.tsx';
import { formalCharge } from '../structure/charge.ts';
import { loadToolkit, retryDelay } from '../structure/depict.ts';
import { still } from '../ui/test-helpers.ts';
import { percentText } from './microstate-cards.tsx';
import { pHOnSlider } from './use-microstates.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot; item?: unknown; ph?: number };
const src = new URL('../results/fixtures/macropka.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
let stored: unknown;

const $ = <E extends Element = HTMLElement>(host: Host, selector: string) =>
  host.shadowRoot.querySelector<E>(selector) as E;
const $$ = <E extends Element = HTMLElement>(host: Host, selector: string) => [
  ...host.shadowRoot.querySelectorAll<E>(selector),
];
const slider = (host: Host) => $<HTMLInputElement>(host, 'input[type=range]');
const cards = (host: Host) => $$(host, '.cv-microstate');
const weights = (host: Host) => $$(host, '.cv-microstate-weight').map((each) => each.textContent);
const active = (host: Host) => cards(host).findIndex((card) => card.hasAttribute('data-active'));
const ready = async (host: Host) => {
  await waitUntil(() => host.shadowRoot && cards(host).length === 4 && $(host, 'svg'), 'the cards');
  await aTimeout(30);
  return host;
};
const shown = async (markup: ReturnType<typeof html>) => ready(await fixture<Host>(markup));
const item = (change: Record<string, unknown> = {}, data: Record<string, unknown> = {}) => {
  const first = Bundle.parse(structuredClone(stored)).items[0] as WorkflowItem;
  return WorkflowItem.parse({ ...first, ...change, object_data: { ...first.object_data, ...data } });
};
/** Moves the slider as a person does: the browser fires `input` for each step. */
function slide(host: Host, pH: number) {
  const input = slider(host);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(pH));
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Holds what is put off while `during` runs, until `run`: nothing of it depends on the pace of the machine. */
function holdTimers() {
  const { setTimeout: put, clearTimeout: take } = window;
  const waiting = new Map<number, { run: () => void; wait: number }>();
  let next = -1;
  return {
    during(act: () => void) {
      window.setTimeout = ((run: () => void, wait: number) => {
        waiting.set(next, { run, wait });
        return next--;
      }) as typeof setTimeout;
      window.clearTimeout = (id) => {
        if (!waiting.delete(Number(id))) take(id);
      };
      try {
        act();
      } finally {
        Object.assign(window, { setTimeout: put, clearTimeout: take });
      }
    },
    /** How long each that still waits has asked to wait, in milliseconds. */
    held: () => [...waiting.values()].map(({ wait }) => wait),
    run() {
      for (const { run } of waiting.values()) run();
      waiting.clear();
    },
  };
}

before(async () => {
  await setViewport({ width: 1100, height: 800 });
  stored = await (await fetch(src)).json();
});

describe('<cuvette-microstates>', () => {
  it('has a pH slider and a card per microstate: name, weight at that pH, drawing, charge', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    const input = slider(host);
    expect([input.min, input.max, input.step, input.value]).to.deep.equal(['0', '14', '0.1', '7.4']);
    expect(input.getAttribute('aria-valuetext')).to.equal('pH 7.4');
    expect($$(host, '.cv-microstate-name').map((each) => each.textContent)).to.deep.equal([
      'Microstate 1',
      'Microstate 2',
      'Microstate 3',
      'Microstate 4',
    ]);
    // Glycine, pKa 2.34 and 9.60: at pH 7.4 the zwitterion holds 1 / (1 + 10^(7.4 − 9.6)) = 99.4 %.
    expect(weights(host)).to.deep.equal(['<0.1 %', '99.4 %', '<0.1 %', '0.6 %']);
    await waitUntil(() => $$(host, '.cv-microstate-charge').every((each) => each.textContent), 'charges');
    expect($$(host, '.cv-microstate-charge').map((each) => each.textContent)).to.deep.equal([
      'Charge +1',
      'Charge 0',
      'Charge 0',
      'Charge −1',
    ]);
    await waitUntil(() =>
      $$(host, 'cuvette-structure').every((drawing) => (drawing as Host).shadowRoot.querySelector('svg')),
    );
  });

  it('moves to the dominant microstate 50 ms after the last pH change, not before', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    expect(active(host)).to.equal(1);
    const rested: number[] = [];
    host.addEventListener('cuvette-ph', (event) => rested.push((event as CustomEvent).detail.pH));
    // The clock is ours here: what the slider puts off waits until the test runs it, however busy the machine is.
    const clock = holdTimers();
    for (const pH of [6, 4, 2, 1]) {
      clock.during(() => slide(host, pH));
      await aTimeout(20);
      expect(slider(host).value).to.equal(String(pH));
      expect(active(host)).to.equal(1);
      expect(clock.held()).to.deep.equal([50]);
    }
    expect(rested).to.deep.equal([]);
    clock.run();
    await waitUntil(() => active(host) === 0, 'the acid', { interval: 5 });
    expect(rested).to.deep.equal([1]);
    // 1 / (1 + 10^(1 − 2.34)) = 95.6 %.
    expect(weights(host)[0]).to.equal('95.6 %');
    expect($(host, '.cv-ph-now [role=status]').textContent).to.equal('Microstate 1 dominates with 95.6\u00a0%.');
  });

  it('the keyboard moves the slider, and arrow keys go through the cards without moving the pH', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    slider(host).focus();
    await sendKeys({ press: 'ArrowRight' });
    expect(slider(host).value).to.equal('7.5');
    expect(slider(host).getAttribute('aria-valuetext')).to.equal('pH 7.5');
    await sendKeys({ press: 'End' });
    await waitUntil(() => active(host) === 3, 'the base');
    await sendKeys({ press: 'Tab' });
    expect((host.shadowRoot.activeElement as HTMLInputElement).type).to.equal('radio');
    await sendKeys({ press: 'ArrowLeft' });
    await waitUntil(() => active(host) === 2, 'the card before');
    await aTimeout(80);
    expect(active(host)).to.equal(2);
    expect(slider(host).value).to.equal('14');
  });

  it('shares one session: a card moves the row of a table, a row moves the card, and each is reported', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-table src=${src} table="microstates"></cuvette-table>
        <cuvette-microstates src=${src}></cuvette-microstates>
      </div>`,
    );
    const [table, host] = [...box.children] as [Host, Host];
    await ready(host);
    await waitUntil(() => $$(table, 'tbody tr').length === 4, 'the table');
    const selected: string[] = [];
    host.addEventListener('cuvette-select', (event) => selected.push((event as CustomEvent).detail.structure));
    cards(host)[3]?.click();
    await waitUntil(() => $(table, 'tr[aria-selected=true]')?.dataset.row === '3', 'the row follows');
    expect(selected).to.deep.equal(['microstate-4']);
    expect(slider(host).value).to.equal('7.4');
    $$(table, 'tbody tr')[0]?.click();
    await waitUntil(() => active(host) === 0, 'the card follows');
    expect(($(host, 'input[type=radio]:checked') as HTMLInputElement).closest('label')).to.equal(cards(host)[0]);
  });

  it('draws the populations with the slider under the same cursor, and marks the isoelectric point', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    const label = $(host, '[role=img]').getAttribute('aria-label') ?? '';
    expect(label).to.contain('Populations of 4 microstates against pH.');
    expect(label).to.contain('Microstate 2 dominates from pH 2.4 to 9.6.');
    expect(label).to.contain('Isoelectric point at pH 5.97.');
    expect($(host, '.cv-ph-isoelectric text').textContent).to.equal('pI 5.97');
    const cursor = () => $(host, '.cv-ph-cursor line').getBoundingClientRect();
    const thumb = () => {
      const { left, width } = slider(host).getBoundingClientRect();
      return left + 8 + (slider(host).valueAsNumber / 14) * (width - 16);
    };
    for (const pH of [0, 7.4, 14]) {
      slide(host, pH);
      await waitUntil(() => $(host, 'output').textContent === `pH ${pH.toFixed(1)}`);
      expect(cursor().left).to.be.closeTo(thumb(), 1);
    }
    const axis = $(host, '.cv-ph-isoelectric line').getBoundingClientRect();
    slide(host, 6);
    await waitUntil(() => $(host, 'output').textContent === 'pH 6.0');
    expect(cursor().left - axis.left).to.be.closeTo(
      (0.03 / 14) * (slider(host).getBoundingClientRect().width - 16),
      0.6,
    );
  });

  it('a press or drag on the plot moves the pH; a finger that pans the page does not, a tap and a sideways drag do', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    const plot = $(host, '.cv-ph-plot');
    const { left, top, width } = plot.getBoundingClientRect();
    const at = (pH: number) => Math.round(left + 44 + (pH / 14) * (width - 60));
    await sendMouse({ type: 'move', position: [at(3), Math.round(top + 80)] });
    await sendMouse({ type: 'down' });
    await waitUntil(() => Math.abs(slider(host).valueAsNumber - 3) < 0.11, 'the press');
    await sendMouse({ type: 'move', position: [at(12), Math.round(top + 80)] });
    await sendMouse({ type: 'up' });
    expect(slider(host).valueAsNumber).to.be.closeTo(12, 0.11);
    await waitUntil(() => active(host) === 3);
    await sendMouse({ type: 'move', position: [at(5), Math.round(top + 80)] });
    expect(slider(host).valueAsNumber).to.be.closeTo(12, 0.11);

    expect(getComputedStyle(plot).touchAction).to.equal('pan-y');
    const touch = (type: string, pH: number) =>
      plot.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'touch',
          pointerId: 7,
          clientX: at(pH),
          clientY: top + 60,
        }),
      );
    touch('pointerdown', 2);
    touch('pointercancel', 2);
    await aTimeout(30);
    expect(slider(host).valueAsNumber).to.be.closeTo(12, 0.11);
    touch('pointerdown', 2);
    touch('pointerup', 2);
    await waitUntil(() => Math.abs(slider(host).valueAsNumber - 2) < 0.11, 'the tap');
    touch('pointerdown', 4);
    touch('pointermove', 9);
    await waitUntil(() => Math.abs(slider(host).valueAsNumber - 9) < 0.11, 'the drag');
  });

  it('is half the window high when vertical, 65 % else, and as high as the page says', async () => {
    const host = await shown(html`<cuvette-microstates src=${src}></cuvette-microstates>`);
    expect(host.getBoundingClientRect().height).to.be.closeTo(0.65 * innerHeight, 1);
    host.setAttribute('vertical', '');
    await waitUntil(() => Math.abs(host.getBoundingClientRect().height - 0.5 * innerHeight) < 1, 'vertical');
    host.style.setProperty('--cuvette-height', '333px');
    expect(host.getBoundingClientRect().height).to.be.closeTo(333, 1);
  });

  it('says Loading ... until the item is there', async () => {
    const client = createClient({ fetch: () => new Promise(() => {}) });
    const host = await fixture<Host>(
      html`<cuvette-microstates workflow="3cf9adc3-6962-5f74-a196-d88fa30885df" .client=${client}></cuvette-microstates>`,
    );
    await waitUntil(() => host.shadowRoot.textContent === 'Loading ...');
    await still();
    await expect(host).to.be.accessible();
  });

  it('links to the item on the server where it is in somebody else’s page, unless switched off', async () => {
    const client = createClient({
      origin: 'https://cuvette.example',
      source: 'shared',
      fetch: () => new Promise(() => {}),
    });
    const host = await shown(html`<cuvette-microstates .item=${item()} .client=${client}></cuvette-microstates>`);
    const link = $<HTMLAnchorElement>(host, 'header a');
    expect(link.textContent).to.equal('View on Cuvette');
    expect(link.href).to.equal('https://cuvette.example/public/macropka/3cf9adc3-6962-5f74-a196-d88fa30885df');
    host.setAttribute('no-link', '');
    await waitUntil(() => !$(host, 'header a'));
  });

  it('in a frame it fills the window and has the link', async () => {
    const { uuid } = item();
    const server = JSON.stringify(item());
    const frame = document.createElement('iframe');
    frame.style.cssText = 'inline-size:700px;block-size:420px;border:0';
    frame.srcdoc = `<!doctype html><html lang="en"><title>A lab page</title><body style="margin:0">
      <script type="module">
        const real = fetch;
        window.fetch = (input, init) => String(input.url ?? input).includes('${uuid}')
          ? Promise.resolve(new Response(${JSON.stringify(server)}, { headers: { 'content-type': 'application/json' } }))
          : real(input, init);
        await import('${location.origin}/dist/test-embed/one/embed.js');
      </script>
      <cuvette-microstates workflow="${uuid}" public></cuvette-microstates>`;
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(frame);
    const inside = () => frame.contentDocument?.querySelector('cuvette-microstates') as Host | null;
    await waitUntil(() => inside()?.shadowRoot?.querySelector('header a'), 'the link');
    const host = inside() as Host;
    expect($(host, 'header a').textContent).to.equal('View on Cuvette');
    expect($<HTMLAnchorElement>(host, 'header a').href).to.equal(`${location.origin}/public/macropka/${uuid}`);
    expect(host.getBoundingClientRect().height).to.be.closeTo(420, 1);
  });

  it('asks for a toolkit that did not come once more after a second; until then there are cards without charge', async () => {
    const frame = document.createElement('iframe');
    frame.style.cssText = 'inline-size:700px;block-size:420px;border:0';
    frame.srcdoc = `<!doctype html><html lang="en"><title>A lab page</title><body style="margin:0">
      <script type="module" src="${location.origin}/dist/test-embed/flaky/embed.js"></script>
      <cuvette-microstates src="${src}"></cuvette-microstates>`;
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(frame);
    const inside = () => frame.contentDocument?.querySelector('cuvette-microstates') as Host | null;
    await waitUntil(() => inside()?.shadowRoot && cards(inside() as Host).length === 4, 'cards');
    const host = inside() as Host;
    const start = performance.now();
    expect($$(host, '.cv-microstate-charge').map((each) => each.textContent)).to.deep.equal(['', '', '', '']);
    await waitUntil(() => $(host, '.cv-microstate-charge').textContent === 'Charge +1', 'charges');
    expect(performance.now() - start).to.be.at.least(900);
    expect(retryDelay).to.equal(toolkitRetryDelay);
    const asked = frame.contentWindow?.performance.getEntriesByType('resource') ?? [];
    expect(asked.filter(({ name }) => name.includes('openchemlib') && name.endsWith('.js')).length).to.equal(2);
  });

  it('ph="…" starts there and moves there; unreadable and far values do no harm', async () => {
    const host = await shown(html`<cuvette-microstates src=${src} ph="1.5"></cuvette-microstates>`);
    expect(slider(host).value).to.equal('1.5');
    expect(active(host)).to.equal(0);
    host.ph = 12;
    await waitUntil(() => active(host) === 3);
    expect(slider(host).value).to.equal('12');
    host.ph = 99;
    await waitUntil(() => slider(host).value === '14');
    expect(pHOnSlider(7.449)).to.equal(7.4);
    expect(pHOnSlider(-3)).to.equal(0);
  });

  it('charge is unknown where a structure cannot be read; the rest of the screen stays', async () => {
    const toolkit = await loadToolkit();
    expect(formalCharge(toolkit, 'C1CC')).to.equal(null);
    expect(formalCharge(toolkit, '')).to.equal(null);
    expect(formalCharge(toolkit, '[Mg+2]')).to.equal(2);
    const states = Object(item().object_data).microstates as { smiles: string }[];
    const host = await shown(
      html`<cuvette-microstates
        .item=${item({}, { microstates: states.map((each, index) => (index === 2 ? { smiles: 'not a molecule' } : each)) })}
      ></cuvette-microstates>`,
    );
    await waitUntil(() => $$(host, '.cv-microstate-charge').every((each) => each.textContent));
    expect($$(host, '.cv-microstate-charge')[2]?.textContent).to.equal('Charge unknown');
    expect(weights(host)[1]).to.equal('99.4 %');
    await waitUntil(() =>
      ($$(host, 'cuvette-structure')[2] as Host).shadowRoot.textContent?.includes('Preview not available'),
    );
  });

  it('has words for every state: not this type, nothing found, still running, no weights, beyond the range, data that do not fit', async () => {
    const told = async (change: Record<string, unknown>, data: Record<string, unknown>, text: string) => {
      const host = await fixture<Host>(html`<cuvette-microstates .item=${item(change, data)}></cuvette-microstates>`);
      await waitUntil(() => host.shadowRoot.textContent?.includes(text), text);
      await still();
      await expect(host).to.be.accessible();
      return host;
    };
    await told({ object_type: 'conformer_search' }, {}, 'This is not a Macroscopic pKa');
    const none = { microstates: [], microstate_weights_by_pH: [] };
    await told({}, none, 'No microstates were found.');
    await told({ object_status: 1 }, none, 'macropka running');
    await told({}, { microstates: 'nonsense' }, 'The microstates of this result cannot be read.');
    const bare = await told({}, { microstate_weights_by_pH: [] }, 'have no weights by pH');
    expect(cards(bare)).to.have.length(4);
    expect(weights(bare)).to.deep.equal([]);
    const grid = (Object(item().object_data).microstate_weights_by_pH as [number, number[]][]).filter(
      ([pH]) => pH >= 2 && pH <= 7,
    );
    await told({}, { microstate_weights_by_pH: grid }, 'Computed from pH 2.0 to 7.0');
  });

  it('keeps pH and choice when it is moved in the page; two on one page have a pH each', async () => {
    const box = await fixture<HTMLElement>(
      html`<div>
        <cuvette-microstates src=${src} session="one"></cuvette-microstates>
        <cuvette-microstates src=${src} session="two"></cuvette-microstates>
        <section></section>
      </div>`,
    );
    const [one, two, place] = [...box.children] as [Host, Host, HTMLElement];
    await ready(one);
    await ready(two);
    slide(one, 1);
    await waitUntil(() => active(one) === 0);
    place.append(one);
    await aTimeout(50);
    expect(slider(one).value).to.equal('1');
    expect(active(one)).to.equal(0);
    expect([slider(two).value, active(two)]).to.deep.equal(['7.4', 1]);
  });

  for (const [theme, width, vertical] of [
    ['light', 1100, false],
    ['dark', 1100, true],
    ['dark', 380, false],
  ] as const) {
    it(`passes axe and is no wider than its place, ${theme}, ${width} px${vertical ? ', vertical' : ''}`, async () => {
      await setViewport({ width, height: 800 });
      const host = await shown(
        html`<cuvette-microstates src=${src} theme=${theme} ?vertical=${vertical}></cuvette-microstates>`,
      );
      await waitUntil(() => $$(host, '.cv-microstate-charge').every((each) => each.textContent));
      await still();
      await expect(host).to.be.accessible();
      expect(document.documentElement.scrollWidth).to.be.at.most(width);
      const { left, right } = host.getBoundingClientRect();
      for (const part of [slider(host), $(host, '.cv-ph-plot')]) {
        expect(part.getBoundingClientRect().left).to.be.at.least(left);
        expect(part.getBoundingClientRect().right).to.be.at.most(right);
      }
      await setViewport({ width: 1100, height: 800 });
    });
  }

  it('a small weight is not called nothing, and nothing is not called small', () => {
    expect([0, 0.0001, 0.0005, 0.12345, 1].map(percentText)).to.deep.equal(['0.0', '<0.1', '0.1', '12.3', '100.0']);
  });
});
