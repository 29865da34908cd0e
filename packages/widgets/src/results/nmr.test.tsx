import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { sharedSession } from '@cuvette/core/session';
import { expect } from '@open-wc/testing';
import { $, $$, type Host, openTab, until } from './test-helpers.ts';
import '../elements/workflow.tsx';

type Json = Record<string, unknown>;
const examples = import.meta.glob<Json>('../../../core/src/workflows/types/nmr/example-result.json', {
  eager: true,
  import: 'default',
});
const calculations = import.meta.glob<Json>('../../../core/src/testing/examples/calculations/*.json', {
  eager: true,
  import: 'default',
});

/** The stored example of ethanol, as our own method leaves it: with the formula and the classes of its nuclei. */
function ethanol(): WorkflowItem {
  const [stored = {}] = Object.values(examples);
  return WorkflowItem.parse({
    ...stored,
    object_data: { ...(stored.object_data as Json), nmr_method: 'giao_b3lyp_631gd' },
    provenance: {
      nmr: {
        classes: ['C', 'C', null, ...Array(5).fill('H on C'), 'H on O'],
        drawing: { smiles: 'CCO', atoms: [0, 1, 2] },
      },
    },
  });
}

const rows = (host: Host, name: string) => $$(host, `table[aria-label*="${name}"] tbody tr[data-row]`);
const markedRows = (host: Host) => $$(host, 'tbody tr[aria-selected=true], tbody tr[data-marked]').length;
const markedAtoms = (host: Host) => $$(host, 'circle[data-marked]').map((each) => (each as HTMLElement).dataset.atom);

/** How many tops the curve of a plot has that rise above a fifth of its height; y grows downwards in a path. */
function topsOfPath(path: string): number {
  const all = [...path.matchAll(/-?[\d.]+,(-?[\d.]+)/g)].map(([, y]) => -Number(y));
  // Points that lie close together are rounded to the same height.
  const heights = all.filter((y, at) => y !== all[at - 1]);
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  return heights.filter(
    (y, at) => y > low + 0.2 * (high - low) && y > (heights[at - 1] ?? y) && y >= (heights[at + 1] ?? y),
  ).length;
}

describe('the result of NMR', () => {
  let host: Host;
  const { session, release } = sharedSession('nmr');
  after(() => release());
  beforeEach(async () => {
    localStorage.clear();
    const item = ethanol();
    host = document.createElement('cuvette-workflow') as Host;
    const bundle = Bundle.parse({
      format: 'cuvette-bundle',
      version: 1,
      items: [item],
      created_at: '2026-11-22T00:00:00Z',
      calculations: Object.fromEntries(
        Object.entries(calculations).map(([path, json]) => [path.replace(/.*\/|\.json$/g, ''), json]),
      ),
    });
    host.setAttribute('session', 'nmr');
    host.setAttribute('style', 'display:block;width:1000px;height:700px');
    Object.assign(host, { item, client: createClient({ bundle }) });
    document.body.append(host);
    await until(() => $(host, 'circle[data-atom]'), 30_000);
  });
  afterEach(() => host.remove());

  it('shifts grow from right to left, and lines, rows, formula and viewer select the same nuclei', async () => {
    const plot = await until(() => $(host, '.cv-plot svg'));
    const label = $(host, '.cv-plot [role=img]')?.getAttribute('aria-label') ?? '';
    expect(label).to.contain('3.69 ppm (H7, H8); 2.61 ppm (H9); 1.18 ppm (H4, H5, H6)');
    const ticks = [...plot.querySelectorAll('[aria-label="x-axis tick label"] text')].map((tick) =>
      Number(tick.textContent),
    );
    expect(ticks.length).to.be.greaterThan(2);
    expect(ticks).to.deep.equal([...ticks].sort((a, b) => b - a));

    // The line at the far right is the methyl group.
    const box = plot.getBoundingClientRect();
    ($(host, '.cv-plot') as HTMLElement).dispatchEvent(
      new MouseEvent('click', { bubbles: true, clientX: box.right - 30, clientY: box.top + 60 }),
    );
    await until(() => session.getState().atoms.join() === '3,4,5');
    await until(() => markedAtoms(host).join() === '0');

    // Couplings that are entered split the line, at the field that is chosen.
    const field = (label: string) =>
      $$(host, '.cv-field')
        .find((each) => each.querySelector('label')?.textContent?.startsWith(label))
        ?.querySelector('input, select');
    const set = (label: string, value: string, event: string) => {
      const input = field(label) as HTMLInputElement;
      input.value = value;
      input.dispatchEvent(new Event(event, { bubbles: true }));
    };
    const shownAround = (field('Shown') as unknown as HTMLSelectElement).options[1]?.value ?? '';
    const curveOf = () => $(host, '.cv-plot svg [aria-label="line"] path')?.getAttribute('d') ?? '';
    const whole = curveOf();
    set('Shown', shownAround, 'change');
    const single = await until(() => (curveOf() === whole ? null : curveOf()));
    expect(topsOfPath(single)).to.equal(1);
    set('3.69 ppm', '7 x3', 'input');
    const split = await until(() => (curveOf() === single ? null : curveOf()));
    expect(topsOfPath(split)).to.equal(4);
    set('3.69 ppm', '7 or so', 'input');
    await until(() => (host.shadowRoot.textContent ?? '').includes('Write couplings in Hz'));

    // An atom of the formula selects the hydrogens on it.
    $(host, 'circle[data-atom="1"]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await until(() => session.getState().atoms.join() === '6,7');
    expect(markedRows(host)).to.equal(1);

    // An atom of the viewer marks the line and the atom that it is bonded to.
    session.selectAtoms([8]);
    await until(() => markedAtoms(host).join() === '2');

    openTab(host, '13C NMR');
    await until(() => rows(host, '13C NMR').length === 2);
    rows(host, '13C NMR')[0]?.querySelector('td')?.click();
    await until(() => session.getState().atoms.join() === '1');
    await until(() => markedAtoms(host).join() === '1');
    expect(rows(host, '13C NMR')[0]?.textContent).to.contain('58.1');
  });
});
