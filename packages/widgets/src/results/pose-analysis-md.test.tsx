import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../elements/workflow.tsx';
import { itInFull } from '../testing/full-run.ts';
import {
  button,
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
} from '../trajectory/test-helpers.ts';
import { still } from '../ui/test-helpers.ts';
import { $, $$, type Host, openTab, until as soon, tabs, text } from './test-helpers.ts';

/** Software graphics draw while the page works: what comes may take its time. */
const until = <T,>(what: () => T | null | undefined | false) => soon(what, 15_000);

/** RMSD of frame f of a trajectory, in Å. */
const rmsd = (trajectory: number, frame: number) => Math.round(100 * (0.5 + trajectory / 4 + frame / 100)) / 100;
const rounded = (value: number) => Math.round(1000 * value) / 1000;
/** The hydroxyl hydrogen swings: its distance (Å) from the oxygen in frame f, of positions as the server sends them. */
const distance = (frame: number) =>
  Math.hypot(
    rounded(1.4671 + frame) - rounded(1.4311 + frame),
    rounded(1.155) - rounded(0.3229),
    rounded(0.0848 + Math.sin(frame / 5)) - rounded(0.5867),
  );

const totals = [400, 120, 60, 60, 60, 30, 100];
const contacts = [
  { protein_atom_index: 2, ligand_atom_index: 8, occupancy: 0.4 },
  { protein_atom_index: 0, ligand_atom_index: 5, occupancy: 0.9 },
];

/** An item whose trajectories are on the test server. */
function poseItem(change: Record<string, unknown> = {}, lengths = totals, status = 2): WorkflowItem {
  const trajectories = lengths.map((length, place) => ({
    uuid: crypto.randomUUID(),
    ligand_rmsd: Array.from({ length }, (_, frame) => rmsd(place, frame)),
    contacts: place === 0 ? contacts : contacts.slice(1),
  }));
  const item = trajectoryItem({ trajectories, simulation_time_ns: 10, timestep_fs: 2, ...change });
  return { ...item, object_status: status };
}

const shown: Element[] = [];
async function show(item: WorkflowItem, change: Record<string, unknown> = {}, drawn = false): Promise<Host> {
  const host = document.createElement('cuvette-workflow') as Host;
  host.toggleAttribute('data-drawn', drawn);
  Object.assign(host, { item, client: testClient(), ...change });
  host.style.setProperty('--cuvette-height', '480px');
  document.body.append(host);
  shown.push(host);
  await until(() => $(host, '[role=tablist]'));
  await until(
    () => $(host, '.cv-trajectory-controls') ?? $(host, '.cv-result-viewer [role=alert]') ?? $(host, '.cv-viewer'),
  );
  return host;
}
const loaded = (host: Host) => until(() => loadState(host) === 'success');
/** The rows of the table of that name that are in the page. */
const rows = (host: Host, name: string) => $$(host, `table[aria-label="${name}"] tbody tr[data-row]`);
/** The row of that number, from 0, once it is the active one. */
const active = (host: Host, name: string, row: number) =>
  rows(host, name).find((each) => each.dataset.row === String(row) && each.ariaSelected === 'true');
const cells = (row: Element) => [...row.querySelectorAll('td, th')].map((cell) => cell.textContent);
const frameSlider = (host: Host) => labelled(host, 'Frame');
const stateOf = (host: Host) => Reflect.get(host, 'state') as string;
/** Where the cursor is in px, null where there is none. */
function cursorAt(host: Host): number | null {
  const line = $(host, '.cv-plot-cursor');
  if (!line || line.style.display === 'none') return null;
  return line.getBoundingClientRect().left - (line.parentElement as HTMLElement).getBoundingClientRect().left;
}
function type(input: HTMLInputElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
async function addPair(host: Host, first: string, second: string) {
  type(await until(() => labelled(host, 'First atom')), first);
  type(labelled(host, 'Second atom'), second);
  await press(host, 'Add pair');
}

/** Where the picture is not looked at it is not drawn: software graphics would take the time of everything else. */
const noPicture = new CSSStyleSheet();
noPicture.replaceSync('cuvette-workflow:not([data-drawn])::part(viewer) { display: none }');

describe('the result of a pose-analysis MD', () => {
  before(() => {
    document.adoptedStyleSheets.push(noPicture);
  });
  before(() => setViewport({ width: 760, height: 700 }));
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    for (const element of shown.splice(0)) element.remove();
  });

  it('has a trajectory viewer above large tabs, in their order', async () => {
    const host = await show(poseItem(), {}, true);
    expect(tabs(host)).to.deep.equal(['Ligand RMSD', 'Conserved Contacts', 'Atom Distances', 'Info']);
    for (const name of tabs(host)) {
      openTab(host, name ?? '');
      await until(() => $(host, '.cv-result-large .cv-trajectory'));
      const viewer = ($(host, '.cv-trajectory') as HTMLElement).getBoundingClientRect();
      const panel = ($(host, '.cv-tabs') as HTMLElement).getBoundingClientRect();
      expect(panel.top, `${name} stands below`).to.be.at.least(viewer.bottom - 1);
      expect(Math.abs(panel.width - viewer.width), `${name} is as wide`).to.be.lessThan(2);
    }
    expect([...labelled<HTMLSelectElement>(host, 'Trajectory').options].map((each) => each.text)).to.deep.equal(
      totals.map((_, place) => `Trajectory ${place + 1}`),
    );
    for (const name of ['Load', 'Play']) expect(button(host, name), name).not.to.equal(null);
  });

  it('plots and lists the RMSD by time; plot, table and player are at one frame', async () => {
    const host = await show(poseItem());
    slide(labelled(host, 'Last frame to load'), 100);
    await press(host, 'Load');
    await loaded(host);
    const plot = await until(() => $(host, '.cv-plot svg'));
    expect($(host, '.cv-plot-box')?.getAttribute('aria-label')).to.equal(
      'Ligand RMSD of 7 trajectories over 400 frames; the largest is 4.49 Å.',
    );
    expect(plot.textContent).to.contain('Time (ns)').and.to.contain('Ligand RMSD (Å)');
    expect($$(host, '.cv-frame-legend li').map(({ textContent }) => textContent)).to.have.length(7);

    slide(frameSlider(host), 41);
    const row = await until(() => active(host, 'Ligand RMSD', 40));
    expect(cells(row).slice(0, 4)).to.deep.equal(['41', '1.025', '0.90', '1.15']);
    const at = cursorAt(host) ?? 0;
    slide(frameSlider(host), 81);
    await until(() => (cursorAt(host) ?? 0) > at);
    // Equal steps of frames are equal steps of the cursor, and the axis ends at 10 ns.
    const step = ((cursorAt(host) ?? 0) - at) / 40;
    const right = at + step * (400 - 41);
    expect(right).to.be.closeTo(plot.getBoundingClientRect().width - 20, 2);

    (await until(() => rows(host, 'Ligand RMSD').find((each) => each.dataset.row === '82'))).click();
    await until(() => frameSlider(host).value === '83');
    const place = plot.getBoundingClientRect();
    plot.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: place.left + at, clientY: place.top + 60 }));
    await until(() => frameSlider(host).value === '41');
    expect(drawings(host), 'the figure is drawn once, whatever frame is shown').to.equal(plot);
  });
  const drawings = (host: Host) => $(host, '.cv-plot svg') as unknown;

  it('the cursor follows while it plays; the keyboard moves the row', async () => {
    const host = await show(poseItem({}, totals));
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), String(replicate.few));
    await loaded(host);
    pick(labelled<HTMLSelectElement>(host, 'Speed'), '0.25');
    await press(host, 'Play');
    const places = new Set<number>();
    await until(() => places.add(cursorAt(host) ?? -1).size > 4);
    await press(host, 'Pause');
    rows(host, 'Ligand RMSD')[0]?.click();
    await until(() => frameSlider(host).value === '1' && active(host, 'Ligand RMSD', 0));
    rows(host, 'Ligand RMSD')[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowDown' });
    await until(() => frameSlider(host).value === '3');
    expect(said(host)).to.contain('Frame 3 of 30');
  });

  it('a frame that is not loaded is reported, and loaded on demand with those around it', async () => {
    const item = poseItem();
    const host = await show(item);
    slide(labelled(host, 'Last frame to load'), 100);
    await press(host, 'Load');
    await loaded(host);
    const all = await until(() => $(host, '.cv-plot svg'));
    const place = all.getBoundingClientRect();
    all.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: place.right - 60, clientY: place.top + 60 }));
    const line = await until(() =>
      $$(host, '[role=status]').find((each) => /is not loaded/.test(each.textContent ?? '')),
    );
    const wanted = Number(/Frame (\d+) is/.exec(line.textContent ?? '')?.[1]);
    expect(wanted).to.be.greaterThan(350);
    line.querySelector('button')?.click();
    await until(() => frameSlider(host).value === String(wanted));
    expect((await streamsOf(item.uuid)).map(({ start, count }) => [start, count])).to.deep.equal([
      [0, 100],
      [300, 100],
    ]);
    expect(text(host)).not.to.contain('is not loaded');
  });

  it('the trajectory of the player is the row of the list of trajectories', async () => {
    const host = await show(poseItem());
    rows(host, 'Trajectories')[5]?.click();
    await until(() => labelled<HTMLSelectElement>(host, 'Trajectory').value === '5');
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), '1');
    await until(() => rows(host, 'Trajectories')[1]?.getAttribute('aria-selected') === 'true');
  });

  it('lists contacts, those of most trajectories first; a row selects its two atoms, and its distance is one step away', async () => {
    const host = await show(poseItem());
    openTab(host, 'Conserved Contacts');
    const list = await until(() =>
      rows(host, 'Conserved contacts').length > 0 ? rows(host, 'Conserved contacts') : null,
    );
    expect(list.map((row) => cells(row).slice(0, 4))).to.deep.equal([
      ['EOH 1 A, C', 'EOH 1 A, H', '7', '0.90'],
      ['EOH 1 A, O', 'EOH 1 A, H', '1', '0.40'],
    ]);
    expect(button(host, 'Show its distance by frame')?.disabled).to.equal(true);
    list[0]?.click();
    await until(() => $$(host, '.cv-viewer [role=status]').some((each) => /C1–H6/.test(each.textContent ?? '')));
    rows(host, 'Conserved contacts')[0]?.focus();
    await sendKeys({ press: 'ArrowDown' });
    await until(() => $$(host, '.cv-viewer [role=status]').some((each) => /O3–H9/.test(each.textContent ?? '')));
    await press(host, 'Show its distance by frame');
    await until(
      () => $$(host, '[role=tab]').find((tab) => tab.ariaSelected === 'true')?.textContent === 'Atom Distances',
    );
    await until(() => $$(host, '.cv-pair-list li').length === 1);
  });

  it('shows distances of chosen atoms by frame, of the trajectory that the player has', async () => {
    const item = poseItem();
    const host = await show(item, { tab: 'atom_distances' });
    expect(text(host)).to.contain('No pair of atoms yet.');
    for (const [first, second] of [
      ['3', '3'],
      ['0', '2'],
      ['3', '10'],
      ['3', 'x'],
    ] as const) {
      await addPair(host, first, second);
      await until(() => text(host).includes('Give two different atoms by their numbers, from 1 to 9.'));
      expect(labelled(host, 'First atom').getAttribute('aria-invalid')).to.equal('true');
    }
    await addPair(host, '3', '9');
    const row = await until(() => rows(host, 'Distances, Trajectory 1')[7]);
    expect(cells(row)).to.deep.equal(['8', '0.200', distance(7).toFixed(3)]);
    expect($$(host, '.cv-plot-box').map((each) => each.ariaLabel)[0]).to.match(
      /^Distances by frame of Trajectory 1: .* from 0\.\d\d to \d\.\d\d Å\.$/,
    );
    await addPair(host, '9', '3');
    await until(() => text(host).includes('This pair is already in the list.'));
    await addPair(host, '1', '2');
    await until(() => $$(host, '.cv-frame-legend li').length === 2);
    // Shown in the picture, kept in what is saved, and asked for once each.
    expect(stateOf(host)).not.to.equal('');
    const asked = async () => (await streamsOf(item.uuid)).filter(({ path }) => path.includes('atom_trajectories'));
    expect((await asked()).length).to.equal(2);

    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), String(replicate.few));
    await until(() => text(host).includes('Distances, Trajectory 6'));
    await loaded(host);
    slide(frameSlider(host), 21);
    await until(() => $(host, '.cv-pair-list li')?.textContent?.includes(`${distance(20).toFixed(3)} Å`));

    const again = await show(item, { state: stateOf(host), tab: 'atom_distances' });
    await until(() => $$(again, '.cv-pair-list li').length === 2);
    $$(host, '.cv-pair-list button')[0]?.click();
    await until(() => $$(host, '.cv-pair-list li').length === 1);
  });

  it('says why distances cannot be read, and asks again on demand', async () => {
    const host = await show(poseItem(), { tab: 'atom_distances' });
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), String(replicate.refused));
    await addPair(host, '3', '9');
    const alert = await until(() =>
      $$(host, '[role=alert]').find((each) => /could not be read/.test(each.textContent ?? '')),
    );
    expect(alert.textContent).to.contain('There is no trajectory of replicate 3 here.').and.to.contain('Try again');
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), '0');
    await until(() => rows(host, 'Distances, Trajectory 1').length > 10);
  });

  it('goes on with what is loaded while the calculation runs: only new frames are asked for', async () => {
    const running = (count: number, status = 1, uuid?: string) => {
      const item = poseItem({}, [...totals.slice(0, 6), count], status);
      return { ...item, ...(uuid ? { uuid } : {}) };
    };
    const first = running(100);
    const host = await show(first, { tab: 'atom_distances' });
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), '6');
    await press(host, 'Load');
    await loaded(host);
    await addPair(host, '3', '9');
    await until(() => text(host).includes('Distances, Trajectory 7'));
    expect(text(host)).to.contain('Ethanol in motion running');
    slide(frameSlider(host), 60);
    pick(labelled<HTMLSelectElement>(host, 'Speed'), '0.25');
    await press(host, 'Play');
    let stopped = 0;
    const watch = setInterval(() => {
      if (loadState(host) !== 'success' || !button(host, 'Pause')) stopped += 1;
    }, 5);
    for (const count of [110, 125]) {
      host.item = running(count, 1, first.uuid);
      await until(() => frameSlider(host).max === String(count));
    }
    clearInterval(watch);
    expect(stopped, 'it never stopped').to.equal(0);
    await press(host, 'Pause');
    expect(Number(frameSlider(host).value)).to.be.within(60, 125);
    const streams = (await streamsOf(first.uuid)).filter(({ path }) => path.includes('compressed_stream'));
    expect(streams.map(({ start, count }) => [start, count])).to.deep.equal([
      [0, 100],
      [100, 10],
      [110, 15],
    ]);
    host.item = running(125, 2, first.uuid);
    openTab(host, 'Ligand RMSD');
    await until(
      () => rows(host, 'Trajectory 7').some((row) => cells(row)[1] === '10.000') || text(host).includes('Time (ns)'),
    );
    expect(loadState(host)).to.equal('success');
  });

  it('before there are frames shows what there is, in words', async () => {
    const host = await show(poseItem({ trajectories: [] }, [], 1));
    expect(tabs(host)).to.deep.equal(['Ligand RMSD', 'Conserved Contacts', 'Atom Distances', 'Info']);
    expect($(host, '.cv-trajectory')).to.equal(null);
    for (const name of ['Ligand RMSD', 'Conserved Contacts', 'Atom Distances']) {
      openTab(host, name);
      await until(() => text(host).includes('Ethanol in motion running'));
    }
    const queued = await show(poseItem({ trajectories: [] }, [], 0));
    expect(text(queued)).to.contain('Waiting');
    const failed = await show(poseItem({ trajectories: [] }, [], 3));
    expect(text(failed)).to.contain('This calculation failed');
  });

  it('a structure that cannot be read is an error that can be tried again, and the numbers stay', async () => {
    const host = await show(poseItem({ minimized_protein_uuid: 'absent' }));
    const alert = await until(() => $(host, '.cv-result-viewer [role=alert]'));
    expect(alert.textContent).to.contain('Structure/trajectory failed to load').and.to.contain('Try again');
    expect(rows(host, 'Trajectories')).to.have.length(7);
  });

  for (const [theme, width] of [
    ['light', 760],
    ['dark', 420],
  ] as const) {
    (theme === 'light' ? itInFull : it)(`passes axe, ${theme}, ${width} px wide`, async function () {
      this.timeout(180_000);
      await setViewport({ width, height: 900 });
      const host = await show(poseItem(), { theme }, true);
      pick(labelled<HTMLSelectElement>(host, 'Trajectory'), String(replicate.few));
      await loaded(host);
      for (const name of ['Ligand RMSD', 'Conserved Contacts', 'Atom Distances', 'Info']) {
        openTab(host, name);
        if (name === 'Atom Distances') {
          await addPair(host, '3', '9');
          await addPair(host, '1', '2');
          await until(() => $$(host, '.cv-frame-legend li').length === 2);
        }
        await still();
        await expect(host).to.be.accessible();
        expect(document.documentElement.scrollWidth, name).to.be.at.most(width);
      }
      await setViewport({ width: 760, height: 700 });
    });
  }

  it('speaks German', async () => {
    const host = await show(poseItem(), { lang: 'de', tab: 'atom_distances' });
    await until(() => text(host).includes('Noch kein Atompaar.'));
    expect(labelled(host, 'Erstes Atom')).not.to.equal(undefined);
  });
});

describe('a pose-analysis MD in a file', () => {
  before(() => setViewport({ width: 760, height: 700 }));

  it('of a kinase and its ligand: residues by name, frames and distances from the file, and what it does not hold reported', async () => {
    const { item, bundle, pair } = await (await import('./pose-test-helpers.ts')).kinaseBundle();
    const host = await show(item, { client: createClient({ bundle }) });
    await until(() => loadState(host) === 'success');
    expect(said(host)).to.contain('Frame 1 of 4');
    openTab(host, 'Conserved Contacts');
    const list = await until(() =>
      rows(host, 'Conserved contacts').length > 3 ? rows(host, 'Conserved contacts') : null,
    );
    expect(cells(list[0] as Element)[0]).to.match(/^[A-Z][a-z]{2}\d+ A, [NOC]/);
    expect(cells(list[0] as Element)[1]).to.match(/^LIG \d+ B, /);
    list[0]?.click();
    await until(() => button(host, 'Show its distance by frame')?.disabled === false);
    await press(host, 'Show its distance by frame');
    const far = await until(() => rows(host, 'Distances, Trajectory 1')[3]);
    expect(cells(far)[2]).to.equal(pair.last.toFixed(3));
    pick(labelled<HTMLSelectElement>(host, 'Trajectory'), '1');
    await until(() => text(host).includes('This file holds no frames of this trajectory.'));
    await until(() => text(host).includes('The distances could not be read.'));
  });
});
