import { createClient } from '@cuvette/core/client';
import { WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import '../elements/workflow.tsx';
import { button, labelled, pick, press } from '../trajectory/test-helpers.ts';
import { still } from '../ui/test-helpers.ts';
import { $, $$, conformers, type Host, tabs, text, until } from './test-helpers.ts';

/** A dynamics whose saved frames are stored structures of one molecule, each in a calculation of its own as a run writes them. */
function dynamics(frames = 6, object_status = 2) {
  const bundle = conformers();
  const uuids = ((bundle.items[0] as WorkflowItem).object_data as { conformer_uuids: string[][] }).conformer_uuids.map(
    (all) => all.at(-1),
  );
  const item = WorkflowItem.parse({
    ...bundle.items[0],
    object_status,
    object_type: 'molecular_dynamics',
    object_data: {
      initial_molecule: bundle.items[0]?.object_data?.initial_molecule,
      settings: { timestep: 0.5, save_interval: 10 },
      frames: uuids.slice(0, frames).map((calculation_uuid, index) => ({
        index,
        calculation_uuid,
        pressure: 0,
        temperature: 300 + 2 * index,
        volume: 0,
        potential_energy: -100 + index,
        kinetic_energy: 5 - index / 2,
      })),
    },
  });
  return { item, client: createClient({ bundle: { ...bundle, items: [item] } }) };
}

const shown: Element[] = [];
async function show(change: ReturnType<typeof dynamics>, theme = 'light'): Promise<Host> {
  const host = document.createElement('cuvette-workflow') as Host;
  Object.assign(host, change, { theme });
  host.style.setProperty('--cuvette-height', '460px');
  document.body.append(host);
  shown.push(host);
  await until(() => $(host, '[role=tablist]'));
  return host;
}
/** Where the picture is not looked at it is not drawn: software graphics would take the time of everything else. */
const noPicture = new CSSStyleSheet();
noPicture.replaceSync('cuvette-workflow:not([theme="dark"])::part(viewer) { display: none }');
const activeRow = (host: Host) => $(host, 'tr[aria-selected="true"]')?.dataset.row ?? null;

describe('the result of a molecular dynamics', () => {
  before(() => {
    document.adoptedStyleSheets.push(noPicture);
    return setViewport({ width: 760, height: 700 });
  });
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    for (const element of shown.splice(0)) element.remove();
  });

  it('has its frames in the trajectory player, a plot by time and a table, all at one frame', async () => {
    const host = await show(dynamics());
    expect(tabs(host)).to.deep.equal(['MD Frames', 'Info']);
    await until(() => $<HTMLInputElement>(host, '.cv-trajectory-frame')?.max === '6', 15_000);
    await until(() => button(host, 'Play')?.disabled === false);
    const plot = await until(() => $(host, '.cv-plot svg'));
    expect(plot.textContent).to.contain('Time (fs)').and.to.contain('Temperature (K)');
    expect($(host, '.cv-plot-box')?.getAttribute('aria-label')).to.equal(
      'Temperature (K) over 6 frames, from 300.00 to 310.00.',
    );
    $$(host, 'tr[data-row]')[3]?.click();
    await until(() => $<HTMLInputElement>(host, '.cv-trajectory-frame')?.value === '4');
    await until(() => $(host, '.cv-plot-cursor'));
    const place = plot.getBoundingClientRect();
    plot.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: place.right - 22, clientY: place.top + 60 }));
    await until(() => activeRow(host) === '5');
    await until(() => $<HTMLInputElement>(host, '.cv-trajectory-frame')?.value === '6');
    pick(labelled<HTMLSelectElement>(host, 'Quantity'), 'relative_potential_energy');
    await until(() =>
      $(host, '.cv-plot-box')?.ariaLabel?.includes('energy (kcal/mol) over 6 frames, from 0.00 to 5.00'),
    );
  });

  it('plays', async () => {
    const host = await show(dynamics());
    await until(() => button(host, 'Play')?.disabled === false, 15_000);
    pick(labelled<HTMLSelectElement>(host, 'Speed'), '0.25');
    const seen = new Set<string | null>();
    await press(host, 'Play');
    await until(() => seen.add(activeRow(host)).has('5'), 15_000);
    expect(seen.size).to.be.greaterThan(2);
  });

  it('without frames says how far it is', async () => {
    const host = await show(dynamics(0, 1));
    expect(text(host)).to.contain(`${dynamics().item.name} running`);
    expect($(host, '.cv-plot')).to.equal(null);
  });

  for (const theme of ['light', 'dark']) {
    it(`passes axe, ${theme}`, async () => {
      const host = await show(dynamics(), theme);
      await until(() => $(host, '.cv-plot svg'));
      await still();
      await expect(host).to.be.accessible();
    });
  }
});
