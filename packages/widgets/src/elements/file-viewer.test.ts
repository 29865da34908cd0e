import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import { still } from '../ui/test-helpers.ts';
import { drawnIn } from '../viewer/test-helpers.ts';
import type { ViewerElementProps } from './viewer.tsx';
import './viewer.tsx';

type Element = HTMLElement & ViewerElementProps & { shadowRoot: ShadowRoot };

// The bundler must not take these for parts of the program: the addresses are made beside `new URL`.
const here = import.meta.url;
const fluorescent = new URL('../viewer/fixtures/1ema.pdb.gz', here).href;
const conformers = `3
water 1
O 0.00 0.00 0.00
H 0.96 0.00 0.00
H -0.24 0.93 0.00
3
water 2
O 0.00 0.00 0.00
H 0.90 0.00 0.00
H -0.20 0.90 0.00
`;

const viewer = (attributes: { file?: string; format?: string; session?: string } = {}) =>
  fixture<Element>(
    html`<cuvette-viewer
      antialias="off"
      file=${attributes.file ?? ''}
      format=${attributes.format ?? ''}
      session=${attributes.session ?? `file ${Math.random()}`}
      style="width:360px;height:320px"
    ></cuvette-viewer>`,
  );
const bare = () =>
  fixture<Element>(html`<cuvette-viewer antialias="off" style="width:360px;height:320px"></cuvette-viewer>`);

const caption = (element: Element) => element.shadowRoot.querySelector('.cv-viewer-caption')?.textContent;
const said = (element: Element) => element.shadowRoot.querySelector('.cv-viewer-stage')?.getAttribute('aria-label');
const button = (element: Element, name: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((each) =>
    (each.textContent || each.ariaLabel || '').includes(name),
  ) as HTMLButtonElement;
const failure = async (element: Element) => {
  await waitUntil(() => element.shadowRoot.querySelector('[role=alert]'), undefined);
  return element.shadowRoot.querySelector('[role=alert]')?.textContent ?? '';
};

async function packed(text: string): Promise<ArrayBuffer> {
  return new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
}

describe('structures of a file in <cuvette-viewer>', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('double bonds of an SDF file are drawn as such', async () => {
    const element = await bare();
    const line = (x: number, symbol: string) => `${x.toFixed(4).padStart(10)}    0.0000    0.0000 ${symbol}   0  0`;
    const bond = (order: number) => `  1  2  ${order}  0`;
    const formyl = (order: number) =>
      [
        'CO',
        '',
        '',
        '  2  1  0  0  0  0  0  0  0  0999 V2000',
        line(0, 'C'),
        line(1.2, 'O'),
        bond(order),
        'M  END',
        '$$$$',
        '',
      ].join('\n');
    const orders = () =>
      element.shadowRoot.querySelector('canvas')
        ? drawnIn(element)
            .selectedAtoms({})
            .map(({ bondOrder }) => bondOrder)
        : [];
    element.text = formyl(1);
    await oneEvent(element, 'cuvette-ready');
    expect(orders()).to.deep.equal([[1], [1]]);
    element.text = formyl(2);
    await waitUntil(() => orders().join() === '2,2', 'two');
  });

  it('are read from an address, named by the file', async () => {
    const element = await viewer({ file: fluorescent });
    const { detail } = await oneEvent(element, 'cuvette-ready');
    expect(detail.atoms).to.equal(1866);
    expect(caption(element)).to.equal('GREEN FLUORESCENT PROTEIN FROM AEQUOREA VICTORIA');
    expect(said(element)).to.contain(', chain A, 225 residues, 1 modified residue, 95 waters');
  });

  it('are a text or bytes of the page, packed or not; several are shown one after another, and the session knows which', async () => {
    const element = await bare();
    element.text = conformers;
    await oneEvent(element, 'cuvette-ready');
    expect(caption(element)).to.equal('H2O, Frame 1 of 2');
    button(element, 'View').click();
    await waitUntil(() => element.shadowRoot.querySelector('[role=menu]'));
    expect(element.shadowRoot.querySelector('[role=menu]')?.textContent).to.contain('Overlay all structures');
    button(element, 'View').click();
    button(element, 'Next structure').click();
    await waitUntil(() => caption(element) === 'H2O, Frame 2 of 2');
    expect(
      [...element.shadowRoot.querySelectorAll('button')].some((each) => each.ariaLabel === 'Next structure'),
    ).to.equal(true);
    expect(button(element, 'Next structure').disabled).to.equal(true);
    element.text = undefined;
    element.data = await packed(conformers.replace('water 1', 'name="packed"'));
    element.label = 'Water';
    await waitUntil(() => caption(element) === 'Water, Frame 1 of 2');
    element.data = new TextEncoder().encode('1\n\nHe 0 0 0\n');
    await waitUntil(() => caption(element) === 'Water');
    expect(said(element)).to.equal('Water, 1 atom');
  });

  it('of a cube file are drawn with the isosurfaces of its values', async () => {
    const element = await bare();
    const [points, step, start] = [20, 0.5, -4.75];
    const rows = [0, 1, 2].map((axis) => [points, ...[0, 1, 2].map((each) => (each === axis ? step : 0))].join(' '));
    const head = ['p orbital of hydrogen', 'isosurface', `1 ${start} ${start} ${start}`, ...rows, '1 1 0 0 0'];
    const places = Array.from({ length: points }, (_, index) => start + index * step);
    const values = places.flatMap((x) =>
      places.flatMap((y) => places.map((z) => (z * Math.exp(-Math.hypot(x, y, z) / 2)).toExponential(5))),
    );
    element.text = `${head.join('\n')}\n${values.join('\n')}\n`;
    await oneEvent(element, 'cuvette-ready');
    expect(caption(element)).to.equal('p orbital of hydrogen, isosurface');
    button(element, 'View').click();
    await waitUntil(() => button(element, 'Isosurfaces'));
    button(element, 'Isosurfaces').click();
    await waitUntil(() => element.shadowRoot.querySelector('.cv-viewer-strip select'));
  });

  it('say what is wrong: not there, not of that format, not reachable, an unknown format; and are tried again on demand', async () => {
    const heard: string[] = [];
    const listen = (event: Event) => heard.push((event as CustomEvent<{ message: string }>).detail.message);
    document.addEventListener('cuvette-error', listen);
    const missing = await viewer({ file: new URL('./no-such-file.pdb', here).href });
    expect(await failure(missing)).to.match(/The structure cannot be shown\.There is no file at .*no-such-file\.pdb/);
    const wrong = await viewer({ file: fluorescent, format: 'xyz' });
    expect(await failure(wrong)).to.contain('Line 1: An XYZ file begins with the number of atoms; found "HEADER');
    const unknown = await viewer({ file: fluorescent, format: 'docx' });
    expect(await failure(unknown)).to.contain('The format "docx" is not known. Known are molecule, xyz, sdf');
    const away = await viewer({ file: 'http://127.0.0.1:9/structure.pdb' });
    expect(await failure(away)).to.contain('or its server does not allow this page to read it (CORS)');
    expect(heard).to.have.length(4);
    document.removeEventListener('cuvette-error', listen);
    wrong.removeAttribute('format');
    await oneEvent(wrong, 'cuvette-ready');
    await still();
    await expect(missing).to.be.accessible();
  });

  it('read once for two elements, and moved without being read again', async () => {
    let reads = 0;
    const fetched = globalThis.fetch;
    globalThis.fetch = ((...given: Parameters<typeof fetch>) => {
      reads += String(given[0]).includes('tyk2-complex') ? 1 : 0;
      return fetched(...given);
    }) as typeof fetch;
    try {
      const file = new URL('../viewer/fixtures/tyk2-complex.pdb.gz', here).href;
      const [first, second] = await Promise.all([viewer({ file }), viewer({ file })]);
      await Promise.all([oneEvent(first, 'cuvette-ready'), oneEvent(second, 'cuvette-ready')]);
      expect(caption(first)).to.equal('tyk2-complex');
      const canvas = first.shadowRoot.querySelector('canvas');
      second.parentElement?.append(first);
      await aTimeout(100);
      expect(first.shadowRoot.querySelector('canvas') === canvas).to.equal(true);
      expect(reads).to.equal(1);
    } finally {
      globalThis.fetch = fetched;
    }
  });
});
