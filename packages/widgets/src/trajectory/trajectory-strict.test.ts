import { expect, fixture, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import { waitUntil } from '../testing/wait-until.ts';
import { button, type Host, loadState, press, testClient, trajectoryItem } from './test-helpers.ts';

const elsewhere = `http://localhost:${location.port}`;
const script = `<script type="module" src="${elsewhere}/dist/test-embed/one/embed.js"></` + `script>`;

/** A page in a frame with a policy of its own, and the script of another origin. */
async function pageWith(policy: string): Promise<Document> {
  const frame = await fixture<HTMLIFrameElement>(html`<iframe title="page" style="width:900px;height:700px"></iframe>`);
  const loaded = new Promise((resolve) => {
    frame.onload = resolve;
  });
  frame.srcdoc = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}">${script}`;
  await loaded;
  return frame.contentDocument as Document;
}

/** Where the frames of a trajectory were decoded on a page. */
async function decoderOn(page: Document): Promise<string | null> {
  const host = page.createElement('cuvette-trajectory') as unknown as Host;
  Object.assign(host, { item: trajectoryItem(), client: testClient() });
  page.body.append(host);
  await waitUntil(() => host.shadowRoot && button(host, 'Load'), 'the player');
  await press(host, 'Load');
  await waitUntil(() => loadState(host) === 'success', 'frames');
  return host.getAttribute('data-decoder');
}

const policy = (...more: string[]) =>
  ["default-src 'none'", `script-src ${elsewhere}`, `connect-src ${location.origin} ${elsewhere}`, ...more].join('; ');

describe('the trajectory player of another origin under a strict Content-Security-Policy', () => {
  before(() => setViewport({ width: 1000, height: 800 }));

  it('decodes in a worker where the policy allows one that the page makes itself of the script', async () => {
    expect(await decoderOn(await pageWith(policy(`worker-src blob: ${elsewhere}`)))).to.equal('worker');
  });

  it('the same under Trusted Types, where formulas are drawn, too; a policy name that is not allowed costs the worker only', async () => {
    const types = "require-trusted-types-for 'script'";
    const page = await pageWith(policy(`worker-src blob: ${elsewhere}`, types));
    const refused: string[] = [];
    page.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.push(effectiveDirective));
    const structure = page.createElement('cuvette-structure');
    structure.setAttribute('smiles', 'C[C@@H](O)[C@H](N)F');
    page.body.append(structure);
    await waitUntil(() => structure.shadowRoot?.querySelector('svg text'), 'the formula');
    expect(await decoderOn(page)).to.equal('worker');
    expect(refused).to.deep.equal([]);
    const svg = structure.shadowRoot?.querySelector('svg') as SVGSVGElement;
    expect([...svg.querySelectorAll('text')].map(({ textContent }) => textContent).sort()).to.include.members([
      'F',
      'N',
      'O',
    ]);
    expect(svg.querySelectorAll('style, [id]')).to.have.length(0);
    expect([...svg.querySelectorAll('line:not(.event)')].map((line) => line.getAttribute('stroke'))).to.include(
      'currentColor',
    );
    const box = svg.getBBox();
    expect(box.width * box.height).to.be.greaterThan(1000);

    const listed = await pageWith(policy(`worker-src blob: ${elsewhere}`, types, 'trusted-types lit-html'));
    expect(await decoderOn(listed)).to.equal('main');
  });

  it('decodes in the page where the policy allows no worker, and shows the same', async () => {
    expect(await decoderOn(await pageWith(policy()))).to.equal('main');
    expect(await decoderOn(await pageWith(policy("worker-src 'none'")))).to.equal('main');
  });

  it('decodes in a worker in a sandboxed page, which has no origin that its script could be of', async () => {
    const frame = await fixture<HTMLIFrameElement>(
      html`<iframe title="page" sandbox="allow-scripts" style="width:900px;height:700px"></iframe>`,
    );
    const item = JSON.stringify(trajectoryItem()).replaceAll('<', '\\u003c');
    const told = new Promise<string>((resolve) => {
      addEventListener('message', ({ source, data }) => {
        if (source === frame.contentWindow) resolve(data as string);
      });
    });
    // The page's own script from where the page itself is: by the address, its origin would be the script's.
    const own = `<script type="module" src="${location.origin}/dist/test-embed/one/embed.js"></` + `script>`;
    frame.srcdoc =
      `<!doctype html>${own}<body><cuvette-trajectory public api="${location.origin}" autoload></cuvette-trajectory>
      <script>
        const host = document.querySelector('cuvette-trajectory');
        host.item = ${item};
        new MutationObserver(() => host.dataset.decoder && parent.postMessage(origin + ' ' + host.dataset.decoder, '*'))
          .observe(host, { attributes: true });
      </` + `script>`;
    expect(await told).to.equal('null worker');
  });
});
