import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/trajectory.tsx';
import { type Host, loadState, press, said, testClient, trajectoryItem } from './test-helpers.ts';

describe('the trajectory player in a browser without WebGL', () => {
  it('says what the browser lacks, and still loads', async () => {
    await setViewport({ width: 1000, height: 800 });
    // Asked once for the life of a page; this page has had no answer yet.
    OffscreenCanvas.prototype.getContext = () => null;
    const host = document.createElement('cuvette-trajectory') as Host;
    Object.assign(host, { item: trajectoryItem(), client: testClient() });
    (await fixture<HTMLElement>(html`<div style="width:900px"></div>`)).append(host);
    await waitUntil(
      () => host.shadowRoot && said(host).includes('Your browser does not support WebGL.'),
      'the message',
    );
    await press(host, 'Load');
    await waitUntil(() => loadState(host) === 'success', 'frames');
    expect(said(host)).to.contain('Loaded 400 frames.');
    expect(host.shadowRoot.querySelector('canvas')).to.equal(null);
  });
});
