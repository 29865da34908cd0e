import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { itInFull } from '../../testing/full-run.ts';
import { labelLayer } from '../layers/label-layer.ts';
import { measureLayer } from '../layers/measure-layer.ts';
import { flatPositions } from '../overlay/align.ts';
import { createRenderer, type Renderer } from '../renderer.ts';
import { ethanol } from '../test-helpers.ts';
import { membersOf, phasesOf, type Subject } from './film.ts';
import { canvasOf, joined, partsOf } from './picture.ts';
import { pngEncoder } from './png.ts';
import { recordFilm, recordPng } from './record.ts';
import { decoded, gifOf, pixelsOf, webmOfBlob } from './test-helpers.ts';
import { webmOf } from './webm.ts';

const turn: Subject = { kind: 'turn' };
const theme = '#203040';

/** Ethanol whose last atom goes away, a step further with each member. */
const leaving = (count: number): Subject => ({
  kind: 'ensemble',
  ensemble: {
    count,
    positions: async (index) => flatPositions(ethanol.atoms).with(25, 1.155 + (2 * index) / count),
  },
});

async function opened(style = 'width:320px;height:240px', renderMode?: 'own'): Promise<Renderer> {
  const box = await fixture<HTMLElement>(html`<div style=${`position:relative;${style}`}></div>`);
  const renderer = await createRenderer(
    box,
    { carbon: '#777777', antialias: false, ...(renderMode ? { renderMode } : {}) },
    () => {},
  );
  renderer.show(ethanol.atoms, { frame: true });
  return renderer;
}

/** The visible picture as it is, through a copy. */
function screen(renderer: Renderer): string {
  const copy = document.createElement('canvas');
  copy.width = renderer.canvas.width;
  copy.height = renderer.canvas.height;
  copy.getContext('2d')?.drawImage(renderer.canvas, 0, 0);
  return copy.toDataURL();
}

const heard = () => {
  const shares: number[] = [];
  return { shares, signal: new AbortController().signal, onProgress: (share: number) => void shares.push(share) };
};
const rising = (shares: number[]) =>
  shares[0] === 0 && shares.at(-1) === 1 && shares.every((share, index) => share >= (shares[index - 1] ?? 0));

/** How much of the picture is not background, and the box around that, in shares of its sides. */
function drawnBox({ data, width, height }: ImageData) {
  const [r, g, b, a] = data;
  const box = { left: width, right: 0, top: height, bottom: 0, count: 0 };
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] === r && data[at + 1] === g && data[at + 2] === b && data[at + 3] === a) continue;
    const x = (at / 4) % width;
    const y = Math.floor(at / 4 / width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
    box.count++;
  }
  return box;
}

describe('pictures and films of the viewer', () => {
  const renderers: Renderer[] = [];
  const renderer = async (...options: Parameters<typeof opened>) => {
    const made = await opened(...options);
    renderers.push(made);
    return made;
  };
  before(() => setViewport({ width: 900, height: 700 }));
  afterEach(() => {
    for (const each of renderers.splice(0)) each.dispose();
  });

  it('a PNG has 3840 × 2160 pixels, on the theme or on nothing, and nothing moves on the screen', async () => {
    const shown = await renderer();
    const before = screen(shown);
    const { shares, ...options } = heard();
    const blob = await recordPng(shown, { background: theme, ...options });
    expect(blob.type).to.equal('image/png');
    const image = await pixelsOf(blob);
    expect([image.width, image.height]).to.deep.equal([3840, 2160]);
    expect([...image.data.slice(0, 4)]).to.deep.equal([0x20, 0x30, 0x40, 255]);
    const box = drawnBox(image);
    expect(box.count).to.be.greaterThan(150_000);
    expect(rising(shares)).to.equal(true);
    expect(shares.length).to.be.greaterThan(2);
    expect(screen(shown)).to.equal(before);
    const clear = await pixelsOf(await recordPng(shown, { background: null, ...heard() }));
    expect([...clear.data.slice(0, 4)]).to.deep.equal([0, 0, 0, 0]);
    expect(drawnBox(clear).count).to.be.closeTo(box.count, box.count / 50);
    // Its edges are smooth, though the viewer's own are not: along them some pixels are half there.
    let half = 0;
    for (let at = 3; at < clear.data.length; at += 4) {
      const alpha = clear.data[at] ?? 0;
      if (alpha > 40 && alpha < 215) half++;
    }
    expect(half).to.be.greaterThan(2000);
  });

  it('a page that may not have workers packs the same picture itself', async () => {
    const canvas = () => {
      const context = canvasOf({ width: 40, height: 30 }, true);
      context.fillStyle = '#203040';
      context.fillRect(10, 10, 20, 10);
      return context.canvas;
    };
    const packed = async () => {
      const encoder = pngEncoder();
      try {
        return [...(await pixelsOf(await encoder.encode(canvas()))).data];
      } finally {
        encoder.close();
      }
    };
    const { Worker } = globalThis;
    let started = 0;
    const counted = class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started++;
      }
    };
    try {
      globalThis.Worker = counted;
      const there = await packed();
      globalThis.Worker = class {
        constructor() {
          throw new Error('The policy of the page allows no worker.');
        }
      } as never;
      expect(await packed()).to.deep.equal(there);
      expect(started).to.equal(1);
    } finally {
      globalThis.Worker = Worker;
    }
  });

  it('a picture in parts, where the hardware draws no more at once, is the picture in one', async () => {
    const shown = await renderer();
    const whole = await pixelsOf(await recordPng(shown, { background: theme, ...heard() }));
    const parts = await pixelsOf(await recordPng(shown, { background: theme, longest: 500, ...heard() }));
    let different = 0;
    for (let at = 0; at < whole.data.length; at += 4) {
      const distance = [0, 1, 2].reduce(
        (sum, channel) => sum + Math.abs((whole.data[at + channel] ?? 0) - (parts.data[at + channel] ?? 0)),
        0,
      );
      if (distance > 48) different++;
    }
    expect(different).to.be.lessThan(drawnBox(whole).count / 500);
    expect(partsOf({ width: 10, height: 5 }, 4)).to.deep.equal([
      { x: 0, y: 0, width: 4, height: 4 },
      { x: 4, y: 0, width: 4, height: 4 },
      { x: 8, y: 0, width: 2, height: 4 },
      { x: 0, y: 4, width: 4, height: 1 },
      { x: 4, y: 4, width: 4, height: 1 },
      { x: 8, y: 4, width: 2, height: 1 },
    ]);
    expect(joined(Uint8Array.from([0, 1, 1, 0, 1, 1, 1, 0, 0]), 3)).to.deep.equal([
      { x: 1, y: 0, width: 2, height: 2 },
      { x: 0, y: 2, width: 1, height: 1 },
    ]);
  });

  it('a picture holds what the box shows, also from a high box and from a flat one', async () => {
    for (const style of ['width:160px;height:420px', 'width:600px;height:130px']) {
      const box = drawnBox(await pixelsOf(await recordPng(await renderer(style), { background: theme, ...heard() })));
      expect(box.left, style).to.be.greaterThan(0);
      expect(box.right, style).to.be.lessThan(3839);
      expect(box.bottom - box.top, style).to.be.greaterThan(150);
    }
  });

  itInFull('a viewer with a graphics context of its own makes the same picture', async () => {
    const shared = drawnBox(await pixelsOf(await recordPng(await renderer(), { background: theme, ...heard() })));
    const own = await renderer('width:320px;height:240px', 'own');
    const before = screen(own);
    const box = drawnBox(await pixelsOf(await recordPng(own, { background: theme, ...heard() })));
    expect(box.count).to.be.closeTo(shared.count, shared.count / 50);
    expect([box.left, box.top]).to.deep.equal([shared.left, shared.top]);
    expect(screen(own)).to.equal(before);
  });

  it('what is drawn beside the atoms is in the picture too, labels sharp and as large as on the screen', async () => {
    const shown = await renderer();
    const plain = drawnBox(await pixelsOf(await recordPng(shown, { background: theme, ...heard() })));
    const layer = shown.add(({ viewer }) => {
      const label = { backgroundColor: '#000000', fontColor: '#ffffff', fontSize: 12, padding: 1, inFront: true };
      viewer.addLabel('Xx', { ...label, position: { x: 0, y: 2.6, z: 0 }, alignment: 'center' } as never);
      viewer.addLine({ start: { x: -3, y: -2, z: 0 }, end: { x: 3, y: -2, z: 0 }, color: 'blue' } as never);
      return {
        dispose() {
          viewer.removeAllLabels();
          viewer.removeAllShapes();
        },
      };
    });
    await Promise.resolve();
    const before = screen(shown);
    const image = await pixelsOf(await recordPng(shown, { background: theme, ...heard() }));
    const { data, width } = image;
    const box = drawnBox(image);
    expect(box.top, 'the label above').to.be.lessThan(plain.top);
    expect(box.bottom, 'the line below').to.be.greaterThan(plain.bottom);
    const counted = { dark: 0, light: 0, between: 0, left: width, right: 0 };
    for (let at = 0; at < 4 * width * plain.top; at += 4) {
      const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
      const grey = red === green && green === blue;
      if (!grey) continue;
      const x = (at / 4) % width;
      counted.left = Math.min(counted.left, x);
      counted.right = Math.max(counted.right, x);
      counted[red < 40 ? 'dark' : red > 215 ? 'light' : 'between']++;
    }
    // On the screen a text of 12 px with a pixel around it is about 15 px high; the picture is nine times as large.
    expect(counted.dark + counted.light + counted.between).to.be.within(9 * 9 * 10 * 14, 9 * 9 * 22 * 22);
    expect(counted.light).to.be.greaterThan(500);
    expect(counted.between / counted.light, 'edges of letters are thin').to.be.lessThan(0.5);
    expect(screen(shown)).to.equal(before);
    layer.dispose();
  });

  it('a GIF of a full turn has 30 pictures of 360 × 360 pixels, 250 ms each, for ever', async () => {
    const shown = await renderer();
    const before = screen(shown);
    const { shares, ...options } = heard();
    const blob = await recordFilm(shown, 'gif', turn, { background: theme, ...options });
    expect(blob.type).to.equal('image/gif');
    const gif = await gifOf(blob);
    expect(gif).to.deep.include({ width: 360, height: 360, frames: 30, repeats: 0 });
    expect(gif.delays).to.deep.equal(Array.from({ length: 30 }, () => 250));
    expect(rising(shares)).to.equal(true);
    expect(screen(shown)).to.equal(before);
  });

  itInFull('a WebM video of a full turn has exactly 150 VP9 pictures in exactly 5 s, each another', async function () {
    this.timeout(180_000);
    const shown = await renderer();
    const before = screen(shown);
    const { shares, ...options } = heard();
    const { configure } = VideoEncoder.prototype;
    const configured: VideoEncoderConfig[] = [];
    VideoEncoder.prototype.configure = function (config) {
      configured.push(config);
      configure.call(this, config);
    };
    const blob = await recordFilm(shown, 'video', turn, { background: theme, ...options }).finally(() => {
      VideoEncoder.prototype.configure = configure;
    });
    expect(configured.length).to.equal(1);
    expect(configured[0]).to.deep.include({ width: 1024, height: 576, bitrate: 5_000_000, framerate: 30 });
    expect(configured[0]?.codec).to.match(/^vp09\./);
    const video = await webmOfBlob(blob);
    expect(video).to.deep.include({ docType: 'webm', codec: 'V_VP9', width: 1024, height: 576, duration: 5000 });
    expect(video.blocks.length).to.equal(150);
    expect(video.blocks[0]?.key).to.equal(true);
    expect(video.blocks.map(({ time }) => time)).to.deep.equal(
      Array.from({ length: 150 }, (_, index) => Math.round((1000 * index) / 30)),
    );
    expect(video.pointed).to.deep.equal(video.clusters);
    const { looks } = await decoded(blob);
    expect(looks.length).to.equal(150);
    expect(new Set(looks).size).to.be.greaterThan(140);
    expect(shares.length).to.be.greaterThan(100);
    expect(rising(shares)).to.equal(true);
    expect(screen(shown)).to.equal(before);
  });

  itInFull('a video plays in the browser for as long as it says, and can be sought', async function () {
    this.timeout(180_000);
    const shown = await renderer();
    const blob = await recordFilm(shown, 'video', leaving(9), { background: theme, ...heard() });
    const element = document.createElement('video');
    element.muted = true;
    element.src = URL.createObjectURL(blob);
    await new Promise((resolve, reject) => {
      element.onloadeddata = resolve;
      element.onerror = () => reject(element.error);
    });
    expect(element.duration).to.be.closeTo(72 / 30, 1e-6);
    expect([element.videoWidth, element.videoHeight]).to.deep.equal([1024, 576]);
    element.currentTime = 2;
    await new Promise((resolve) => {
      element.onseeked = resolve;
    });
    expect(element.currentTime).to.equal(2);
    URL.revokeObjectURL(element.src);
  });

  it('of an ensemble the members are shown, and afterwards the atoms are where they were', async function () {
    this.timeout(180_000);
    const shown = await renderer();
    shown.rotate(30, 10);
    shown.setPositions(flatPositions(ethanol.atoms).with(0, -1.2));
    const before = screen(shown);
    const blob = await recordFilm(shown, 'video', leaving(5), { background: theme, ...heard() });
    const { looks } = await decoded(blob);
    // Five members, eight pictures each: what is held looks (nearly) the same, as the codec has it, and a new member does not.
    expect(looks.length).to.equal(40);
    expect(
      (await gifOf(await recordFilm(shown, 'gif', leaving(5), { background: theme, ...heard() }))).frames,
    ).to.equal(5);
    expect(screen(shown)).to.equal(before);
    shown.rotate(0, 0);
    shown.zoom(1);
    expect(screen(shown)).to.equal(before);
  });

  it('leaves every bond on the screen, whatever else is drawn next', async function () {
    this.timeout(180_000);
    const shown = await renderer();
    shown.add(measureLayer).set([[0, 1, 2]], (value) => value.toFixed(1));
    const labels = shown.add(labelLayer);
    // Which part of the picture is lost, if one is, hangs on how many things are in it. What layers ask for is drawn when the turn is over.
    for (let count = 1; count <= 6; count++) {
      labels.set(ethanol.atoms.map((_, index) => (index < count ? String(index + 1) : null)));
      await Promise.resolve();
      const before = screen(shown);
      shown.select([0]);
      await recordFilm(shown, 'gif', leaving(2), { background: theme, ...heard() });
      shown.select([]);
      await Promise.resolve();
      expect(screen(shown) === before, `with ${count} labels`).to.equal(true);
    }
  });

  it('ends when it is stopped, and leaves no trace', async () => {
    const shown = await renderer();
    const before = screen(shown);
    const own = new AbortController();
    const shares: number[] = [];
    const made = recordFilm(shown, 'video', turn, {
      background: theme,
      signal: own.signal,
      onProgress(share) {
        shares.push(share);
        if (share > 0.1) own.abort();
      },
    });
    const reason = await made.then(
      () => null,
      (error: unknown) => error,
    );
    expect((reason as DOMException).name).to.equal('AbortError');
    expect(shares.at(-1)).to.be.lessThan(0.2);
    expect(screen(shown)).to.equal(before);
    shown.rotate(0, 0);
    expect(screen(shown)).to.equal(before);
  });

  it('goes on while the structure turns by itself, from the direction in which it was begun', async () => {
    const shown = await renderer();
    const still = await recordFilm(shown, 'gif', turn, { background: theme, ...heard() });
    shown.setSpin(true);
    await aTimeout(60);
    shown.setSpin(false);
    shown.reset();
    const begun = recordFilm(shown, 'gif', turn, { background: theme, ...heard() });
    shown.setSpin(true);
    const spun = await begun;
    shown.setSpin(false);
    expect(new Uint8Array(await spun.arrayBuffer())).to.deep.equal(new Uint8Array(await still.arrayBuffer()));
  });

  it('passes over members of other atoms; without two that fit it warns and shows a turn', async () => {
    const shown = await renderer();
    const warnings: string[] = [];
    const { warn } = console;
    console.warn = (text: string) => void warnings.push(text);
    try {
      const odd = (fitting: number): Subject => ({
        kind: 'ensemble',
        ensemble: {
          count: 4,
          positions: (index) => (index < fitting ? flatPositions(ethanol.atoms) : new Float64Array(3)),
        },
      });
      expect((await gifOf(await recordFilm(shown, 'gif', odd(3), { background: theme, ...heard() }))).frames).to.equal(
        3,
      );
      expect(warnings).to.deep.equal([]);
      expect((await gifOf(await recordFilm(shown, 'gif', odd(1), { background: theme, ...heard() }))).frames).to.equal(
        30,
      );
      expect(warnings.length).to.equal(1);
      expect(warnings[0]).to.contain('recording without an ensemble');
    } finally {
      console.warn = warn;
    }
  });

  it('says when a member could not be read', async () => {
    const broken: Subject = {
      kind: 'ensemble',
      ensemble: { count: 3, positions: () => Promise.reject(new Error('gone')) },
    };
    const reason = await recordFilm(await renderer(), 'gif', broken, { background: theme, ...heard() }).then(
      () => null,
      (error: unknown) => error,
    );
    expect((reason as { kind: string }).kind).to.equal('member');
  });
});

describe('what a film shows', () => {
  const members = membersOf;

  it('all members up to the most that the format takes, else so many at even distances', () => {
    expect(members(4, 'gif')).to.deep.equal([0, 1, 2, 3]);
    expect(members(1000, 'gif').length).to.equal(30);
    expect(members(1000, 'video').length).to.equal(150);
    expect([members(1000, 'video')[0], members(1000, 'video').at(-1)]).to.deep.equal([0, 999]);
    expect(members(31, 'gif').length).to.equal(30);
    expect(members(150, 'video')).to.deep.equal(Array.from({ length: 150 }, (_, index) => index));
    expect(members(3, 'video')).to.deep.equal([0, 1, 2].flatMap((member) => Array.from({ length: 8 }, () => member)));
    expect(members(100, 'video').length).to.equal(100);
  });

  it('one period of a vibration, in its own time as a video, and one turn', () => {
    const vibration = {
      kind: 'vibration',
      vibration: { displacements: [], frequency: 100 },
      amplitude: 0.3,
      seconds: 1.2,
    } as const;
    expect(phasesOf(vibration, 'video').length).to.equal(36);
    expect(phasesOf(vibration, 'gif').length).to.equal(12);
    expect(phasesOf({ kind: 'turn' }, 'video').at(-1)).to.equal(149 / 150);
    expect(phasesOf({ kind: 'turn' }, 'gif').length).to.equal(30);
  });

  it('a WebM file of three pictures has the duration of three', async () => {
    const data = Uint8Array.of(1, 2, 3);
    const made = await webmOf(
      [
        { data, key: true },
        { data, key: false },
        { data, key: true },
      ],
      { width: 10, height: 8, framesPerSecond: 30 },
    );
    const read = await webmOfBlob(made);
    expect(read.duration).to.equal(100);
    expect(read.blocks.map(({ time, key }) => [time, key])).to.deep.equal([
      [0, true],
      [33, false],
      [67, true],
    ]);
    expect(read.clusters.length).to.equal(2);
    expect(read.pointed).to.deep.equal(read.clusters);
  });
});
