import { createClient } from '@cuvette/core/client';
import { Molecule, playbackFramesPerSecond } from '@cuvette/core/entities';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { engineOf } from '../testing/engine-of.ts';
import { fullRun, itInFull } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/trajectory.tsx';
import { still } from '../ui/test-helpers.ts';
import {
  button,
  find,
  type Host,
  labelled,
  loadState,
  pick,
  press,
  replicate,
  said,
  slide,
  streamsOf,
  testClient,
  trajectoryItem,
} from './test-helpers.ts';

const ready = (host: Host, state = 'success') => waitUntil(() => loadState(host) === state, `the player says ${state}`);

async function player(
  change: Record<string, unknown> = {},
  item = trajectoryItem(),
): Promise<{ host: Host; uuid: string }> {
  const host = document.createElement('cuvette-trajectory') as Host;
  Object.assign(host, { antialias: 'off', item, client: testClient(), ...change });
  const box = await fixture<HTMLElement>(html`<div style="width:900px"></div>`);
  box.append(host);
  // The controls come with a script of their own; a player that can play nothing has none.
  await waitUntil(() => button(host, 'Play') || find(host, '[role=alert]') || find(host, '.cv-state'), 'the view');
  return { host, uuid: item.uuid };
}

const frameSlider = (host: Host) => labelled(host, 'Frame');
const shownFrame = (host: Host) => frameSlider(host).valueAsNumber;

describe('the trajectory player', () => {
  before(() => setViewport({ width: 1000, height: 800 }));

  it('has a trajectory picker, a frame range with a Load button, play and pause with a frame slider', async () => {
    const { host } = await player();
    await waitUntil(() => labelled(host, 'Trajectory'), 'the controls');
    expect([...labelled<HTMLSelectElement>(host, 'Trajectory').options].map(({ text }) => text)).to.deep.equal(
      [1, 2, 3, 4, 5, 6].map((number) => `Trajectory ${number}`),
    );
    expect(loadState(host)).to.equal('idle');
    expect(labelled(host, 'First frame to load').value).to.equal('1');
    expect(labelled(host, 'Last frame to load').value).to.equal('400');
    expect(button(host, 'Load')?.disabled).to.equal(false);
    expect(button(host, 'Play')?.disabled).to.equal(false);
    expect(frameSlider(host).disabled).to.equal(true);
    expect(labelled<HTMLSelectElement>(host, 'Alignment').value).to.equal('default');
    expect(labelled<HTMLSelectElement>(host, 'Speed').value).to.equal('1');
    expect(button(host, 'Loop')?.getAttribute('aria-pressed')).to.equal('false');
  });

  it('loads the range in a worker, and shows every frame of it by the slider', async () => {
    const { host, uuid } = await player();
    slide(labelled(host, 'First frame to load'), 101);
    slide(labelled(host, 'Last frame to load'), 200);
    await press(host, 'Load');
    await ready(host);
    // A stream that the page itself had to decode would say `main`.
    expect(host.getAttribute('data-decoder')).to.equal('worker');
    expect(await streamsOf(uuid)).to.deep.include.members([
      {
        path: `/api/shared/trajectory/${uuid}/compressed_stream?replicate=0&start_frame=100&num_frames=100`,
        replicate: 0,
        start: 100,
        count: 100,
        sent: 100,
        left: false,
      },
    ]);
    expect(said(host)).to.contain('Loaded 100 frames.').and.to.contain('Frame 101 of 400');
    expect([frameSlider(host).min, frameSlider(host).max, frameSlider(host).value]).to.deep.equal([
      '101',
      '200',
      '101',
    ]);
    const heard = oneEvent(host, 'cuvette-frame');
    slide(frameSlider(host), 150);
    expect((await heard).detail).to.deep.equal({ frame: 149, trajectory: 0 });
    expect(frameSlider(host).getAttribute('aria-valuetext')).to.equal('Frame 150 of 400');
    expect(find(host, '.cv-viewer-stage')?.getAttribute('aria-label')).to.equal(
      'Ethanol in motion, Trajectory 1, Frame 150 of 400, 9 atoms',
    );
  });

  it('shows the first frame before the stream ends, with the controls disabled meanwhile', async () => {
    const { host, uuid } = await player({ trajectory: replicate.slow + 1 });
    await press(host, 'Load');
    await ready(host, 'pending');
    await waitUntil(() => said(host).includes('Frame 1 of 120'), 'the first frame');
    expect((await streamsOf(uuid))[0]?.sent).to.be.lessThan(60);
    expect(loadState(host)).to.equal('pending');
    for (const control of host.shadowRoot.querySelectorAll<HTMLInputElement>(
      '.cv-trajectory-controls :is(button, input, select)',
    )) {
      expect(control.disabled, control.ariaLabel ?? control.textContent ?? '').to.equal(true);
    }
    expect(find<HTMLProgressElement>(host, 'progress')?.max).to.equal(120);
    await ready(host);
    for (const control of host.shadowRoot.querySelectorAll<HTMLInputElement>(
      '.cv-trajectory-controls :is(button, input, select)',
    )) {
      expect(control.disabled, control.ariaLabel ?? control.textContent ?? '').to.equal(false);
    }
  });

  it('plays the first trajectory where the page names one that there is not, and says so in the console', async () => {
    const said: string[] = [];
    const { warn } = console;
    console.warn = (text: unknown) => said.push(String(text));
    try {
      const steps = Array.from({ length: 60 }, (_, index) => ({
        atoms: [
          { atomic_number: 1, position: [0, 0, 0] },
          { atomic_number: 1, position: [0.7 + index / 1000, 0, 0] },
        ],
      }));
      const { host } = await player({ frames: steps, trajectory: 9 });
      await ready(host);
      expect(frameSlider(host).max).to.equal('60');
      const { host: item } = await player({ trajectory: 9 });
      await waitUntil(() => labelled(item, 'Trajectory'), 'the controls');
      expect(labelled(item, 'Last frame to load').value).to.equal('400');
      await press(item, 'Load');
      await ready(item);
      expect(said).to.deep.equal([
        'Cuvette: there is no trajectory 9, there is only one. Trajectory 1 is shown.',
        'Cuvette: there is no trajectory 9, they are 1 to 6. Trajectory 1 is shown.',
      ]);
    } finally {
      console.warn = warn;
    }
  });

  it('ends the stream when it is left: another page, another trajectory', async () => {
    for (const leave of [(host: Host) => host.remove(), (host: Host) => host.setAttribute('trajectory', '1')]) {
      const { host, uuid } = await player({ trajectory: replicate.slow + 1 });
      await press(host, 'Load');
      await waitUntil(() => said(host).includes('Frame 1 of 120'), 'the first frame');
      leave(host);
      let log = await streamsOf(uuid);
      for (let attempt = 0; attempt < 40 && !log[0]?.left; attempt++) {
        await aTimeout(50);
        log = await streamsOf(uuid);
      }
      expect(log[0]?.left, 'the server saw the connection close').to.equal(true);
      expect(log[0]?.sent).to.be.lessThan(120);
    }
  });

  itInFull('keeps the pace of 24 frames per second by the wall clock, from the range’s start to its end', async () => {
    const { host } = await player();
    slide(labelled(host, 'Last frame to load'), 60);
    await press(host, 'Load');
    await ready(host);
    const seen: { frame: number; at: number }[] = [];
    host.addEventListener('cuvette-frame', ({ detail }) => seen.push({ frame: detail.frame, at: performance.now() }));
    const begin = performance.now();
    await press(host, 'Play');
    await waitUntil(() => button(host, 'Pause'), 'it plays');
    await waitUntil(() => button(host, 'Play'), 'it stops at the end');
    expect(seen.at(-1)?.frame).to.equal(59);
    expect(shownFrame(host)).to.equal(60);
    // Every frame is the clock's, whatever was skipped: never ahead of it. How late one may be shown is judged where nothing else runs.
    const off = seen.slice(0, -1).map(({ frame, at }) => {
      return frame - Math.floor(((at - begin) / 1000) * playbackFramesPerSecond);
    });
    const told = seen.map(({ frame, at }) => `${frame} at ${Math.round(at - begin)} ms`).join(', ');
    expect(Math.max(...off), told).to.be.at.most(1);
    expect((seen.at(-1)?.at ?? 0) - begin).to.be.at.least(2300);
    if (!fullRun) return;
    expect(off.length, told).to.be.greaterThan(9);
    expect(off.filter((frames) => frames >= -2).length / off.length, told).to.be.at.least(0.9);
    expect((seen.at(-1)?.at ?? 0) - begin).to.be.at.most(4000);
  });

  it('pausing stops it, and so does moving the slider, also by keyboard', async () => {
    const { host } = await player();
    await press(host, 'Load');
    await ready(host);
    await press(host, 'Play');
    await waitUntil(() => shownFrame(host) > 5, 'it plays');
    await press(host, 'Pause');
    await waitUntil(() => button(host, 'Play'));
    const paused = shownFrame(host);
    await aTimeout(200);
    expect(shownFrame(host)).to.equal(paused);

    await press(host, 'Play');
    await waitUntil(() => shownFrame(host) > paused, 'it plays on');
    slide(frameSlider(host), 300);
    await waitUntil(() => button(host, 'Play'));
    await aTimeout(200);
    expect(shownFrame(host)).to.equal(300);

    await press(host, 'Play');
    await waitUntil(() => shownFrame(host) > 300, 'it plays on');
    frameSlider(host).focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => button(host, 'Play'));
    expect(shownFrame(host)).to.equal(1);
    await sendKeys({ press: 'ArrowRight' });
    expect(shownFrame(host)).to.equal(2);
  });

  it('moves both ends of the range by keyboard, 50 to 1000 frames apart', async () => {
    const { host } = await player();
    const [start, end] = [labelled(host, 'First frame to load'), labelled(host, 'Last frame to load')];
    end.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => end.value === '50');
    expect(start.value).to.equal('1');
    start.focus();
    await sendKeys({ press: 'ArrowRight' });
    await waitUntil(() => start.value === '2');
    expect(end.value).to.equal('51');
    expect(start.getAttribute('aria-valuetext')).to.equal('Frames 2 to 51 of 400');
    await sendKeys({ press: 'End' });
    await waitUntil(() => start.value === '351');
    expect(end.value).to.equal('400');
  });

  it('loads at most 1000 frames at once, of a trajectory of 1400', async () => {
    const long = trajectoryItem({ trajectories: [{ uuid: crypto.randomUUID(), ligand_rmsd: Array(1400).fill(0) }] });
    // The server's replicate of this length, whichever one the item has.
    const fetchLong: typeof fetch = (input, init) => {
      const address = new URL(String(input), location.href);
      if (address.searchParams.has('replicate')) address.searchParams.set('replicate', '7');
      return fetch(address, init);
    };
    const client = createClient({ origin: location.origin, source: 'shared', fetch: fetchLong });
    const { host, uuid } = await player({ client }, long);
    await waitUntil(() => labelled(host, 'Last frame to load'), 'the controls');
    const [start, end] = [labelled(host, 'First frame to load'), labelled(host, 'Last frame to load')];
    expect([start.value, end.value]).to.deep.equal(['1', '1000']);
    end.focus();
    await sendKeys({ press: 'End' });
    await waitUntil(() => end.value === '1400');
    expect(start.value).to.equal('401');
    start.focus();
    await sendKeys({ press: 'Home' });
    await waitUntil(() => start.value === '1');
    expect(end.value).to.equal('1000');
    await press(host, 'Load');
    await ready(host);
    expect(said(host)).to.contain('Loaded 1000 frames.');
    expect((await streamsOf(uuid)).map(({ start, count }) => [start, count])).to.deep.equal([[0, 1000]]);
  });

  it('hides the range under 50 frames and loads them at once', async () => {
    const { host } = await player({ trajectory: replicate.few + 1 });
    await ready(host);
    expect(find(host, '.cv-range')).to.equal(null);
    expect(button(host, 'Load')).to.equal(null);
    expect(said(host)).to.contain('Loaded 30 frames.');
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), '0');
    await ready(host, 'idle');
    expect(find(host, '.cv-range')).not.to.equal(null);
  });

  it('says that structure or trajectory failed to load, why, and tries again on demand', async () => {
    for (const [which, reason] of [
      [replicate.refused, 'There is no trajectory of replicate 3 here.'],
      [replicate.breaking, 'The connection ended after 20 of 60 frames. Load them again.'],
    ] as const) {
      const { host } = await player({ trajectory: which + 1 });
      const heard = oneEvent(host, 'cuvette-error');
      await press(host, 'Load');
      expect((await heard).detail.message).to.equal('Structure/trajectory failed to load');
      await ready(host, 'failure');
      expect(find(host, '[role=alert]')?.textContent)
        .to.contain('Structure/trajectory failed to load')
        .and.to.contain(reason);
      expect(button(host, 'Load')?.disabled).to.equal(true);
      expect(button(host, 'Play')?.disabled).to.equal(true);
      await press(host, 'Try again');
      await ready(host, 'pending');
    }
    const { host } = await player({}, trajectoryItem({ minimized_protein_uuid: 'gone' }));
    await waitUntil(() => said(host).includes('Structure/trajectory failed to load'), 'the message');
    expect(said(host)).to.contain('There is no such protein.');
  });

  it('warns in the console when the frame count differs from the header, and plays what came', async () => {
    const warnings: string[] = [];
    const warn = console.warn;
    console.warn = (text: string) => warnings.push(text);
    try {
      const { host } = await player({ trajectory: replicate.short + 1, autoload: true });
      await ready(host);
      expect(warnings).to.deep.equal(['The trajectory should have 60 frames; 57 arrived.']);
      expect(said(host)).to.contain('Loaded 57 frames.');
    } finally {
      console.warn = warn;
    }
  });

  it('decodes in the page where there may be no workers, and where the client fetches by itself', async () => {
    const { Worker } = globalThis;
    class Refused {
      constructor() {
        throw new DOMException('no workers here', 'SecurityError');
      }
    }
    try {
      globalThis.Worker = Refused as unknown as typeof Worker;
      const { host } = await player({ autoload: true });
      await ready(host);
      expect(host.getAttribute('data-decoder')).to.equal('main');
      expect(said(host)).to.contain('Loaded 400 frames.');
    } finally {
      globalThis.Worker = Worker;
    }

    // A stream of the test's own, cut in the middle of values.
    const frames = 70;
    const values = new Float64Array(9 * 3 * frames).map((_, index) => (index % 27) / 4);
    const bytes = new Uint8Array(values.buffer);
    const client = createClient({
      origin: 'https://lab.example',
      source: 'shared',
      fetch: async (input) => {
        if (String(input).includes('/protein/')) return fetch('/api/shared/protein/structure');
        let at = 0;
        const body = new ReadableStream({
          pull(controller) {
            if (at >= bytes.length) return controller.close();
            controller.enqueue(bytes.slice(at, at + 1237));
            at += 1237;
          },
        });
        const headers = { 'X-Num-Atoms': '9', 'X-Dimensions': '3', 'X-Frame-Size-Bytes': '216', 'X-Num-Frames': '70' };
        return new Response(body, { headers });
      },
    });
    const { host } = await player({ client, autoload: true });
    await ready(host);
    expect(host.getAttribute('data-decoder')).to.equal('main');
    expect(said(host)).to.contain('Loaded 70 frames.');
  });

  it('draws other pixels for another frame, in the same canvas', async () => {
    const { host } = await player({ trajectory: replicate.few + 1 });
    await ready(host);
    await waitUntil(() => find(host, 'canvas'), 'the viewer');
    await aTimeout(100);
    const canvas = find<HTMLCanvasElement>(host, 'canvas') as HTMLCanvasElement;
    const sum = () => {
      const copy = document.createElement('canvas');
      copy.width = canvas.width;
      copy.height = canvas.height;
      const context = copy.getContext('2d') as CanvasRenderingContext2D;
      context.drawImage(canvas, 0, 0);
      const { data } = context.getImageData(0, 0, copy.width, copy.height);
      return data.reduce((total, value, index) => (total * 31 + value * (index % 97)) % 1_000_003, 0);
    };
    const first = sum();
    slide(frameSlider(host), 8);
    await waitUntil(() => sum() !== first, 'another picture');
    expect(find(host, 'canvas')).to.equal(canvas);
    slide(frameSlider(host), 1);
    await waitUntil(() => sum() === first, 'the first picture again');
  });

  it('plays frames that the page has: structures as a property, set in any order', async () => {
    const frames = Array.from({ length: 55 }, (_, frame) =>
      Molecule.parse({
        charge: 0,
        multiplicity: 1,
        atoms: [
          { atomic_number: 8, position: [0, 0, 0] },
          { atomic_number: 1, position: [0.76, 0.59 + frame / 50, 0] },
          { atomic_number: 1, position: [-0.76, 0.59, 0] },
        ],
      }),
    );
    const { host } = await player({ item: undefined, client: undefined, frames, label: 'Water' });
    await ready(host);
    expect(find(host, '.cv-viewer-caption')?.textContent).to.contain('Water');
    expect(frameSlider(host).max).to.equal('55');
    expect([...host.shadowRoot.querySelectorAll('button')].map(({ textContent }) => textContent)).not.to.include(
      'Load',
    );
    Object.assign(host, { frames: [...frames.slice(0, 2), Molecule.parse({ charge: 0, multiplicity: 1, atoms: [] })] });
    await waitUntil(() => said(host).includes('Frame 3 has other atoms'), 'why it cannot');
    Object.assign(host, { frames: [] });
    await waitUntil(() => said(host).includes('There is no trajectory here yet.'));
  });

  it('lays the shown frame on the first one as the chosen alignment asks, at once', async () => {
    // A hydrogen of ammonia leaves: the rest is the largest common substructure of the first frame and the last one.
    const frames = Array.from({ length: 30 }, (_, frame) =>
      Molecule.parse({
        charge: 0,
        multiplicity: 1,
        atoms: [
          { atomic_number: 7, position: [0, 0, 0] },
          { atomic_number: 1, position: [0.94 + frame / 15, 0, -0.38] },
          { atomic_number: 1, position: [-0.47, 0.81, -0.38] },
          { atomic_number: 1, position: [-0.47, -0.81, -0.38] },
        ],
      }),
    );
    const { host } = await player({ item: undefined, client: undefined, frames, label: 'Ammonia' });
    await ready(host);
    await waitUntil(() => find(host, 'canvas'), 'the viewer');
    type Drawn = { selectedAtoms: (which: object) => { x: number; y: number; z: number }[] };
    const places = () =>
      engineOf<Drawn>(find(host, 'canvas'))
        .selectedAtoms({})
        .map(({ x, y, z }) => [x, y, z]);
    const away = (from: number[][]) =>
      places().map((place, atom) => Math.hypot(...place.map((value, axis) => value - (from[atom]?.[axis] ?? NaN))));
    const alignment = labelled<HTMLSelectElement>(host, 'Alignment');
    await waitUntil(() => places().length === 4, 'the atoms');
    const first = places();
    slide(frameSlider(host), 30);
    await waitUntil(() => (away(first)[0] ?? 0) > 0.3, 'all atoms share what one has moved');
    const byAll = places();
    pick(alignment, 'mcs');
    await waitUntil(() => (away(byAll)[0] ?? 0) > 0.3, 'the atoms are drawn elsewhere');
    expect(alignment.value).to.equal('mcs');
    const [nitrogen, left, ...stayed] = away(first);
    expect(Math.max(nitrogen ?? NaN, ...stayed)).to.be.lessThan(1e-3);
    expect(left).to.be.closeTo(29 / 15, 1e-3);
    pick(alignment, 'default');
    await waitUntil(() => Math.max(...away(byAll)) < 1e-3, 'as before');
    expect(alignment.value).to.equal('default');
  });

  it('links to the item’s own page where it is embedded, unless switched off', async () => {
    // The test page's own server is at another address than the client's: as on somebody else's page.
    const client = createClient({
      origin: 'https://lab.example',
      source: 'shared',
      fetch: async (input) =>
        String(input).includes('/protein/')
          ? fetch('/api/shared/protein/structure')
          : new Response(null, { status: 500 }),
    });
    const { host, uuid } = await player({ client });
    const link = find<HTMLAnchorElement>(host, 'a');
    expect(link?.textContent).to.equal('View on Cuvette');
    expect(link?.href).to.equal(`https://lab.example/public/pose-analysis-md/${uuid}`);
    host.setAttribute('no-link', '');
    await waitUntil(() => find(host, 'a') === null);
    const here = await player();
    expect(find(here.host, 'a')).to.equal(null);
  });

  it('keeps playing when it is moved in the page or its attributes change, and passes axe in light and dark', async () => {
    const { host } = await player({ loop: true, autoload: true });
    await ready(host);
    await press(host, 'Play');
    await waitUntil(() => shownFrame(host) > 3, 'it plays');
    const box = await fixture<HTMLElement>(html`<div style="width:700px"></div>`);
    box.append(host);
    const before = shownFrame(host);
    await waitUntil(() => shownFrame(host) > before, 'it plays on');
    host.setAttribute('speed', '4');
    await waitUntil(() => labelled<HTMLSelectElement>(host, 'Speed').value === '4');
    const faster = shownFrame(host);
    await waitUntil(() => shownFrame(host) > faster, 'it plays on');
    expect(loadState(host)).to.equal('success');
    await press(host, 'Pause');
    for (const theme of ['light', 'dark']) {
      host.setAttribute('theme', theme);
      // Buttons fade from one theme to the other.
      await aTimeout(250);
      await still();
      await expect(host).to.be.accessible();
    }
    const failed = await player({ trajectory: replicate.refused + 1, autoload: true });
    await ready(failed.host, 'failure');
    await still();
    await expect(failed.host).to.be.accessible();
  });
});
