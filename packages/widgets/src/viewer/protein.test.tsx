import { type Macromolecule, type Residue, readPdb, withLigand } from '@cuvette/core/chemistry';
import { initialProteinView, initialViewerState, type ProteinView, type ViewerState } from '@cuvette/core/session';
import { readStructure } from '@cuvette/core/structures';
import { aTimeout, expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { defineElement } from '../elements/define.tsx';
import { engineOf } from '../testing/engine-of.ts';
import { itInFull } from '../testing/full-run.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { still } from '../ui/test-helpers.ts';
import { confidenceColour } from './protein/residue-colours.ts';
import { rangeOf, valueColours } from './values/values.ts';
import { Viewer, type ViewerProps } from './viewer.tsx';
import type { ViewedMolecule } from './viewer-tool.ts';

defineElement<ViewerProps>({
  tag: 'cuvette-protein-probe',
  view: (props) => (
    <Viewer {...props} molecule={props.molecule ?? null} title={props.title ?? 'Protein'} antialias={false} />
  ),
  attributes: { title: 'string' },
  properties: ['molecule', 'view', 'onView', 'values'],
});
type Probe = HTMLElement & ViewerProps & { shadowRoot: ShadowRoot };

// The bundler must not take this for a part of the program: the address is made beside `new URL`.
const here = import.meta.url;
/** Text of a fixture; the test's server says that it is packed, so that the browser unpacks it. */
const textOf = async (name: string) => (await fetch(new URL(`./fixtures/${name}`, here))).text();

async function structureIn(text: string): Promise<ViewedMolecule> {
  const { structures } = await readStructure(text);
  const [first] = structures;
  return { ...(first as (typeof structures)[number]).molecule, macromolecule: first?.macromolecule };
}
const fluorescent = async () => structureIn(await textOf('1ema.pdb.gz'));
const complex = async () => structureIn(await textOf('tyk2-complex.pdb.gz'));
/** Two short helices in two chains, without headers: what is hidden and shown is quick to draw. */
const twoChains = async () => {
  const rows = (await textOf('1ema.pdb.gz'))
    .split('\n')
    .filter((line) => /^ATOM/.test(line) && Number(line.slice(22, 26)) < 40);
  return structureIn(
    rows.map((line) => (Number(line.slice(22, 26)) < 20 ? line : `${line.slice(0, 21)}B${line.slice(22)}`)).join('\n'),
  );
};

/** Two residues with hydrogens on nitrogen and carbon, a magnesium ion and a water. */
const withIon = () =>
  structureIn(`ATOM      1  N   GLY A   1       0.000   0.000   0.000  1.00 10.00           N
ATOM      2  CA  GLY A   1       1.450   0.000   0.000  1.00 10.00           C
ATOM      3  C   GLY A   1       2.000   1.400   0.000  1.00 10.00           C
ATOM      4  O   GLY A   1       1.250   2.380   0.000  1.00 10.00           O
ATOM      5  H   GLY A   1      -0.500   0.870   0.000  1.00 10.00           H
ATOM      6  HA2 GLY A   1       1.810  -0.520   0.890  1.00 10.00           H
ATOM      7  HA3 GLY A   1       1.810  -0.520  -0.890  1.00 10.00           H
ATOM      8  N   GLY A   2       3.330   1.530   0.000  1.00 10.00           N
ATOM      9  CA  GLY A   2       4.000   2.820   0.000  1.00 10.00           C
ATOM     10  C   GLY A   2       5.500   2.650   0.000  1.00 10.00           C
ATOM     11  O   GLY A   2       6.030   1.540   0.000  1.00 10.00           O
ATOM     12  H   GLY A   2       3.900   0.700   0.000  1.00 10.00           H
ATOM     13  HA2 GLY A   2       3.690   3.390   0.890  1.00 10.00           H
ATOM     14  HA3 GLY A   2       3.690   3.390  -0.890  1.00 10.00           H
HETATM   15 MG    MG A 301       3.500  -3.000   1.500  1.00 10.00          MG
HETATM   16  O   HOH A 401       6.500  -3.000   3.400  1.00 10.00           O
END
`);

const one = <T extends Element = HTMLElement>(element: Probe, selector: string) =>
  element.shadowRoot.querySelector<T>(selector) as T;
const button = (element: Probe, text: string) =>
  [...element.shadowRoot.querySelectorAll('button')].find((each) =>
    (each.textContent || each.ariaLabel || '').includes(text),
  ) as HTMLButtonElement;
const field = <T extends HTMLElement>(element: Probe, label: string): T => {
  const found = [...element.shadowRoot.querySelectorAll('dialog label')].find((each) =>
    each.textContent?.includes(label),
  );
  const id = found?.getAttribute('for');
  return (id ? one<T>(element, `#${CSS.escape(id)}`) : found?.querySelector<T>('input, select')) as T;
};
const labelled = <T extends HTMLElement>(element: Probe, label: string) => one<T>(element, `[aria-label="${label}"]`);

function set(control: HTMLInputElement | HTMLSelectElement, value: string) {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  setter?.call(control, value);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

interface Picture {
  painted: number;
  sum: number;
}
function picture(element: Probe): Picture {
  const canvas = one<HTMLCanvasElement>(element, 'canvas');
  const copy = document.createElement('canvas');
  copy.width = canvas.width;
  copy.height = canvas.height;
  const context = copy.getContext('2d') as CanvasRenderingContext2D;
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, copy.width, copy.height);
  let painted = 0;
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) > 0) painted++;
    sum = (sum * 31 + (data[at] ?? 0) + 3 * (data[at + 1] ?? 0) + 7 * (data[at + 2] ?? 0)) % 1_000_003;
  }
  return { painted, sum };
}

/** Does something, and gives the picture when it has become another one and rests. */
async function changed(element: Probe, run: () => void, what = String(run)): Promise<Picture> {
  const before = picture(element);
  run();
  await waitUntil(() => picture(element).sum !== before.sum, `the picture becomes another one: ${what}`);
  await settled(element);
  return picture(element);
}

async function settled(element: Probe) {
  let last = -1;
  for (let tries = 0; tries < 60; tries++) {
    await aTimeout(120);
    const { sum } = picture(element);
    if (sum === last) return;
    last = sum;
  }
}

/** A viewer whose page keeps how it is viewed. */
async function viewer(
  molecule: ViewedMolecule,
  protein: Partial<ProteinView> = {},
  theme = 'light',
): Promise<Probe & { state: ViewerState }> {
  const element = await fixture<Probe & { state: ViewerState }>(
    html`<cuvette-protein-probe theme=${theme} style="width:360px;height:300px"></cuvette-protein-probe>`,
  );
  const show = (state: ViewerState) => {
    element.state = state;
    Object.assign(element, { view: state });
  };
  show({ ...initialViewerState, protein: { ...initialProteinView, ...protein } });
  Object.assign(element, { molecule, onView: (next: Partial<ViewerState>) => show({ ...element.state, ...next }) });
  await oneEvent(element, 'cuvette-ready');
  await settled(element);
  return element;
}

interface Drawn {
  models: ({ createMolObj: (atoms: object[]) => unknown } | undefined)[];
  getRenderer: () => { render: (...given: unknown[]) => void };
  selectedAtoms: (what: object) => {
    resn?: string;
    resi: number;
    atom?: string;
    index: number;
    serial: number;
    x: number;
    y: number;
    z: number;
    style: Record<string, unknown>;
  }[];
  modelToScreen: (point: object) => { x: number; y: number };
}
const drawn = (element: Probe) => engineOf<Drawn>(one(element, 'canvas'));
const stylesOf = (element: Probe, resn: string) => {
  const found = drawn(element).selectedAtoms({ resn });
  return [...new Set(found.flatMap(({ style }) => Object.keys(style ?? {})))].sort();
};

async function openDialog(element: Probe) {
  button(element, 'View').click();
  await waitUntil(() => one(element, '[role=menu]'));
  button(element, 'Manage protein view').click();
  await waitUntil(() => one(element, 'dialog .cv-protein'), undefined);
}

describe('proteins in the viewer', () => {
  let protein: ViewedMolecule;
  let chains: ViewedMolecule;
  let kinase: ViewedMolecule;
  before(async () => {
    await setViewport({ width: 1100, height: 900 });
    [protein, chains, kinase] = await Promise.all([fluorescent(), twoChains(), complex()]);
  });

  it('are bands, with the chromophore as sticks, described in words', async () => {
    const element = await viewer(protein);
    expect(picture(element).painted).to.be.greaterThan(3000);
    expect(stylesOf(element, 'LEU')).to.deep.equal(['cartoon']);
    expect(stylesOf(element, 'CRO')).to.deep.equal(['cartoon', 'stick']);
    expect(stylesOf(element, 'HOH')).to.deep.equal([]);
    expect(one(element, '.cv-viewer-stage').getAttribute('aria-label')).to.equal(
      'Protein, chain A, 225 residues, 1 modified residue, 95 waters',
    );
  });

  it('another pose draws the pose and its pocket again, once, and nothing of its protein', async () => {
    const host = kinase.macromolecule as Macromolecule;
    const { first, count } = host.residues.find(({ kind }) => kind === 'ligand') as Residue;
    const posed = (shift: number): ViewedMolecule => {
      const moved = host.atoms.slice(first, first + count).map(({ atomic_number, position: [x, y, z] }) => ({
        atomic_number,
        position: [x + shift, y, z] as [number, number, number],
      }));
      const macromolecule = withLigand(host, moved, 'LIG');
      return { atoms: macromolecule.atoms, macromolecule } as ViewedMolecule;
    };
    const element = await viewer(posed(0), { pocket: true });
    const inside = drawn(element);
    const built: number[] = [];
    const engineModel = Object.getPrototypeOf(inside.models.find((each) => each)) as {
      createMolObj: (atoms: object[], ...more: unknown[]) => unknown;
    };
    const { createMolObj } = engineModel;
    engineModel.createMolObj = function build(atoms, ...more) {
      built.push(atoms.length);
      return createMolObj.call(this, atoms, ...more);
    };
    const renderer = inside.getRenderer();
    const render = renderer.render.bind(renderer);
    let pictures = 0;
    renderer.render = (...given) => {
      pictures++;
      render(...given);
    };
    const placeOf = (serial: number) => inside.selectedAtoms({ serial }).map(({ x, y, z }) => [x, y, z])[0] as number[];
    const [before, stood] = [placeOf(0), placeOf(count)];
    try {
      await changed(element, () => Object.assign(element, { molecule: posed(1.5) }));
    } finally {
      engineModel.createMolObj = createMolObj;
    }
    // Its ligand, and of the protein the residues within 5 Å: a small part, and the rest is as it was.
    expect(built).to.have.length(1);
    expect(built[0]).to.be.within(count + 1, host.atoms.length / 4);
    expect(pictures).to.equal(1);
    const after = placeOf(0);
    expect(Math.hypot(...after.map((value, axis) => value - (before[axis] as number)))).to.be.closeTo(1.5, 1e-6);
    expect(placeOf(count)).to.deep.equal(stood);

    // The pose with its pocket is a model of its own, which the engine counts from 0 again: each atom has the colour of its own value all the same.
    const numbers = (element.molecule as ViewedMolecule).atoms.map((_, atom) => atom ** 2 % 11);
    const values = { id: 'own', title: 'Own', unit: null, precision: 1, kind: 'magnitude', values: numbers } as const;
    const show = (element as ViewerProps).onView;
    Object.assign(element, { values: [values] });
    show?.({ colouring: 'own' });
    await waitUntil(() => one(element, '.cv-viewer-legend'), 'what the colours mean');
    const colours = valueColours(values, rangeOf(values, null));
    type Painted = { colorfunc?: (spec: object) => unknown };
    const specs = inside.selectedAtoms({});
    const painted = specs.flatMap((spec) =>
      Object.values(spec.style as Record<string, Painted>).map(({ colorfunc }) => ({
        spec,
        colour: colorfunc?.(spec),
      })),
    );
    expect(new Set(painted.map(({ spec }) => spec.serial)).size).to.be.greaterThan(count + 1000);
    expect(painted.filter(({ spec, colour }) => colour !== colours[spec.serial])).to.have.length(0);
  });

  it('every form and colour scheme changes the picture at once, while the dialog is open, and is kept in the state', async () => {
    const element = await viewer(chains);
    await openDialog(element);
    const pictures = [picture(element).sum];
    for (const [label, value] of [
      ['Representation', 'trace'],
      ['Representation', 'sphere'],
      ['Representation', 'line'],
      ['Representation', 'stick'],
      ['Colour scheme', 'residue'],
      ['Colour scheme', 'secondary-structure'],
      ['Colour scheme', 'element'],
      ['Colour scheme', 'b-factor'],
      ['Representation', 'cartoon'],
    ] as const) {
      pictures.push((await changed(element, () => set(field(element, label), value), `${label} ${value}`)).sum);
    }
    expect(new Set(pictures).size).to.equal(pictures.length);
    expect(element.state.protein).to.deep.equal({ ...initialProteinView, colouring: 'b-factor' });
    expect(one(element, '.cv-protein-legend').textContent).to.match(/^From \d+ Å² or less to \d+ Å² or more$/);
    await changed(element, () => one(element, '.cv-dialog-foot button').click());
    expect(element.state.protein).to.deep.equal(initialProteinView);
    expect(picture(element).sum).to.equal(pictures[0]);
  });

  itInFull('shows waters and the residues about a chromophore by choice', async () => {
    const element = await viewer(protein);
    await openDialog(element);
    await changed(element, () => field(element, '95 waters').click());
    expect(stylesOf(element, 'HOH')).to.deep.equal(['sphere', 'stick']);
    const before = picture(element).sum;
    await changed(element, () => field(element, 'Pocket').click());
    expect(stylesOf(element, 'GLU')).to.deep.equal(['cartoon', 'stick']);
    await changed(element, () => field(element, 'Pocket').click());
    expect(picture(element).sum).to.equal(before);
  });

  it('hides and colours chains, and draws one in a form of its own', async () => {
    const element = await viewer(chains);
    await openDialog(element);
    const both = picture(element).painted;
    const first = await changed(element, () => field(element, 'Chain B').click());
    expect(first.painted).to.be.lessThan(both * 0.8);
    expect(element.state.protein.hiddenChains).to.deep.equal(['B']);
    expect(labelled<HTMLSelectElement>(element, 'Representation of chain B').disabled).to.equal(true);
    await changed(element, () => field(element, 'Chain B').click());
    expect(picture(element).painted).to.equal(both);
    await changed(element, () => set(labelled(element, 'Colour of chain A'), '#ff0000'));
    await changed(element, () => set(labelled(element, 'Representation of chain B'), 'sphere'));
    expect(element.state.protein).to.deep.include({
      hiddenChains: [],
      chainColours: { A: '#ff0000' },
      chainForms: { B: 'sphere' },
    });
    const styles = (chain: string) => [
      ...new Set(
        drawn(element)
          .selectedAtoms({ chain })
          .flatMap(({ style }) => Object.keys(style)),
      ),
    ];
    expect([styles('A'), styles('B')]).to.deep.equal([['cartoon'], ['sphere']]);
  });

  it('draws what a saved state says, from the beginning', async () => {
    const plain = picture(await viewer(chains));
    const saved = JSON.parse(JSON.stringify({ form: 'sphere', hiddenChains: ['A'] }));
    const element = await viewer(chains, saved);
    expect(picture(element).sum).not.to.equal(plain.sum);
    expect(stylesOf(element, 'VAL')).to.deep.equal(['sphere']);
  });

  it('draws a surface, translucent as asked, while the page goes on answering, without a worker', async () => {
    const element = await viewer(protein);
    await openDialog(element);
    const bare = picture(element).painted;
    const { Worker } = globalThis;
    globalThis.Worker = class {
      constructor() {
        throw new Error('this page may have no workers');
      }
    } as never;
    try {
      let ticks = 0;
      const clock = setInterval(() => {
        ticks += 1;
      }, 5);
      set(field(element, 'Surface'), 'molecular');
      await waitUntil(() => one(element, '.cv-protein [role=status]').textContent === 'The surface is being computed.');
      expect(one(element, '.cv-viewer-caption').textContent).to.equal('The surface is being computed.');
      await waitUntil(() => !one(element, '.cv-protein [role=status]').textContent, undefined, { timeout: 18000 });
      clearInterval(clock);
      // Steps of some 35 ms each: on a machine that does nothing else the page has its turn more than ten times a second.
      expect(ticks, 'the page answers in between').to.be.greaterThan(5);
    } finally {
      globalThis.Worker = Worker;
    }
    await settled(element);
    const molecular = picture(element);
    expect(molecular.painted).to.be.greaterThan(bare * 1.3);
    const solid = await changed(element, () => set(field(element, 'Opacity of the surface'), '1'));
    expect(Math.abs(solid.painted - molecular.painted)).to.be.lessThan(solid.painted * 0.01);
    expect(element.state.protein.surfaceOpacity).to.equal(1);
  });

  itInFull('a solvent accessible surface is larger; none leaves nothing', async () => {
    const element = await viewer(chains, { surface: 'molecular' });
    await waitUntil(() => one(element, '.cv-viewer-caption').textContent === 'Protein', undefined);
    await settled(element);
    const molecular = picture(element).painted;
    await openDialog(element);
    set(field(element, 'Surface'), 'solvent-accessible');
    await waitUntil(() => picture(element).painted > molecular * 1.1, 'it is larger');
    const plain = await viewer(chains);
    set(field(element, 'Surface'), 'none');
    await waitUntil(() => picture(element).sum === picture(plain).sum);
  });

  it('shows a ligand in its pocket, and zooms to it; hydrogens by choice', async () => {
    const element = await viewer(kinase);
    expect(one(element, '.cv-viewer-stage').getAttribute('aria-label')).to.equal(
      'Protein, chain A, 290 residues, 1 ligand',
    );
    expect(stylesOf(element, 'LIG')).to.deep.equal(['sphere', 'stick']);
    await openDialog(element);
    await changed(element, () => field(element, 'Pocket').click());
    await changed(element, () => button(element, 'Zoom to pocket').click());
    const polar = drawn(element)
      .selectedAtoms({ elem: 'H' })
      .filter(({ style }) => style.stick);
    await changed(element, () => set(field(element, 'Hydrogens'), 'none'));
    const none = drawn(element)
      .selectedAtoms({ elem: 'H' })
      .filter(({ style }) => Object.keys(style).length > 0);
    expect(polar.length).to.be.greaterThan(10);
    expect(none.length).to.equal(0);
    await changed(element, () => button(element, 'Zoom to ligand').click());
    await changed(element, () => field(element, '1 ligand').click());
    expect(stylesOf(element, 'LIG')).to.deep.equal([]);
  });

  itInFull('hides and shows ions; hydrogens: all, those on carbon not, none', async () => {
    const element = await viewer(await withIon(), { form: 'stick' });
    await openDialog(element);
    expect(element.state.protein.ions).to.equal(true);
    expect(stylesOf(element, 'MG')).to.deep.equal(['sphere']);
    const start = picture(element);
    const without = await changed(element, () => field(element, '1 ion').click());
    expect(stylesOf(element, 'MG')).to.deep.equal([]);
    expect(without.painted).to.be.lessThan(start.painted);
    expect(element.state.protein.ions).to.equal(false);
    const again = await changed(element, () => field(element, '1 ion').click());
    expect([stylesOf(element, 'MG'), again.sum]).to.deep.equal([['sphere'], start.sum]);

    const hydrogens = () =>
      drawn(element)
        .selectedAtoms({ elem: 'H' })
        .filter(({ style }) => Object.keys(style ?? {}).length > 0)
        .map(({ atom }) => atom);
    const onCarbon = ['HA2', 'HA3', 'HA2', 'HA3'];
    expect(field<HTMLSelectElement>(element, 'Hydrogens').value).to.equal('polar');
    expect(hydrogens()).to.deep.equal(['H', 'H']);
    const all = await changed(element, () => set(field(element, 'Hydrogens'), 'all'));
    expect(hydrogens().sort()).to.deep.equal(['H', 'H', ...onCarbon].sort());
    expect(all.painted).to.be.greaterThan(start.painted);
    expect(element.state.protein.hydrogens).to.equal('all');
    const none = await changed(element, () => set(field(element, 'Hydrogens'), 'none'));
    expect(hydrogens()).to.deep.equal([]);
    expect(none.painted).to.be.lessThan(start.painted);
  });

  it('a click on a residue selects it and says its name', async () => {
    const element = await viewer(protein);
    const heard: number[][] = [];
    element.addEventListener('cuvette-select', (event) => heard.push([...event.detail.atoms]));
    await openDialog(element);
    await changed(element, () => set(field(element, 'Representation'), 'sphere'));
    button(element, 'Close').click();
    await waitUntil(() => !one(element, 'dialog'));
    const atoms = drawn(element).selectedAtoms({});
    // The atom that is nearest to the eye is not covered by another.
    const nearest = atoms.filter(({ resn }) => resn !== 'HOH').reduce((best, atom) => (atom.z > best.z ? atom : best));
    const { x, y } = drawn(element).modelToScreen(nearest);
    await sendMouse({ type: 'click', position: [Math.round(x - scrollX), Math.round(y - scrollY)] });
    await waitUntil(() => heard.length > 0);
    const [name] = nearest.resn as string;
    expect(heard[0]).to.deep.equal([nearest.index]);
    const caption = one(element, '.cv-viewer-caption').textContent ?? '';
    expect(caption).to.match(new RegExp(`^Selected: ${name}[a-z]{2}\\d+ A, ${nearest.atom}$`));
  });

  it('without a protein the entry is there, disabled, with the reason', async () => {
    const element = await fixture<Probe>(
      html`<cuvette-protein-probe style="width:360px;height:300px"></cuvette-protein-probe>`,
    );
    element.molecule = { atoms: [{ atomic_number: 8, position: [0, 0, 0] }] } as ViewedMolecule;
    await oneEvent(element, 'cuvette-ready');
    button(element, 'View').click();
    await waitUntil(() => one(element, '[role=menu]'));
    const entry = button(element, 'Manage protein view');
    expect(entry.getAttribute('aria-disabled')).to.equal('true');
    expect(entry.textContent).to.contain('There is no protein in this structure.');
  });

  it('by keyboard: opens, chooses, closes with Escape, and the focus comes back; axe in light and dark', async () => {
    for (const theme of ['light', 'dark']) {
      const element = await viewer(chains, { colouring: 'secondary-structure', surface: 'none' }, theme);
      button(element, 'View').focus();
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => one(element, '[role=menu]'));
      await sendKeys({ type: 'Man' });
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => one(element, 'dialog .cv-protein'));
      await still();
      await expect(element).to.be.accessible();
      field(element, 'Colour scheme').focus();
      await changed(element, () => void sendKeys({ press: 'ArrowDown' }));
      expect(element.state.protein.colouring).to.equal('element');
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => !one(element, 'dialog'));
      await aTimeout(0);
      expect(element.shadowRoot.activeElement).to.equal(button(element, 'View'));
      element.remove();
    }
  });

  it('colours predictions by confidence, as the AlphaFold database does', async () => {
    expect([95, 90, 70.1, 50, 49].map(confidenceColour)).to.deep.equal([
      '#0053d6',
      '#65cbf3',
      '#65cbf3',
      '#ff7d45',
      '#ff7d45',
    ]);
    const text = await textOf('1ema.pdb.gz');
    expect(readPdb(text).description.title).to.contain('FLUORESCENT');
    const predicted = await structureIn(text.replace(/^TITLE .*$/m, 'TITLE     ALPHAFOLD PREDICTION'));
    const element = await viewer(predicted, { colouring: 'b-factor' });
    await openDialog(element);
    expect(one(element, '.cv-protein-legend').textContent).to.equal(
      'Very high, above 90Confident, 70 to 90Low, 50 to 70Very low, under 50',
    );
    expect(field<HTMLSelectElement>(element, 'Colour scheme').selectedOptions[0]?.textContent).to.equal(
      'Confidence (pLDDT)',
    );
  });
});
