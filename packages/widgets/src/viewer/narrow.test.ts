import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import '../embed.ts';
import { named, one, stageOf, type ViewerElement } from './test-helpers.ts';

const conformers = new URL('../results/fixtures/conformer-search.cuvette.json', import.meta.url).pathname;

/** How far what is in the viewer stands out below it, in pixels. */
function overhang(element: ViewerElement): number {
  const viewer = one(element, '.cv-viewer');
  const lowest = Math.max(...[...viewer.children].map((child) => child.getBoundingClientRect().bottom));
  return lowest - viewer.getBoundingClientRect().bottom;
}

describe('the viewer of a result in a narrow box', () => {
  it('shows its whole bar, and the tools that are opened above it', async () => {
    const box = await fixture<HTMLElement>(
      html`<div style="width:356px"><cuvette-workflow src=${conformers} antialias="off"></cuvette-workflow></div>`,
    );
    const element = box.firstElementChild as ViewerElement;
    await waitUntil(
      () =>
        element.shadowRoot &&
        one(element, '.cv-viewer-caption')?.textContent?.includes('1 of 9') &&
        one(element, 'canvas'),
      'it',
    );
    expect(overhang(element)).to.be.at.most(0);
    named(element, 'View').click();
    await waitUntil(() => named(element, 'Labels and colours'), 'the menu');
    named(element, 'Labels and colours').click();
    await waitUntil(() => one(element, '.cv-viewer-strip select'), 'the tool');
    expect(overhang(element)).to.be.at.most(0);
    expect(stageOf(element).clientHeight).to.be.at.least(199);
  });
});
