import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../elements/viewer.tsx';
import '../elements/workflow.tsx';
import { ethanol, type ViewerElement } from './test-helpers.ts';

describe('the viewer in a browser without WebGL', () => {
  it('says what the browser lacks, in place of the picture', async () => {
    // Asked once for the life of a page; this page has had no answer yet.
    OffscreenCanvas.prototype.getContext = () => null;
    const element = await fixture<ViewerElement>(
      html`<cuvette-viewer .molecule=${ethanol} style="width:320px;height:280px"></cuvette-viewer>`,
    );
    const stage = () => element.shadowRoot.querySelector('.cv-viewer-cover')?.textContent;
    await waitUntil(() => stage() === 'Your browser does not support WebGL.', 'the message');
    expect(element.shadowRoot.querySelector('canvas')).to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('leaves the answer and the table of a result as they are', async () => {
    const src = new URL('../results/fixtures/butane.cuvette.json', import.meta.url).href.replace(/\?.*/, '');
    const element = await fixture<ViewerElement>(html`<cuvette-workflow src=${src}></cuvette-workflow>`);
    const found = (selector: string) => element.shadowRoot.querySelector(selector);
    await waitUntil(
      () => found('.cv-viewer-cover')?.textContent === 'Your browser does not support WebGL.',
      'the message',
    );
    await waitUntil(
      () => found('[data-headline] .cv-headline-number')?.textContent?.startsWith('2') === true,
      'the answer',
    );
    expect(element.shadowRoot.querySelectorAll('tbody tr[data-row]').length).to.equal(2);
    expect(found('canvas')).to.equal(null);
  });
});
