import { createClient } from '@cuvette/core/client';
import { Bundle, WorkflowItem } from '@cuvette/core/entities';
import { expect } from '@open-wc/testing';
import { engineOf } from '../testing/engine-of.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { $, $$, basic, type Host, until } from './test-helpers.ts';

const water = {
  charge: 0,
  multiplicity: 1,
  smiles: null,
  atoms: [
    { atomic_number: 8, position: [0, 0, 0.1] },
    { atomic_number: 1, position: [0, 0.76, -0.5] },
    { atomic_number: 1, position: [0, -0.76, -0.5] },
  ],
};

/** Points of a p orbital, 0.8 Bohr apart. */
const points = Array.from({ length: 11 ** 3 }, (_, at) => {
  const [x, y, z] = [Math.floor(at / 121), Math.floor(at / 11) % 11, at % 11].map((place) => 0.8 * (place - 5)) as [
    number,
    number,
    number,
  ];
  return { x, y, z, val: 0.5 * z * Math.exp(-Math.hypot(x, y, z)) };
});

/** An item of a type in a bundle of its own, shown whole. */
async function shown(object_type: string, object_data: object): Promise<Host> {
  const whole = basic();
  const item = WorkflowItem.parse({ ...whole.items[0], object_type, object_data, calculation_uuids: [] });
  const bundle = Bundle.parse({ ...whole, items: [item], calculations: {} });
  const host = document.createElement('cuvette-workflow') as Host;
  host.setAttribute('style', 'display:block;width:1000px;height:700px');
  host.item = item;
  host.client = createClient({ bundle });
  document.body.append(host);
  await until(() => $(host, '.cv-viewer-stage canvas'), 12_000);
  return host;
}
const button = (host: Host, label: string) =>
  $$(host, 'button').find((each) => (each.textContent || each.ariaLabel || '').includes(label)) as HTMLButtonElement;
async function choose(host: Host, label: string) {
  await until(() => button(host, 'View') && !button(host, 'View').disabled);
  button(host, 'View').click();
  await until(() => $$(host, '[role^=menuitem]').some((line) => line.textContent === label && !line.ariaDisabled));
  button(host, label).click();
}
const select = (host: Host, label: string) =>
  $$(host, 'label')
    .find((each) => each.textContent?.includes(label))
    ?.querySelector('select') as HTMLSelectElement;

describe('atoms of an item in the viewer', () => {
  it('Fukui indices paint them from the start, label them, and their tables follow what is selected', async () => {
    const host = await shown('fukui', {
      initial_molecule: water,
      fukui_positive: [0.2, 0.4, 0.4],
      fukui_negative: [0.8, 0.1, 0.1],
      fukui_zero: [0.5, 0.25, 0.25],
    });
    // Nobody chose anything yet.
    await until(() => $(host, '.cv-viewer-legend')?.textContent?.includes('f⁺'));
    await choose(host, 'Labels and colours');
    const colours = await until(() => select(host, 'Colour atoms by'));
    expect([...colours.options].map(({ text }) => text)).to.deep.equal(['Element', 'f⁺', 'f⁰', 'f⁻']);
    expect(colours.value).to.equal('fukui_positive.value');
    await until(() => $(host, '.cv-viewer-legend')?.textContent?.includes('0.400'));
    colours.value = '';
    colours.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => $(host, '.cv-viewer-legend') === null);
    colours.value = 'fukui_negative.value';
    colours.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => $(host, '.cv-viewer-legend')?.textContent?.includes('0.800'));
    $(host, '.cv-viewer-stage')?.focus();
    $(host, '.cv-viewer-stage')?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true }),
    );
    await waitUntil(() => $(host, '.cv-viewer-caption')?.textContent?.startsWith('Angle'), undefined);
    await until(() => $$(host, 'tr[aria-selected="true"]').length === 3);
    host.remove();
  });

  it('orbitals of an item in a bundle are drawn as isosurfaces', async () => {
    const host = await shown('electronic_properties', {
      initial_molecule: water,
      molecular_orbitals: { 4: { cube_points: points, occupation: 2, energy: -0.4 } },
    });
    await choose(host, 'Isosurfaces');
    const surfaces = await until(() => select(host, 'Surface'));
    expect([...surfaces.options].map(({ text }) => text)).to.deep.equal(['None', 'HOMO (−10.88 eV)']);
    surfaces.value = 'molecular_orbitals.4';
    surfaces.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => $(host, '.cv-viewer-legends')?.textContent?.includes('orange is negative'), 8000);
    const { shapes } = engineOf<{ shapes: unknown[] }>($(host, '.cv-viewer-stage canvas'));
    await until(() => shapes.filter(Boolean).length === 2);
    host.remove();
  });
});
