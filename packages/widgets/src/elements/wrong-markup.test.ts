import { expect, fixture, html } from '@open-wc/testing';
import { waitUntil } from '../testing/wait-until.ts';
import './table.tsx';
import './value.ts';
import './viewer.tsx';
import './workflow.tsx';
import '../structure/structure-element.ts';

type Host = HTMLElement & { shadowRoot: ShadowRoot };

const at = (name: string) => new URL(`../results/fixtures/${name}.cuvette.json`, import.meta.url).pathname;
const calculation = at('basic-calculation');
const said = (host: Host) => host.shadowRoot.textContent ?? '';
/** The same machine under its other name: another origin for the browser, which answers without its permission to read. */
const elsewhere = `http://localhost:${location.port}`;
const identifier = '1b4e28ba-2fa1-41d2-883f-0016d3cca427';

/** An element with these attributes, and what it reported. */
async function written(tag: string, attributes: Record<string, string>) {
  const box = await fixture<HTMLElement>(html`<div style="width:600px"></div>`);
  const host = document.createElement(`cuvette-${tag}`) as Host;
  const reported: string[] = [];
  host.addEventListener('cuvette-error', ({ detail }) => reported.push(detail.message));
  for (const [name, value] of Object.entries(attributes)) host.setAttribute(name, value);
  box.append(host);
  return { host, reported };
}

describe('what is wrong in a page’s markup is reported once, with what would be right', () => {
  it('another table than there are', async () => {
    const { host, reported } = await written('table', { src: at('conformer-search'), table: 'energies' });
    await waitUntil(() => said(host).includes('There is no table “energies”.'), 'the words');
    expect(said(host)).to.include('This result has: conformers.');
    await waitUntil(() => reported.length > 0, 'the report');
    expect(reported).to.deep.equal(['There is no table “energies”. This result has: conformers.']);
  });

  it('another tab', async () => {
    const { host, reported } = await written('workflow', { src: calculation, tab: 'energies' });
    await waitUntil(() => reported.length > 0, 'the report');
    expect(reported).to.have.length(1);
    expect(reported[0]).to.match(/^There is no tab “energies”\. This result has: optimize, .*charge, .*info\.$/);
    expect(host.shadowRoot.querySelector('[role=tab][aria-selected=true]')?.textContent).to.equal('Optimize');
    const { reported: none, host: right } = await written('workflow', { src: calculation, tab: 'ir' });
    await waitUntil(
      () => right.shadowRoot.querySelector('[role=tab][aria-selected=true]')?.textContent === 'IR',
      'a tab that comes with the molecules',
    );
    expect(none).to.deep.equal([]);
  });

  it('another theme', async () => {
    for (const tag of ['table', 'value']) {
      const { reported } = await written(tag, { theme: 'night', src: calculation, path: 'energy', smiles: 'CCO' });
      await waitUntil(() => reported.length > 0, tag);
      expect(reported).to.deep.equal(['The attribute theme="night" is none of light, dark and auto.']);
    }
  });

  it('another type of result', async () => {
    const { reported } = await written('conformer-search', { src: calculation });
    await waitUntil(() => reported.length > 0, 'the report');
    expect(reported).to.deep.equal([
      'This is not a Conformer Search. It is a Basic Calculation. Use the element <cuvette-workflow> for any type.',
    ]);
  });

  it('no identifier', async () => {
    const { fetch: original } = window;
    window.fetch = async () => Response.json({ detail: 'Not found.' }, { status: 404 });
    try {
      const { host, reported } = await written('table', { workflow: '1b4e28ba', public: '', api: elsewhere });
      await waitUntil(() => said(host).includes('This is not the identifier of a workflow.'), 'the words');
      await waitUntil(() => reported.length > 0, 'the report');
      expect(reported).to.have.length(1);
      const { host: value } = await written('value', {
        workflow: '1b4e28ba',
        public: '',
        api: elsewhere,
        path: 'energy',
      });
      await waitUntil(() => said(value).includes('“1b4e28ba” is not the identifier of a workflow:'), 'the value’s');
    } finally {
      window.fetch = original;
    }
  });

  it('a SMILES that cannot be read: where', async () => {
    const cases: [string, string][] = [
      ['CCX', '“CCX” cannot be read from character 3, “X”, on (unknown element label found).'],
      ['C1CC', 'the ring 1 of “C1CC” is opened and not closed.'],
      ['CC[NH4', '“CC[NH4” ends too early (unexpected character inside brackets).'],
    ];
    for (const [smiles, where] of cases) {
      const { host, reported } = await written('structure', { smiles });
      await waitUntil(() => reported.length > 0, smiles);
      expect(reported).to.deep.equal([`Preview not available: ${where}`]);
      expect(said(host)).to.include('Preview not available');
    }
  });
});

it('a page of another origin that forgot public gets an error, and asks no more', async () => {
  const { fetch: original } = window;
  let asked = 0;
  window.fetch = async () => {
    asked += 1;
    throw new TypeError('Failed to fetch');
  };
  try {
    const { host, reported } = await written('viewer', { workflow: identifier, api: elsewhere });
    await waitUntil(() => said(host).includes(`This page is not signed in to ${elsewhere}.`), 'the words');
    expect(said(host)).to.include('Add the attribute public to the element, and share the workflow');
    await waitUntil(() => reported.length > 0, 'the report');
    expect(reported).to.have.length(1);
    const { host: value } = await written('value', { workflow: identifier, api: elsewhere, path: 'energy' });
    await waitUntil(() => said(value).includes(`This page is not signed in to ${elsewhere}.`), 'the value’s');
    // Once for each, and no more.
    expect(asked).to.equal(2);
    const { clientFor } = await import('@cuvette/core/client');
    const [query] = clientFor({ origin: elsewhere, source: 'owner', link: null }).queryClient.getQueryCache().getAll();
    const { refetchInterval } = clientFor({ origin: elsewhere, source: 'owner', link: null }).workflow(identifier);
    expect(query && typeof refetchInterval === 'function' && refetchInterval(query as never)).to.equal(false);
  } finally {
    window.fetch = original;
  }
});
