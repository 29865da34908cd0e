import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';

const elsewhere = `http://localhost:${location.port}`;
// The bundler must not take this for a part of the program: the address is made beside `new URL`.
const here = import.meta.url;

describe('a protein under a strict Content-Security-Policy, with the script of another origin', () => {
  before(() => setViewport({ width: 1000, height: 800 }));

  it('is drawn with its dialog and its surface, and nothing is refused', async () => {
    const policy = `default-src 'none'; script-src ${elsewhere}; connect-src ${elsewhere}; worker-src 'none'`;
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe title="page" style="width:900px;height:700px"></iframe>`,
    );
    const loaded = new Promise((resolve) => {
      frame.onload = resolve;
    });
    const script = `<script type="module" src="${elsewhere}/dist/test-embed/one/embed.js"></` + `script>`;
    frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${script}`;
    await loaded;
    const page = frame.contentDocument as Document;
    const refused: string[] = [];
    page.addEventListener('securitypolicyviolation', (event) =>
      refused.push(`${event.violatedDirective} ${event.blockedURI}`),
    );

    const text = await (await fetch(new URL('./fixtures/1ema.pdb.gz', here))).text();
    const viewer = page.createElement('cuvette-viewer');
    Object.assign(viewer, { text, label: 'GFP' });
    viewer.setAttribute('antialias', 'off');
    page.body.append(viewer);
    const find = <T extends Element>(selector: string) => viewer.shadowRoot?.querySelector<T>(selector) ?? null;
    const press = async (name: string) => {
      const named = () =>
        [...(viewer.shadowRoot?.querySelectorAll('button') ?? [])].find((each) => each.textContent?.includes(name));
      await waitUntil(named, name);
      named()?.click();
    };
    await waitUntil(() => find('canvas'), 'the picture');
    await press('View');
    await waitUntil(() => !find('[role=menuitem][aria-disabled]')?.textContent?.includes('Manage'), 'the engine');
    await press('Manage protein view');
    await waitUntil(() => find('dialog .cv-protein'), 'the dialog');
    const surface = [...(viewer.shadowRoot?.querySelectorAll('select') ?? [])].find((each) =>
      [...each.options].some(({ value }) => value === 'molecular'),
    ) as HTMLSelectElement;
    surface.value = 'molecular';
    surface.dispatchEvent(new Event('change', { bubbles: true }));
    const caption = () => find('.cv-viewer-caption')?.textContent;
    await waitUntil(() => caption() === 'The surface is being computed.', 'it begins');
    await waitUntil(() => caption() === 'GFP', 'it is there');
    expect(refused).to.deep.equal([]);
  });
});
