import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { defineElement } from '../../elements/define.tsx';
import { itInFull } from '../../testing/full-run.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { flatPositions } from '../overlay/align.ts';
import { ethanol } from '../test-helpers.ts';
import { Viewer, type ViewerProps } from '../viewer.tsx';
import { decoded, gifOf, pixelsOf, webmOfBlob } from './test-helpers.ts';

defineElement<ViewerProps>({
  tag: 'cuvette-recording-probe',
  view: (props) => <Viewer {...props} molecule={props.molecule ?? null} title="Conformer 1" antialias={false} />,
  attributes: { fileName: 'string' },
  properties: ['molecule', 'vibration', 'ensemble'],
});
type Probe = HTMLElement & ViewerProps & { shadowRoot: ShadowRoot };

async function viewer(props: Partial<ViewerProps> = {}): Promise<Probe> {
  const element = await fixture<Probe>(
    html`<cuvette-recording-probe style="width:320px;height:280px"></cuvette-recording-probe>`,
  );
  Object.assign(element, { molecule: ethanol, ...props });
  await oneEvent(element, 'cuvette-ready');
  await aTimeout(50);
  return element;
}

const all = (element: Probe, selector: string) => [...element.shadowRoot.querySelectorAll<HTMLElement>(selector)];
const line = (element: Probe, text: string) =>
  all(element, '[role^=menuitem]').find((each) => each.textContent === text) as HTMLElement;
const menuButton = (element: Probe) => element.shadowRoot.querySelector('[aria-haspopup]') as HTMLButtonElement;
/** What is being made, or why nothing was; undefined when all is quiet. */
const said = (element: Probe) => element.shadowRoot.querySelector('.cv-viewer-recording > [role=status]')?.textContent;
/** The picture on the page as it is, through a copy. */
function screenOf(element: Probe): string {
  const canvas = element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
  const copy = document.createElement('canvas');
  Object.assign(copy, { width: canvas.width, height: canvas.height });
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy.toDataURL();
}
const cancel = (element: Probe) => all(element, 'button').find((each) => each.textContent === 'Cancel');

async function choose(element: Probe, text: string) {
  menuButton(element).click();
  await waitUntil(() => line(element, text));
  line(element, text).click();
  await waitUntil(() => !element.shadowRoot.querySelector('[role=menu]'));
}

describe('downloads of the viewer', () => {
  const files: { name: string; blob: Blob }[] = [];
  const { click } = HTMLAnchorElement.prototype;
  const { createObjectURL } = URL;
  const { warn } = console;
  let made: Blob | null = null;
  let warnings: string[] = [];
  before(() => setViewport({ width: 900, height: 700 }));
  beforeEach(() => {
    files.length = 0;
    warnings = [];
    URL.createObjectURL = (blob: Blob) => {
      made = blob;
      return createObjectURL(blob);
    };
    HTMLAnchorElement.prototype.click = function () {
      if (made) files.push({ name: this.download, blob: made });
    };
    console.warn = (text: string) => void warnings.push(text);
  });
  afterEach(() => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
    console.warn = warn;
  });
  const file = async () => {
    await waitUntil(() => files.length > 0, 'a file comes', { timeout: 60_000 });
    return files[0] as (typeof files)[number];
  };

  it('a PNG named after the item, on the colour of the theme, then without a background by choice', async function () {
    this.timeout(180_000);
    const element = await viewer({ fileName: 'Ethanol: gauche/anti' });
    await choose(element, 'Download PNG');
    const { name, blob } = await file();
    expect(name).to.equal('Ethanol-gauche-anti.png');
    const image = await pixelsOf(blob);
    expect([image.width, image.height]).to.deep.equal([3840, 2160]);
    const box = element.shadowRoot.querySelector('.cv-viewer') as HTMLElement;
    expect(`rgb(${[...image.data.slice(0, 3)].join(', ')})`).to.equal(getComputedStyle(box).backgroundColor);
    files.length = 0;
    await choose(element, 'Transparent PNG background');
    await choose(element, 'Download PNG');
    expect([...(await pixelsOf((await file()).blob)).data.slice(0, 4)]).to.deep.equal([0, 0, 0, 0]);
    expect(warnings).to.deep.equal([]);
  });

  it('a GIF without an ensemble: a warning, rising percent, the menu closed meanwhile, and the view as before', async function () {
    this.timeout(180_000);
    const element = await viewer();
    const percents: number[] = [];
    let disabled = 0;
    const observer = new MutationObserver(() => {
      const progress = element.shadowRoot.querySelector('progress');
      if (progress && progress.value !== percents.at(-1)) percents.push(progress.value);
      if (progress && menuButton(element).disabled) disabled++;
    });
    observer.observe(element.shadowRoot, { subtree: true, childList: true, attributes: true });
    await choose(element, 'Download GIF');
    await waitUntil(() => said(element) === 'Recording the GIF');
    const { name, blob } = await file();
    observer.disconnect();
    expect(name).to.equal('Conformer-1.gif');
    expect((await gifOf(blob)).frames).to.equal(30);
    expect(warnings.filter((text) => text.includes('recording without an ensemble')).length).to.equal(1);
    expect(percents.length).to.be.greaterThan(4);
    expect(percents).to.deep.equal([...percents].sort((a, b) => a - b));
    expect(percents[0]).to.be.lessThan(20);
    expect(percents.at(-1)).to.be.greaterThan(80);
    expect(disabled).to.be.greaterThan(0);
    await waitUntil(() => said(element) === undefined);
    expect(element.shadowRoot.querySelector('progress')).to.equal(null);
    expect(menuButton(element).disabled).to.equal(false);
  });

  it('a video of the ensemble, without a warning', async function () {
    this.timeout(180_000);
    const positions = (index: number) => flatPositions(ethanol.atoms).with(25, 1.2 + 0.2 * index);
    const element = await viewer({ ensemble: { count: 3, positions } });
    await choose(element, 'Download WebM video');
    const { name, blob } = await file();
    expect(name).to.equal('Conformer-1.webm');
    const video = await webmOfBlob(blob);
    expect([video.codec, video.blocks.length, video.duration]).to.deep.equal(['V_VP9', 24, 800]);
    expect(warnings).to.deep.equal([]);
  });

  it('a large GIF has 1080 pixels a side and 25 pictures a second, and is named by what it shows', async function () {
    this.timeout(180_000);
    const positions = (index: number) => flatPositions(ethanol.atoms).with(25, 1.2 + 0.2 * index);
    const element = await viewer({ ensemble: { count: 2, positions } });
    await choose(element, 'Download large GIF (1080 px)');
    const { name, blob } = await file();
    expect(name).to.equal('Conformer-1-2-structures.gif');
    const bytes = new DataView(await blob.arrayBuffer());
    expect([bytes.getUint16(6, true), bytes.getUint16(8, true)]).to.deep.equal([1080, 1080]);
    // The delay of each picture, in hundredths of a second, is behind the head of its graphic control extension.
    const delays: number[] = [];
    for (let at = 0; at + 6 < bytes.byteLength; at++)
      if (bytes.getUint32(at) >>> 8 === 0x21f904 && bytes.getUint8(at + 7) === 0)
        delays.push(bytes.getUint16(at + 4, true));
    expect(delays.length).to.equal((await gifOf(blob)).frames);
    expect(delays.length).to.be.greaterThan(2);
    expect([...new Set(delays)]).to.deep.equal([4]);
  });

  it('one period of a vibration', async function () {
    this.timeout(180_000);
    const displacements = ethanol.atoms.map((_, index) => [0, index === 8 ? 1 : 0, 0] as [number, number, number]);
    const element = await viewer({ vibration: { displacements, frequency: 3612 } });
    await choose(element, 'Download GIF');
    expect((await gifOf((await file()).blob)).frames).to.equal(12);
    expect(warnings).to.deep.equal([]);
  });

  for (const [entry, drawing] of [
    ['Download PNG', 'Drawing the PNG'],
    ['Download GIF', 'Recording the GIF'],
    ['Download WebM video', 'Recording the video'],
  ] as const) {
    (entry === 'Download PNG' ? it : itInFull)(
      `${entry}: says how far it is, and Cancel ends it: no file, nothing left`,
      async function () {
        this.timeout(180_000);
        const element = await viewer();
        const before = screenOf(element);
        const percents: (string | null | undefined)[] = [];
        let words: string | null | undefined;
        let last: number | undefined;
        // Pressed in the turn in which the percent are first shown: a PNG is drawn in few steps.
        const observer = new MutationObserver(() => {
          const progress = element.shadowRoot.querySelector('progress');
          if (!progress || progress.value < 1) return;
          observer.disconnect();
          words = said(element);
          last = progress.value;
          percents.push(progress.nextElementSibling?.textContent);
          cancel(element)?.click();
        });
        observer.observe(element.shadowRoot, { subtree: true, childList: true, attributes: true, characterData: true });
        await choose(element, entry);
        await waitUntil(() => percents.length > 0, 'it goes on', { timeout: 30_000 });
        await waitUntil(() => !element.shadowRoot.querySelector('.cv-viewer-recording'));
        expect(words).to.equal(drawing);
        expect(last).to.be.within(1, 99);
        expect(percents).to.deep.equal([`${last} %`]);
        await aTimeout(1000);
        expect(files).to.deep.equal([]);
        expect(said(element)).to.equal(undefined);
        expect(cancel(element)).to.equal(undefined);
        expect(menuButton(element).disabled).to.equal(false);
        expect(screenOf(element)).to.equal(before);
      },
    );
  }

  it('ends when another structure is shown, and says so until it is dismissed', async () => {
    const element = await viewer();
    await choose(element, 'Download WebM video');
    await waitUntil(() => element.shadowRoot.querySelector('progress'));
    element.molecule = { ...ethanol };
    await waitUntil(() => said(element)?.startsWith('No video was made. Another structure'));
    const dismiss = all(element, 'button').find((each) => each.ariaLabel === 'Dismiss');
    dismiss?.click();
    await waitUntil(() => said(element) === undefined);
    expect(files).to.deep.equal([]);
  });

  itInFull(
    'ends without a word when the element leaves the page, and goes on when it is only moved',
    async function () {
      this.timeout(180_000);
      const element = await viewer();
      await choose(element, 'Download GIF');
      await waitUntil(() => element.shadowRoot.querySelector('progress'));
      const other = await fixture<HTMLElement>(html`<div></div>`);
      other.append(element);
      expect((await gifOf((await file()).blob)).frames).to.equal(30);
      files.length = 0;
      await waitUntil(() => !menuButton(element).disabled);
      await choose(element, 'Download GIF');
      await waitUntil(() => element.shadowRoot.querySelector('progress'));
      element.remove();
      await aTimeout(1500);
      expect(files).to.deep.equal([]);
    },
  );

  it('says in words that the browser has no VP9, and that it needs real time', async function () {
    this.timeout(180_000);
    const { VideoEncoder } = window;
    const { isTypeSupported } = MediaRecorder;
    const { error } = console;
    console.error = () => {};
    Reflect.deleteProperty(window, 'VideoEncoder');
    try {
      const element = await viewer({ ensemble: { count: 2, positions: () => flatPositions(ethanol.atoms) } });
      await choose(element, 'Download WebM video');
      await waitUntil(() => said(element)?.includes('Keep this tab in front'));
      const { blob } = await file();
      const video = await webmOfBlob(blob);
      // Two members, eight pictures each, at 30 a second.
      expect([video.codec, video.blocks.length]).to.deep.equal(['V_VP9', 16]);
      expect(video.duration).to.be.closeTo(16_000 / 30, 0.5);
      expect((await decoded(blob)).looks.length).to.equal(16);
      MediaRecorder.isTypeSupported = () => false;
      await waitUntil(() => !menuButton(element).disabled);
      await choose(element, 'Download WebM video');
      await waitUntil(() => said(element)?.includes('This browser cannot write VP9 video.'));
    } finally {
      Object.assign(window, { VideoEncoder });
      MediaRecorder.isTypeSupported = isTypeSupported;
      console.error = error;
    }
  });
});
