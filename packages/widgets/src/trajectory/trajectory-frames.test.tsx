import { createClient } from '@cuvette/core/client';
import { Bundle } from '@cuvette/core/entities';
import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/trajectory.tsx';
import { still } from '../ui/test-helpers.ts';
import { find, type Host, labelled, loadState, said, slide, trajectoryItem } from './test-helpers.ts';

const fixtureAt = (name: string) =>
  new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url).href.replace(/\?.*/, '');
const ready = (host: Host) => waitUntil(() => loadState(host) === 'success', 'frames');

/** A bundle of a trajectory item, its protein and, where there are bytes, its frames. */
async function bundled(positions: Float32Array | null) {
  const item = trajectoryItem({ trajectories: [{ uuid: 'a', ligand_rmsd: [] }] });
  const protein = await (await fetch('/api/shared/protein/structure')).json();
  const bytes = new Uint8Array(positions?.buffer ?? new ArrayBuffer(0));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return Bundle.parse({
    format: 'cuvette-bundle',
    version: 1,
    created_at: '2026-01-01T00:00:00Z',
    server: null,
    items: [item],
    calculations: {},
    proteins: { structure: protein },
    files: {
      frames: {
        media_type: 'application/octet-stream',
        workflow_uuid: item.uuid,
        name: 'trajectory-0',
        kind: 'trajectory',
        details: { replicate: 0, num_atoms: 9, num_frames: 60 },
        ...(positions ? { base64 } : { left_out: 'It is too large for one document.' }),
      },
    },
  });
}

describe('the same player for every kind of frames', () => {
  before(() => setViewport({ width: 1000, height: 800 }));

  it('shows all frames that a page gives, without a button to load them', async () => {
    const water = (bend: number) => ({
      atoms: [
        { atomic_number: 8, position: [0, 0, 0] },
        { atomic_number: 1, position: [0.96, 0, 0] },
        { atomic_number: 1, position: [-0.24, 0.93 + bend / 10000, 0] },
      ],
    });
    const host = await fixture<Host & { frames: unknown }>(
      html`<cuvette-trajectory antialias="off"></cuvette-trajectory>`,
    );
    host.frames = Array.from({ length: 1200 }, (_, frame) => water(frame));
    await ready(host);
    expect(labelled(host, 'Frame').max).to.equal('1200');
    expect(find(host, '.cv-range')).to.equal(null);
    expect([...host.shadowRoot.querySelectorAll('button')].map(({ textContent }) => textContent)).not.to.include(
      'Load',
    );
  });

  it('plays the steps of an optimization, and the structures of an item that has several', async () => {
    const steps = await fixture<Host>(
      html`<cuvette-trajectory src=${fixtureAt('basic-calculation')} antialias="off"></cuvette-trajectory>`,
    );
    await ready(steps);
    expect(labelled(steps, 'Frame').max).to.equal('6');
    expect(find(steps, '.cv-range')).to.equal(null);
    expect(find(steps, '.cv-viewer-stage')?.getAttribute('aria-label')).to.match(/Frame 1 of 6, \d+ atoms$/);

    const conformers = await fixture<Host>(
      html`<cuvette-trajectory src=${fixtureAt('conformer-search')} antialias="off" alignment="mcs"></cuvette-trajectory>`,
    );
    await ready(conformers);
    expect(labelled(conformers, 'Frame').max).to.equal('9');
    expect(labelled<HTMLSelectElement>(conformers, 'Alignment').value).to.equal('mcs');
    slide(labelled(conformers, 'Frame'), 9);
    await waitUntil(() => said(conformers).includes('Frame 9 of 9'));
  });

  it('plays a static file without a server: what is in the file, and why it cannot where it does not', async () => {
    const show = async (bundle: Bundle) => {
      const host = document.createElement('cuvette-trajectory') as Host;
      Object.assign(host, { workflow: '', client: createClient({ bundle }), antialias: 'off' });
      host.setAttribute('workflow', bundle.items[0]?.uuid ?? '');
      (await fixture<HTMLElement>(html`<div></div>`)).append(host);
      return host;
    };
    const positions = Float32Array.from({ length: 60 * 27 }, (_, index) => (index % 27) / 5);
    const whole = await show(await bundled(positions));
    await ready(whole);
    expect(said(whole)).to.contain('Loaded 60 frames.');
    expect(find(whole, '.cv-range')).to.equal(null);
    expect(labelled(whole, 'Frame').max).to.equal('60');

    const without = await show(await bundled(null));
    await waitUntil(() => said(without).includes('Structure/trajectory failed to load'), 'the message');
    expect(said(without)).to.contain('It is too large for one document.');
  });

  it('says so where the structure is not known, and where there are no frames yet', async () => {
    const unknown = document.createElement('cuvette-trajectory') as Host;
    Object.assign(unknown, { item: trajectoryItem({ minimized_protein_uuid: null }) });
    const box = await fixture<HTMLElement>(html`<div></div>`);
    box.append(unknown);
    await waitUntil(() => said(unknown).includes('Structure/trajectory failed to load'), 'the message');
    expect(said(unknown)).to.contain('The structure of these frames is not known.');
    await still();
    await expect(unknown).to.be.accessible();

    const none = document.createElement('cuvette-trajectory') as Host;
    Object.assign(none, { item: trajectoryItem({ minimized_protein_uuid: null, trajectories: [] }) });
    box.append(none);
    await waitUntil(() => said(none).includes('There is no trajectory here yet.'), 'the message');
    await still();
    await expect(none).to.be.accessible();
  });
});
