import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../../testing/wait-until.ts';
import '../../elements/trajectory.tsx';
import '../../elements/viewer.tsx';
import { caught, gifOf } from './test-helpers.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot };
const bundle = (name: string) =>
  new URL(`../../results/fixtures/${name}.cuvette.json`, import.meta.url).href.replace(/\?.*/, '');
const caption = (host: Host) => host.shadowRoot.querySelector('.cv-viewer-caption')?.textContent ?? '';
const button = (host: Host) => host.shadowRoot.querySelector('[aria-haspopup]') as HTMLButtonElement | null;
const line = (host: Host, text: string) =>
  [...host.shadowRoot.querySelectorAll<HTMLElement>('[role=menuitem]')].find((each) => each.textContent === text);

async function choose(host: Host, text: string) {
  button(host)?.click();
  await waitUntil(() => line(host, text) && line(host, text)?.ariaDisabled !== 'true', text);
  line(host, text)?.click();
}

describe('films of items', () => {
  before(() => setViewport({ width: 900, height: 700 }));

  it('show the conformers of a search in their order, and the one that is looked at stays', async function () {
    this.timeout(180_000);
    await caught(async (file, warnings) => {
      const host = await fixture<Host>(
        html`<cuvette-viewer src=${bundle('conformer-search')} antialias="off" style="width:320px;height:280px"></cuvette-viewer>`,
      );
      await waitUntil(
        () => caption(host).startsWith('Conformer 1 of 9') && host.shadowRoot.querySelector('canvas'),
        'it',
      );
      await choose(host, 'Download GIF');
      const { name, blob } = await file();
      expect(name).to.match(/Conformer-1-of-9\.gif$/);
      expect(name).not.to.match(/^Conformer/);
      expect((await gifOf(blob)).frames).to.equal(9);
      expect(warnings).to.deep.equal([]);
      expect(caption(host)).to.match(/^Conformer 1 of 9/);
    });
  });

  it('show the frames that a trajectory player has loaded, and it is where it was', async function () {
    this.timeout(180_000);
    await caught(async (file, warnings) => {
      const host = await fixture<Host>(
        html`<cuvette-trajectory src=${bundle('basic-calculation')} antialias="off"></cuvette-trajectory>`,
      );
      const loaded = () => host.shadowRoot.querySelector<HTMLElement>('.cv-trajectory')?.dataset.load === 'success';
      await waitUntil(() => loaded() && host.shadowRoot.querySelector('canvas'), 'frames');
      const where = () => host.shadowRoot.querySelector('.cv-trajectory-where')?.textContent;
      const before = where();
      const frames = Number(/of (\d+)/.exec(before ?? '')?.[1]);
      expect(frames).to.be.within(2, 30);
      await choose(host, 'Download GIF');
      expect((await gifOf((await file()).blob)).frames).to.equal(frames);
      expect(warnings).to.deep.equal([]);
      expect(where()).to.equal(before);
    });
  });
});
