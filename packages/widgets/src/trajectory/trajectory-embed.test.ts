import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import { button, type Host, loadState, press, testClient, trajectoryItem } from './test-helpers.ts';

/** As a page imports it; the test server would add a query to an `import()` that it sees. */
const load = new Function('address', 'return import(address)') as (address: string) => Promise<unknown>;

describe('the built trajectory player on a page of another origin', () => {
  it('decodes in a worker although its script is not the page’s own', async () => {
    await setViewport({ width: 1000, height: 800 });
    const elsewhere = `http://localhost:${location.port}`;
    expect(elsewhere).not.to.equal(location.origin);
    await load(`${elsewhere}/dist/test-embed/one/embed.js`);
    const host = document.createElement('cuvette-trajectory') as Host;
    Object.assign(host, { item: trajectoryItem(), client: testClient() });
    const box = await fixture<HTMLElement>(html`<div style="width:900px"></div>`);
    box.append(host);
    await waitUntil(() => host.shadowRoot && button(host, 'Load'), 'the player');
    await press(host, 'Load');
    await waitUntil(() => loadState(host) === 'success', 'frames');
    expect(host.getAttribute('data-decoder')).to.equal('worker');
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
    expect(scripts.some((name) => name.startsWith(elsewhere) && name.includes('trajectory'))).to.equal(true);
  });
});
