import type { Molecule } from '@cuvette/core/entities';
import type { Mark } from '@cuvette/core/workflows';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { emulateMedia, sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { defineElement } from '../elements/define.tsx';
import { waitUntil } from '../testing/wait-until.ts';
import { still } from '../ui/test-helpers.ts';
import { english } from '../words.ts';
import { vibrationPositions } from './drawing/vibration.ts';
import { hasWebgl } from './engine.ts';
import { markLayer } from './marks/mark-layer.ts';
import { selectionText } from './measurements/measure.ts';
import { alignment, flatPositions, moved } from './overlay/align.ts';
import { createRenderer } from './renderer.ts';
import { drawnIn, ethanol } from './test-helpers.ts';
import { hexColour } from './use-renderer.ts';
import { Viewer, type ViewerProps } from './viewer.tsx';

interface ProbeProps extends ViewerProps {}
defineElement<ProbeProps>({
  tag: 'cuvette-viewer-probe',
  view: (props) => <Viewer {...props} molecule={props.molecule ?? null} title={props.title ?? 'Ethanol'} />,
  attributes: { title: 'string', antialias: 'json' },
  properties: ['molecule', 'vibration', 'onSelect', 'renderMode', 'positions', 'onNext'],
});
type ProbeElement = HTMLElement & ProbeProps & { shadowRoot: ShadowRoot };

const canvasOf = (element: ProbeElement) => element.shadowRoot.querySelector('canvas') as HTMLCanvasElement;
const stageOf = (element: ProbeElement) => element.shadowRoot.querySelector('.cv-viewer-stage') as HTMLElement;
const named = (element: ProbeElement, text: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((button) =>
    (button.textContent || button.ariaLabel || '').includes(text),
  ) as HTMLButtonElement;

/** Pixels of the drawing as they are, through a copy. */
function pixels(canvas: HTMLCanvasElement): Uint8ClampedArray {
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  return context.getImageData(0, 0, copy.width, copy.height).data;
}

function painted(canvas: HTMLCanvasElement): number {
  const data = pixels(canvas);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 0) > 0) count++;
  return count;
}

const checksum = (canvas: HTMLCanvasElement) =>
  pixels(canvas).reduce((sum, value, index) => (sum * 31 + value * (index % 97)) % 1_000_003, 0);

/** Runs a line of the viewer's menu. */
async function choose(element: ProbeElement, text: string) {
  named(element, 'View').click();
  await waitUntil(() => element.shadowRoot.querySelector('[role=menu]'));
  named(element, text).click();
  await waitUntil(() => !element.shadowRoot.querySelector('[role=menu]'));
}

async function viewer(molecule: Molecule | null = ethanol): Promise<ProbeElement> {
  const element = await fixture<ProbeElement>(
    html`<cuvette-viewer-probe antialias="false" .molecule=${molecule} style="width:320px;height:280px"></cuvette-viewer-probe>`,
  );
  if (molecule) await oneEvent(element, 'cuvette-ready');
  await aTimeout(50);
  return element;
}

describe('the 3D viewer', () => {
  before(async () => {
    await setViewport({ width: 900, height: 700 });
    expect(hasWebgl(), 'this Chromium has WebGL (libegl1, libgl1-mesa-dri and libegl-mesa0 are installed)').to.equal(
      true,
    );
  });

  it('draws a molecule', async () => {
    const element = await viewer();
    expect(painted(canvasOf(element))).to.be.greaterThan(1500);
    expect(canvasOf(element).id).to.equal('');
    expect(stageOf(element).getAttribute('aria-label')).to.equal('Ethanol, 9 atoms');
  });

  it('draws fewer pixels without C-H bonds, and the same again with them', async () => {
    const element = await viewer();
    const all = painted(canvasOf(element));
    await choose(element, 'Hide C-H bonds');
    await aTimeout(100);
    expect(painted(canvasOf(element))).to.be.lessThan(all * 0.9);
    await choose(element, 'Show C-H bonds');
    await aTimeout(100);
    expect(painted(canvasOf(element))).to.equal(all);
  });

  it('turns, zooms and resets by keyboard', async () => {
    const element = await viewer();
    const start = checksum(canvasOf(element));
    stageOf(element).focus();
    await sendKeys({ press: 'ArrowLeft' });
    await aTimeout(50);
    const turned = checksum(canvasOf(element));
    expect(turned).not.to.equal(start);
    const size = painted(canvasOf(element));
    await sendKeys({ press: '+' });
    await aTimeout(50);
    expect(painted(canvasOf(element))).to.be.greaterThan(size);
    await sendKeys({ press: 'r' });
    await aTimeout(50);
    expect(checksum(canvasOf(element))).to.equal(start);
  });

  it('selects atoms by clicking them and measures their distance', async () => {
    const heard: number[][] = [];
    const element = await viewer();
    element.addEventListener('cuvette-select', (event) => heard.push([...event.detail.atoms]));
    const canvas = canvasOf(element);
    // The renderer's own projection is not reachable through the element: look for oxygen's red instead.
    const data = pixels(canvas);
    let x = 0;
    let y = 0;
    let count = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (
        (data[at] ?? 0) > 150 &&
        (data[at + 1] ?? 0) < 60 &&
        (data[at + 2] ?? 0) < 60 &&
        (data[at + 3] ?? 0) === 255
      ) {
        x += (at / 4) % canvas.width;
        y += Math.floor(at / 4 / canvas.width);
        count++;
      }
    }
    expect(count).to.be.greaterThan(20);
    const box = canvas.getBoundingClientRect();
    const position: [number, number] = [
      Math.round(box.left + (x / count / canvas.width) * box.width),
      Math.round(box.top + (y / count / canvas.height) * box.height),
    ];
    await sendMouse({ type: 'click', position });
    await aTimeout(100);
    expect(heard).to.deep.equal([[2]]);
    expect(element.shadowRoot.querySelector('.cv-viewer-caption')?.textContent).to.equal('Selected: O3');
  });

  it('switches the structure in place without a new canvas and follows positions', async () => {
    const element = await viewer();
    const canvas = canvasOf(element);
    const before = checksum(canvas);
    const bent: Molecule = {
      ...ethanol,
      atoms: ethanol.atoms.map((atom, index) =>
        index === 8 ? { ...atom, position: [2.2, -0.2, 1.1] as [number, number, number] } : atom,
      ),
    };
    element.molecule = bent;
    await waitUntil(() => checksum(canvas) !== before);
    expect(canvasOf(element)).to.equal(canvas);
    const switched = checksum(canvas);
    element.molecule = null;
    await waitUntil(() => stageOf(element).textContent?.includes('No structure yet'));
    element.molecule = bent;
    await waitUntil(() => !stageOf(element).textContent?.includes('No structure yet'));
    expect(canvasOf(element)).to.equal(canvas);
    element.positions = Float64Array.from(ethanol.atoms.flatMap((atom) => atom.position));
    await waitUntil(() => checksum(canvas) !== switched);
  });

  it('animates a vibration and stops on demand', async () => {
    const element = await viewer();
    const displacements = ethanol.atoms.map(
      (_, index) => (index === 8 ? [0, 1, 0] : [0, 0, 0]) as [number, number, number],
    );
    element.vibration = { displacements, frequency: 3612.34 };
    await aTimeout(100);
    expect(element.shadowRoot.querySelector('.cv-viewer-caption')?.textContent).to.equal('Vibration at 3612.3 cm⁻¹');
    const seen = new Set<number>();
    for (let index = 0; index < 6; index++) {
      await aTimeout(70);
      seen.add(checksum(canvasOf(element)));
    }
    expect(seen.size).to.be.greaterThan(3);
    named(element, 'Pause').click();
    await aTimeout(100);
    const still = checksum(canvasOf(element));
    await aTimeout(200);
    expect(checksum(canvasOf(element))).to.equal(still);
  });

  it('does not move by itself where little motion is wished for', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    try {
      const element = await viewer();
      element.vibration = {
        displacements: ethanol.atoms.map(() => [0, 1, 0] as [number, number, number]),
        frequency: 100,
      };
      await aTimeout(150);
      const still = checksum(canvasOf(element));
      await aTimeout(200);
      expect(checksum(canvasOf(element))).to.equal(still);
      expect(named(element, 'Play')).not.to.equal(undefined);
    } finally {
      await emulateMedia({ reducedMotion: 'no-preference' });
    }
  });

  it('leaves the wheel to the page until it has the focus or Ctrl is held', async () => {
    const element = await viewer();
    const canvas = canvasOf(element);
    const before = painted(canvas);
    const roll = (ctrlKey = false) =>
      new WheelEvent('wheel', {
        ctrlKey,
        deltaY: -300,
        bubbles: true,
        composed: true,
        cancelable: true,
        clientX: 160,
        clientY: 120,
      });
    (element.shadowRoot.activeElement as HTMLElement | null)?.blur();
    const first = roll();
    canvas.dispatchEvent(first);
    expect(first.defaultPrevented).to.equal(false);
    await aTimeout(50);
    expect(painted(canvas)).to.equal(before);
    expect(element.shadowRoot.querySelector('.cv-viewer-hint')).not.to.equal(null);
    const held = roll(true);
    canvas.dispatchEvent(held);
    // The browser does not enlarge the page as well.
    expect(held.defaultPrevented).to.equal(true);
    await waitUntil(() => painted(canvas) !== before, 'it zooms with Ctrl held, without the focus');
    expect(element.shadowRoot.activeElement).not.to.equal(stageOf(element));
    const zoomed = painted(canvas);
    stageOf(element).focus();
    const second = roll();
    canvas.dispatchEvent(second);
    expect(second.defaultPrevented).to.equal(true);
    await waitUntil(() => painted(canvas) !== zoomed, 'it zooms with the focus');
  });

  it('colours carbon by the theme', async () => {
    const element = await viewer();
    const light = checksum(canvasOf(element));
    element.setAttribute('theme', 'dark');
    await waitUntil(() => checksum(canvasOf(element)) !== light);
  });

  it('comes back after the graphics context was lost', async () => {
    const box = await fixture<HTMLElement>(html`<div style="position:relative;width:300px;height:200px"></div>`);
    const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
    renderer.show(ethanol.atoms, { frame: true });
    const opened = (
      renderer.canvas as unknown as { _3dmol_viewer: { getRenderer(): { getContext(): WebGL2RenderingContext } } }
    )._3dmol_viewer;
    const before = painted(renderer.canvas);
    expect(before).to.be.greaterThan(500);
    opened.getRenderer().getContext().getExtension('WEBGL_lose_context')?.loseContext();
    await aTimeout(300);
    expect(opened.getRenderer().getContext().isContextLost()).to.equal(false);
    renderer.rotate(20, 0);
    expect(painted(box.querySelector('canvas') as HTMLCanvasElement)).to.be.within(before * 0.5, before * 1.5);
    renderer.dispose();
  });

  it('of marks whose texts would cover each other the first is written, and both once the view is turned', async () => {
    const box = await fixture<HTMLElement>(html`<div style="position:relative;width:300px;height:200px"></div>`);
    const renderer = await createRenderer(box, { carbon: '#777777', antialias: false }, () => {});
    const line = (z: number, text: string): Mark => ({
      ...{ group: text, kind: 'line', colour: '#e6a700', text },
      ...{ from: [-1, 0, z], to: [1, 0, z] },
    });
    try {
      // Three atoms along x, which is therefore across the picture, and two lines one behind the other.
      const atoms = [-2, 0, 2].map((x) => ({ atomic_number: 6, position: [x, 0, 0] as [number, number, number] }));
      renderer.show(atoms, { frame: true });
      renderer.add(markLayer).set([line(2, '2.00 Å'), line(-2, '3.00 Å')]);
      const { labels } = drawnIn({ shadowRoot: box as unknown as ShadowRoot });
      const written = () => labels.filter(({ sprite }) => sprite.visible).map(({ text }) => text);
      renderer.setCamera({ ...renderer.camera(), rotation: [0, 0, 0, 1] });
      await waitUntil(() => written().join() === '2.00 Å', 'the first one alone');
      renderer.rotate(0, 90);
      await waitUntil(() => written().join() === '2.00 Å,3.00 Å', 'both');
      renderer.rotate(0, -90);
      await waitUntil(() => written().join() === '2.00 Å', 'the first one alone again');
    } finally {
      renderer.dispose();
    }
  });

  it('says so when there is nothing to show, and passes axe in light and dark', async () => {
    const empty = await viewer(null);
    expect(stageOf(empty).textContent).to.contain('No structure yet');
    const element = await viewer();
    for (const theme of ['light', 'dark']) {
      element.setAttribute('theme', theme);
      await still();
      await expect(element).to.be.accessible();
    }
  });
});

describe('numbers of the viewer', () => {
  it('tells of the keys that do something, and of no others', async () => {
    const element = await fixture<ProbeElement>(
      html`<cuvette-viewer-probe antialias="false" style="width:320px;height:280px"></cuvette-viewer-probe>`,
    );
    const told = () => {
      const by = stageOf(element)?.getAttribute('aria-describedby');
      return by ? element.shadowRoot.getElementById(by)?.textContent : by;
    };
    element.molecule = { ...ethanol, atoms: [] };
    await waitUntil(() => element.shadowRoot.textContent?.includes('Preview not available'));
    expect(told()).to.equal(null);
    element.molecule = ethanol;
    await waitUntil(() => told() === 'Arrow keys rotate, plus and minus zoom, R resets the view.', 'of one structure');
    element.onNext = () => {};
    await waitUntil(() => told()?.endsWith('go to the previous and the next structure.'), 'of several');
    element.molecule = null;
    await waitUntil(() => told() === null, 'none is shown');
  });

  it('says which of several structures is shown, by its own number or by its place', () => {
    expect(english.viewer.position('Conformer 2', 2, 5)).to.equal('Conformer 2 of 5');
    expect(english.viewer.position('Optimized Structure', 1, 2)).to.equal('Optimized Structure (1 of 2)');
  });

  it('names and measures a selection', () => {
    expect(selectionText(ethanol.atoms, [0, 1], english)).to.match(/^Distance C1–C2: 1\.51\d Å$/);
    expect(selectionText(ethanol.atoms, [0, 1, 2], english)).to.match(/^Angle C1–C2–O3: 1(0|1)\d\.\d°$/);
  });

  it('moves atoms of a vibration by the amplitude, about the equilibrium', () => {
    const atoms = ethanol.atoms.slice(0, 2);
    const vibration = {
      displacements: [
        [0, 0, 2],
        [0, 0, -1],
      ] as [number, number, number][],
      frequency: 1,
    };
    const at = (phase: number) => vibrationPositions(atoms, vibration, phase, 0.4, new Float64Array(6));
    expect(at(0.25)[2]).to.be.closeTo((atoms[0]?.position[2] ?? 0) + 0.4, 1e-12);
    expect(at(0.25)[5]).to.be.closeTo((atoms[1]?.position[2] ?? 0) - 0.2, 1e-12);
    expect(at(0.5)[2]).to.be.closeTo(atoms[0]?.position[2] ?? 0, 1e-12);
  });

  it('lays a turned and shifted copy over the original, and keeps the hand of a mirror image', () => {
    const [c, s] = [Math.cos(2.1), Math.sin(2.1)];
    const turned = ethanol.atoms.map(({ atomic_number, position: [x, y, z] }) => ({
      atomic_number,
      position: [c * x - s * y + 4, s * x + c * y - 1, z + 9] as [number, number, number],
    }));
    const back = moved(flatPositions(turned), alignment(turned, ethanol.atoms));
    const original = flatPositions(ethanol.atoms);
    for (let at = 0; at < back.length; at++) expect(back[at]).to.be.closeTo(original[at] ?? 0, 1e-9);
    const mirrored = ethanol.atoms.map((atom) => ({
      ...atom,
      position: [atom.position[0], atom.position[1], -atom.position[2]] as [number, number, number],
    }));
    const r = alignment(mirrored, ethanol.atoms).rotation.flat();
    const [a = 0, b = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0] = r;
    expect(a * (f * j - g * i) - b * (e * j - g * h) + d * (e * i - f * h)).to.be.closeTo(1, 1e-9);
  });

  it('reads colours as browsers answer them', () => {
    expect(hexColour('rgb(90, 97, 99)')).to.equal('#5a6163');
    expect(hexColour('color(srgb 1 0 0.5)')).to.equal('#ff0080');
  });
});
